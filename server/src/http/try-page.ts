// GET /try: a page to try search and chat through the public API, without external resources.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { makeAsset, type StaticAsset, sendAsset } from './static-asset.ts';

export interface TryPage {
  /** In a demo: a key that can only search (see `KeyRing.addPageKey`). */
  key: string | undefined;
}

export function registerTryPage(app: FastifyInstance, { key }: TryPage): void {
  let page: { asset: StaticAsset; policy: string } | undefined;
  app.get('/try', async (request, reply) => {
    page ??= await makePage(key);
    reply.headers({ 'content-security-policy': page.policy, 'referrer-policy': 'no-referrer' });
    return sendAsset(request, reply, page.asset);
  });
}

/** The policy allows only the page's own script and style, by hash. Product images may come from any host. */
async function makePage(key = '') {
  const html = readFileSync(`${import.meta.dirname}/try-page.html`, 'utf8');
  const hashOf = (tag: 'script' | 'style') => {
    const [, text] = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(html)!;
    return `'sha256-${createHash('sha256').update(text!).digest('base64')}'`;
  };
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf('script')}`,
    `style-src ${hashOf('style')}`,
    "img-src 'self' data: http: https:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  // Keys contain no HTML special characters.
  const filled = html.replace('<meta name="demo-key" content="">', `<meta name="demo-key" content="${key}">`);
  return { asset: await makeAsset('text/html; charset=utf-8', Buffer.from(filled)), policy };
}
