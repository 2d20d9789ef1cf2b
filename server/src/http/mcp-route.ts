// POST /mcp: the Model Context Protocol over HTTP, without sessions. The SDK is loaded by the first request.
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

/** Not in the contract: its messages are specified by the protocol. */
export const MCP_ENDPOINT: Endpoint = {
  method: 'POST',
  path: '/mcp',
  tag: 'Products',
  summary: 'Model Context Protocol',
  description: 'Streamable HTTP without sessions.',
  group: 'discovery',
  scope: 'discovery',
  // Hosted clients send the key so.
  bearer_key: true,
  feature: 'mcp',
  success: { status: 200, description: 'A JSON-RPC message' },
};

const BODY_LIMIT_BYTES = 256 * 1024;

interface Parts {
  auth: AuthDeps;
  deps: RouteDeps;
  rejectDisabled: () => void;
}

export function registerMcp(app: FastifyInstance, { auth, deps, rejectDisabled }: Parts): void {
  const { config } = auth;
  const load = async () => (await import('../mcp/http-handler.ts')).createHttpHandler();
  let loading: ReturnType<typeof load> | undefined;
  app.addHook('onClose', async () => (await loading)?.close());
  app.route({
    method: 'POST',
    url: MCP_ENDPOINT.path,
    config: { group: MCP_ENDPOINT.group, bearer_key: true },
    bodyLimit: BODY_LIMIT_BYTES,
    onRequest: async (request: FastifyRequest) => {
      refuseOtherSites(request, config);
      request.caller = await authenticate(auth, MCP_ENDPOINT, request.headers);
      rejectDisabled();
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      if (!isJsonType(request.headers['content-type']?.trim() ?? '')) throw new AppError('unsupported_media_type');
      loading ??= load();
      const handler = await loading;
      const response = await handler.answer({
        headers: request.headers,
        body: (request.body as Buffer | undefined)?.toString() ?? '',
        context: toContext(request, { deps, config, signal: abortSignal(reply) }),
        onMessage: (asked) => {
          request.asked = asked;
        },
        stopping: deps.stopping,
      });
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
