// Answers the HTTP requests of both eras of the protocol: with a handshake (up to 2025-11-25) and without (2026-07-28).
import type { IncomingHttpHeaders } from 'node:http';
import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { McpContext } from './mcp-deps.ts';
import { plainLine } from './shop-text.ts';

/** Open streams of clients that wait for changes of the lists, of which there are none. */
const MAX_SUBSCRIPTIONS = 100;
/** The SDK repeats names of tools and resources in its errors. */
const MAX_NAME_CHARS = 4000;
const INVALID_REQUEST = -32600;
const INVALID_PARAMS = -32602;

interface McpRequest {
  headers: IncomingHttpHeaders;
  body: string;
  context: McpContext;
  /** Receives the method, and the tool or prompt that it names. */
  onMessage: (asked: string) => void;
  /** Aborted on shutdown. Only streams end then: other requests are answered. */
  stopping: AbortSignal;
}

type CreateServer = (context: McpContext) => McpServer | Server;

export interface McpHandler {
  answer(request: McpRequest): Promise<Response>;
  close(): Promise<void>;
}

export function createHttpHandler(create: CreateServer): McpHandler {
  const modern = createMcpHandler(({ authInfo }) => create(authInfo!.extra!.context as McpContext), {
    legacy: 'reject',
    maxSubscriptions: MAX_SUBSCRIPTIONS,
  });
  return {
    answer: async ({ headers, body, context, onMessage, stopping }) => {
      const parsedBody = parse(body);
      const refusal = inspect(parsedBody, onMessage);
      if (refusal) return refusal;
      const { signal } = context.caller;
      const ends = isStream(parsedBody) ? AbortSignal.any([signal, stopping]) : signal;
      const request = toRequest(headers, body, ends);
      if (parsedBody !== undefined && (await isLegacyRequest(request, parsedBody)))
        return answerLegacy(create(context), request, parsedBody);
      const authInfo = { token: '', clientId: '', scopes: [...context.caller.scopes], extra: { context } };
      return modern.fetch(request, { authInfo, ...(parsedBody === undefined ? {} : { parsedBody }) });
    },
    close: () => modern.close(),
  };
}

/** One server per request, because the transport is stateless. */
async function answerLegacy(
  server: ReturnType<CreateServer>,
  request: Request,
  parsedBody: unknown,
): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody });
  } finally {
    await server.close();
  }
}

const isStream = (message: unknown) => (message as { method?: unknown } | null)?.method === 'subscriptions/listen';

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function toRequest(headers: IncomingHttpHeaders, body: string, signal: AbortSignal): Request {
  const sent = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (/^(mcp-|last-event-id$|content-type$)/.test(name)) sent.set(name, String(value));
  // Answers are JSON, also for clients that take nothing else, which the SDK refuses in the era with a handshake.
  sent.set('accept', 'application/json, text/event-stream');
  return new Request('http://localhost/mcp', { method: 'POST', headers: sent, body, signal });
}

function inspect(message: unknown, onMessage: (asked: string) => void): Response | undefined {
  // Only revisions before 2025-06-18 had batches, and a rate limit counts a request once.
  if (Array.isArray(message)) return refusal(INVALID_REQUEST, 'Send one message per request: there are no batches');
  if (typeof message !== 'object' || message === null) return undefined;
  const { id, method, params } = message as Record<string, unknown>;
  const { name, uri } = (typeof params === 'object' && params !== null ? params : {}) as Record<string, unknown>;
  if (typeof method === 'string') onMessage(plainLine(typeof name === 'string' ? `${method} ${name}` : method, 100));
  const isLong = [method, name, uri, id].some((text) => typeof text === 'string' && text.length > MAX_NAME_CHARS);
  return isLong
    ? refusal(INVALID_PARAMS, `id, method, name and uri have at most ${MAX_NAME_CHARS} characters`)
    : undefined;
}

const refusal = (code: number, message: string): Response =>
  Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status: 400 });
