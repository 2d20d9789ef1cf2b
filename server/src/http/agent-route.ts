// Routes whose messages the protocol of an agent specifies, so that they are not in the contract.
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Endpoint } from '@finderfee/contract/endpoint.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { AppError } from '../app-error.ts';
import type { Config } from '../config.ts';
import type { McpContext } from '../mcp/mcp-deps.ts';
import { abortSignal } from './abort-signal.ts';
import { type AuthDeps, authenticate } from './auth.ts';
import { isJsonType } from './json-type.ts';
import { addressOf } from './rate-limits.ts';
import type { RouteDeps } from './route-deps.ts';

export const agentEndpoint = (path: string, summary: string): Endpoint => ({
  method: 'POST',
  path,
  tag: 'Products',
  summary,
  description: 'Its messages are specified by the protocol.',
  group: 'discovery',
  scope: 'discovery',
  // Hosted clients send the key so.
  bearer_key: true,
  feature: 'mcp',
  success: { status: 200, description: 'A message' },
});

const BODY_LIMIT_BYTES = 256 * 1024;

export interface AgentParts {
  auth: AuthDeps;
  deps: RouteDeps;
  rejectDisabled: (endpoint: Endpoint) => void;
}

type Answer = (request: FastifyRequest, context: McpContext, body: string) => Promise<Response>;

export function registerAgentRoute(
  app: FastifyInstance,
  endpoint: Endpoint,
  { auth, deps, rejectDisabled }: AgentParts,
  answer: Answer,
): void {
  const { config } = auth;
  app.route({
    method: 'POST',
    url: endpoint.path,
    config: { group: endpoint.group, bearer_key: true },
    bodyLimit: BODY_LIMIT_BYTES,
    onRequest: async (request: FastifyRequest) => {
      refuseOtherSites(request, config);
      request.caller = await authenticate(auth, endpoint, request.headers);
      rejectDisabled(endpoint);
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      if (!isJsonType(request.headers['content-type']?.trim() ?? '')) throw new AppError('unsupported_media_type');
      const context = toContext(request, { deps, config, signal: abortSignal(reply) });
      const response = await answer(request, context, (request.body as Buffer | undefined)?.toString() ?? '');
      for (const [name, value] of response.headers) if (name !== 'content-length') reply.header(name, value);
      reply.code(response.status);
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
      return reply.send(isStream ? Readable.fromWeb(response.body as ReadableStream) : await response.text());
    },
  });
}

const toContext = (
  request: FastifyRequest,
  { deps, config, signal }: { deps: RouteDeps; config: Config; signal: AbortSignal },
): McpContext => ({
  deps,
  features_off: config.FEATURES_OFF,
  read_only: config.READ_ONLY,
  caller: {
    scopes: request.caller.key?.scopes ?? [],
    name: `${request.caller.key?.id ?? ''} ${addressOf(request)}`,
    signal,
    onToolCall: (tool, outcome) => deps.metrics.countToolCall(tool, outcome),
    onFault: (error) => {
      if (!signal.aborted) request.log.error({ err: (error as Error).cause ?? error }, 'tool call failed');
    },
  },
});

const isLoopbackName = (name: string) => name === 'localhost' || name === '127.0.0.1' || name === '[::1]';

/** A page of another site must not reach the service, neither by its own address nor by a name that resolves to ours. */
function refuseOtherSites({ headers, socket }: FastifyRequest, config: Config): void {
  const { PUBLIC_URL, CORS_ORIGINS, TRUST_PROXY } = config;
  const site = PUBLIC_URL === undefined ? undefined : new URL(PUBLIC_URL);
  const host = headers.host ?? '';
  const isOwnHost = host === site?.host || isLoopbackName(hostnameOf(`http://${host}`));
  if (!TRUST_PROXY && isLoopback(socket.localAddress) && !isOwnHost)
    throw new AppError('cross_site', {
      detail: 'This Host is not allowed: set PUBLIC_URL to the address of the service',
    });
  const { origin } = headers;
  if (origin === undefined || CORS_ORIGINS.includes(origin) || CORS_ORIGINS.includes('*')) return;
  const isOwn = origin === site?.origin || (URL.canParse(origin) && new URL(origin).host === host);
  if (!isOwn) throw new AppError('cross_site', { detail: 'This Origin is not allowed: name it in CORS_ORIGINS' });
}

const hostnameOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname : '');

const isLoopback = (address = '') => ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
