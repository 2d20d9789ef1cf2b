// POST /mcp: the Model Context Protocol over HTTP, without sessions. The SDK is loaded by the first request.
import type { Endpoint } from '@finderfee/contract/endpoint.ts';
import type { FastifyInstance } from 'fastify';
import type { McpHandler } from '../mcp/http-handler.ts';
import { type AgentParts, agentEndpoint, registerAgentRoute } from './agent-route.ts';

export const MCP_ENDPOINT = agentEndpoint('/mcp', 'Model Context Protocol');

export function registerMcp(app: FastifyInstance, parts: AgentParts): void {
  registerMcpAt(app, MCP_ENDPOINT, parts, async () => {
    const { createHttpHandler } = await import('../mcp/http-handler.ts');
    return createHttpHandler((await import('../mcp/create-server.ts')).createServer);
  });
}

export function registerMcpAt(
  app: FastifyInstance,
  endpoint: Endpoint,
  parts: AgentParts,
  load: () => Promise<McpHandler>,
): void {
  let loading: Promise<McpHandler> | undefined;
  app.addHook('onClose', async () => (await loading)?.close());
  registerAgentRoute(app, endpoint, parts, async (request, context, body) => {
    loading ??= load();
    const handler = await loading;
    return handler.answer({
      headers: request.headers,
      body,
      context,
      onMessage: (asked) => {
        request.asked = asked;
      },
      stopping: parts.deps.stopping,
    });
  });
}
