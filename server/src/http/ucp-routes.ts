// The catalogue in the Universal Commerce Protocol: its profile, and the same operations as REST and as tools.
import type { Endpoint } from '@finderfee/contract/endpoint.ts';
import type { FastifyInstance } from 'fastify';
import { type AgentParts, agentEndpoint, registerAgentRoute } from './agent-route.ts';
import { registerMcpAt } from './mcp-route.ts';

const PROFILE: Endpoint = {
  ...agentEndpoint('/.well-known/ucp', 'Profile of the Universal Commerce Protocol'),
  method: 'GET',
  group: 'open',
};
/** The protocol requires at least a minute. */
const PROFILE_CACHING = 'public, max-age=300';
const TOOLS = agentEndpoint('/ucp/mcp', 'Tools of the Universal Commerce Protocol');
const REST = {
  search_catalog: agentEndpoint('/ucp/catalog/search', 'Search the catalogue'),
  lookup_catalog: agentEndpoint('/ucp/catalog/lookup', 'Look up products'),
  get_product: agentEndpoint('/ucp/catalog/product', 'Get a product'),
};

export const UCP_ENDPOINTS: readonly Endpoint[] = [PROFILE, TOOLS, ...Object.values(REST)];

export function registerUcp(app: FastifyInstance, given: AgentParts): void {
  const rejectDisabled = (endpoint: Endpoint) => {
    given.rejectDisabled(endpoint);
    given.rejectDisabled({ ...endpoint, feature: 'discovery' });
  };
  const parts = { ...given, rejectDisabled };
  app.get(PROFILE.path, { config: { group: PROFILE.group } }, async (_request, reply) => {
    rejectDisabled(PROFILE);
    const { ucpProfile } = await import('../mcp/ucp/profile.ts');
    return reply.header('cache-control', PROFILE_CACHING).send(ucpProfile(given.deps.baseUrl()));
  });
  registerMcpAt(app, TOOLS, parts, async () => {
    const { createHttpHandler } = await import('../mcp/http-handler.ts');
    return createHttpHandler((await import('../mcp/ucp/create-ucp-server.ts')).createUcpServer);
  });
  for (const [name, endpoint] of Object.entries(REST))
    registerAgentRoute(app, endpoint, parts, async (request, context, body) => {
      request.asked = name;
      const { answerRest } = await import('../mcp/ucp/operations.ts');
      return answerRest(context, name, body);
    });
}
