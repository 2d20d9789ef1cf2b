// Makes /openapi.json and the reference page with all that it loads, in a thread that ends with it: the four megabytes of
// the page's package, and the work of compressing them, leave nothing behind in the process.
import { parentPort, workerData } from 'node:worker_threads';
import { openapiDocument } from '@finderfee/contract/openapi.ts';
import scalar from '@scalar/fastify-api-reference';
import Fastify from 'fastify';
import { makeAsset, type StaticAsset } from './static-asset.ts';

export interface DocsThreadData {
  paths: readonly string[];
  /** Where clients reach the service, if that is set. */
  public_url: string | undefined;
}

const { paths, public_url } = workerData as DocsThreadData;
const document = openapiDocument();
if (public_url) document.servers = [{ url: public_url }];
/** An expression: only the browser knows where it has opened the page, and no other origin may be asked. */
const HERE = "new URL('..', location.href).href.slice(0, -1)";
const page = Fastify();
await page.register(scalar, {
  routePrefix: '/docs',
  configuration: {
    content: document,
    servers: [{ url: HERE, description: 'The installation that serves this page' }],
    pageTitle: 'Finderfee API',
    authentication: { preferredSecurityScheme: 'key' },
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
  },
});

async function assetAt(path: string): Promise<StaticAsset> {
  if (path === '/openapi.json')
    return makeAsset('application/json; charset=utf-8', Buffer.from(JSON.stringify(document)));
  const { headers, payload } = await page.inject({ url: path });
  const body = path === '/docs/' ? payload.replace(JSON.stringify(HERE), HERE) : payload;
  return makeAsset(String(headers['content-type']), Buffer.from(body));
}

const assets = await Promise.all(paths.map(async (path) => [path, await assetAt(path)] as const));
parentPort!.postMessage(Object.fromEntries(assets));
