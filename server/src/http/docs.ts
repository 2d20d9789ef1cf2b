// Serves /openapi.json and the API reference at /docs, without external resources.
import { Worker } from 'node:worker_threads';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { DocsThreadData } from './docs-thread.ts';
import { type StaticAsset, sendAsset } from './static-asset.ts';

const PATHS = ['/openapi.json', '/docs/', '/docs/js/scalar.js', '/docs/openapi.json', '/docs/openapi.yaml'] as const;
type DocsAssets = Record<(typeof PATHS)[number], StaticAsset>;

// Scalar uses inline scripts and eval. Nothing may be loaded from other origins.
const PAGE_POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'";

export function registerDocs(app: FastifyInstance, { PUBLIC_URL }: Config): void {
  let assets: Promise<DocsAssets> | undefined;
  /** Rendered on the first request, to keep the start fast. A failure is retried. */
  const docsAssets = () => {
    assets ??= makeAssets(PUBLIC_URL).catch((error) => {
      assets = undefined;
      throw error;
    });
    return assets;
  };
  // Relative, because a proxy may strip a path prefix.
  app.get('/docs', (_request, reply) => reply.redirect('docs/', 301));
  for (const path of PATHS) {
    app.get(path, async (request, reply) => {
      const asset = (await docsAssets())[path];
      if (path !== '/openapi.json') reply.header('content-security-policy', PAGE_POLICY);
      return sendAsset(request, reply, asset);
    });
  }
}

function makeAssets(public_url: string | undefined): Promise<DocsAssets> {
  const workerData: DocsThreadData = { paths: PATHS, public_url };
  const thread = new Worker(new URL('./docs-thread.ts', import.meta.url), { workerData });
  return new Promise((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`the docs thread exited with code ${code}`)));
  });
}
