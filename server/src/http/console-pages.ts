// GET /console: the pages of the console, as `scripts/build-console.mjs` has built them.
import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { makeAsset, type StaticAsset, sendAsset } from './static-asset.ts';

/** Beside the sources in a clone, and beside dist in the package. */
const FOLDER = `${import.meta.dirname}/../../console`;

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
};
/** Their names contain a hash of their content. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** No page has more segments in its address. */
const MAX_DEPTH = 5;

const HEADERS = {
  // Nothing inline, and nothing from other hosts but pictures of merchants.
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' https: data:",
    "connect-src 'self'",
    "base-uri 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
};

export function registerConsolePages(app: FastifyInstance, { hasTryPage }: { hasTryPage: boolean }): void {
  const assets = new Map<string, Promise<StaticAsset>>();
  const assetOf = (name: string, make: () => Promise<StaticAsset>) => {
    const asset = assets.get(name) ?? make();
    assets.set(name, asset);
    return asset;
  };
  const names = new Set(readBuilt(() => readdirSync(`${FOLDER}/assets`)));

  // Relative, because a proxy may add a path prefix. Browsers keep the fragment.
  app.get('/console', (_request, reply) => reply.redirect('console/', 301));
  app.get('/console/assets/:name', async (request: FastifyRequest<{ Params: { name: string } }>, reply) => {
    const { name } = request.params;
    if (!names.has(name)) throw new AppError('not_found');
    const make = () => makeAsset(TYPES[extname(name)]!, readFileSync(`${FOLDER}/assets/${name}`));
    const asset = await assetOf(name, make);
    return sendAsset(request, reply.header('cache-control', IMMUTABLE), asset);
  });
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0]!.slice('/console/'.length);
    const depth = path.split('/').length - 1;
    if (depth > MAX_DEPTH) throw new AppError('not_found');
    const asset = await assetOf(`page ${depth}`, () => makePage(depth, hasTryPage));
    return sendAsset(request, reply.headers({ ...HEADERS, 'cache-control': 'no-store' }), asset);
  };
  app.get('/console/', sendPage);
  app.get('/console/*', sendPage);
}

/** The base is relative to the page, so that the console works below any path that a proxy adds. */
function makePage(depth: number, hasTryPage: boolean): Promise<StaticAsset> {
  const html = readBuilt(() => [readFileSync(`${FOLDER}/index.html`, 'utf8')])[0] ?? NOT_BUILT;
  const filled = html
    .replace('<base href="./" />', `<base href="${'../'.repeat(depth) || './'}" />`)
    .replace('name="try-page" content=""', `name="try-page" content="${hasTryPage}"`);
  return makeAsset('text/html; charset=utf-8', Buffer.from(filled));
}

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Finderfee console</title>
<h1>The console is not built</h1><p>Build it with <code>npm run console</code>, then start the service again.</p></html>`;

/** A clone that was not started by `npm start` has not built it. */
function readBuilt(read: () => string[]): string[] {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
