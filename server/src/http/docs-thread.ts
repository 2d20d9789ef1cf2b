// Worker thread that renders and compresses /openapi.json and the reference page. Its memory (the page's package has
// four megabytes) is released when it exits.
import { parentPort, workerData } from 'node:worker_threads';
import { openapiDocument } from '@finderfee/contract/openapi.ts';
import scalar from '@scalar/fastify-api-reference';
import Fastify from 'fastify';
import { makeAsset, type StaticAsset } from './static-asset.ts';

export interface DocsThreadData {
  paths: readonly string[];
  public_url: string | undefined;
}

const { paths, public_url } = workerData as DocsThreadData;
const document = openapiDocument();
if (public_url) document.servers = [{ url: public_url }];
/** A JavaScript expression, because only the browser knows the URL of the page. Other origins are not allowed. */
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
