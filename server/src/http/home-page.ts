// GET /: links to the docs, the console, the /try page and health, as HTML or JSON.
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { VERSION } from '../version.ts';
import { addVary } from './add-vary.ts';
import { prefersHtml } from './prefers-html.ts';
import { smallPage } from './small-page.ts';
import { makeAsset, type StaticAsset, sendAsset } from './static-asset.ts';

interface Entry {
  name: string;
  path: string;
  title: string;
}

const ENTRIES: Entry[] = [
  { name: 'docs', path: '/docs', title: 'API reference' },
  { name: 'openapi', path: '/openapi.json', title: 'OpenAPI document' },
  { name: 'livez', path: '/livez', title: 'Liveness: the process runs' },
  { name: 'readyz', path: '/readyz', title: 'Readiness: whether the service can answer' },
];
const CONSOLE_ENTRY: Entry = { name: 'console', path: '/console', title: 'Console: operate this service' };
const TRY_ENTRY: Entry = { name: 'try', path: '/try', title: 'Try it: search and chat in a browser' };

export function registerHomePage(
  app: FastifyInstance,
  { PUBLIC_URL = '' }: Config,
  { hasTryPage, hasConsole }: { hasTryPage: boolean; hasConsole: boolean },
): void {
  const entries = [...(hasTryPage ? [TRY_ENTRY] : []), ...(hasConsole ? [CONSOLE_ENTRY] : []), ...ENTRIES];
  const links = Object.fromEntries(entries.map(({ name, path }) => [name, PUBLIC_URL + path]));
  // Relative, because a proxy may add a path prefix.
  const items = entries.map(({ path, title }) => `<li><a href="${path.slice(1)}">${title}</a></li>`);
  const { html, headers } = smallPage(
    'Finderfee',
    `<p>Affiliate product discovery, offers, clicks and signups. Version ${VERSION}.</p>\n<ul>\n${items.join('\n')}\n</ul>`,
  );
  let page: StaticAsset | undefined;
  app.get('/', async (request, reply) => {
    addVary(reply, 'accept');
    if (!prefersHtml(request.headers.accept)) return { name: 'finderfee', version: VERSION, links };
    page ??= await makeAsset(headers['content-type'], Buffer.from(html));
    return sendAsset(request, reply.headers(headers), page);
  });
}
