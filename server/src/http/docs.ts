// /openapi.json and the reference page at /docs, which loads nothing from outside.
import { openapiDocument } from '@finderfee/contract/openapi.ts';
import Fastify, { type FastifyInstance } from 'fastify';

// The page's own scripts and styles are inline or from here; the policy makes sure of it.
const PAGE_POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'";

export function registerDocs(app: FastifyInstance): void {
  // Both are made when they are first asked for: they would slow down every start.
  let document: object | undefined;
  let page: Promise<FastifyInstance> | undefined;
  const describe = () => {
    document ??= openapiDocument();
    return document;
  };
  app.get('/openapi.json', describe);
  for (const path of ['/docs', '/docs/', '/docs/js/scalar.js', '/docs/openapi.json', '/docs/openapi.yaml']) {
    app.get(path, async (request, reply) => {
      page ??= buildPage(describe());
      const { statusCode, headers, rawPayload } = await (await page).inject({ url: request.url });
      reply.header('content-type', headers['content-type'] ?? 'text/plain');
      if (headers.location) reply.header('location', headers.location);
      return reply.code(statusCode).header('content-security-policy', PAGE_POLICY).send(rawPayload);
    });
  }
}

/** An application of its own, because of the four megabytes that it loads. */
async function buildPage(document: object): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const page = Fastify();
  await page.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      content: document,
      pageTitle: 'Finderfee API',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
  return page;
}
