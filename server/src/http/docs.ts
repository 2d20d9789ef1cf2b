// /openapi.json and the reference page at /docs, which loads nothing from outside.
import { openapiDocument } from '@finderfee/contract/openapi.ts';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';

// The page's own scripts and styles are inline or from here; the policy makes sure of it.
const PAGE_POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'";

export async function registerDocs(app: FastifyInstance): Promise<void> {
  const document = openapiDocument();
  app.get('/openapi.json', () => document);
  await app.register(async (docs) => {
    docs.addHook('onSend', async (_request, reply) => {
      reply.header('content-security-policy', PAGE_POLICY);
    });
    await docs.register(scalar, {
      routePrefix: '/docs',
      logLevel: 'silent',
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
  });
}
