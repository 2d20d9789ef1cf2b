// GET /try: one small page on which a newcomer searches and chats, over the real API. It loads nothing from outside.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { makeAsset, type StaticAsset, sendAsset } from './static-asset.ts';

export interface TryPage {
  /** In a demo: a key that can search and nothing else (see `KeyRing.addPageKey`). */
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

/** Only the page's own script and style run, by their hash; pictures are wherever feeds have them. */
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
  // A key of ours has no character that means anything in HTML.
  const filled = html.replace('<meta name="demo-key" content="">', `<meta name="demo-key" content="${key}">`);
  return { asset: await makeAsset('text/html; charset=utf-8', Buffer.from(filled)), policy };
}
