// Builds the Fastify application: hooks, authentication, limits, and one route per endpoint of the contract.
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { DEFAULT_BODY_LIMIT_BYTES, type Endpoint } from '@finderfee/contract/endpoint.ts';
import { type EndpointName, endpoints, type Input } from '@finderfee/contract/endpoints.ts';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { AppError } from '../app-error.ts';
import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import type { EffectiveSetting } from '../effective-settings.ts';
import { ConsoleSessions } from '../keys/console-sessions.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { SignInLink } from '../keys/sign-in-link.ts';
import type { Log } from '../log.ts';
import { maskSecrets } from '../text/mask.ts';
import { abortSignal } from './abort-signal.ts';
import { recordChange } from './audit.ts';
import { type AuthDeps, authenticate, type Caller } from './auth.ts';
import { BodyReader } from './body-reader.ts';
import { CONNECTION_LIMITS, type ConnectionLimits, createBoundedServer, liftBodyLimit } from './bounded-server.ts';
import { registerConsolePages } from './console-pages.ts';
import { CustomReply } from './custom-reply.ts';
import { registerDocs } from './docs.ts';
import { acceptsEvents, EventStream, sendEvents } from './event-stream.ts';
import { registerHomePage } from './home-page.ts';
import { isJsonType } from './json-type.ts';
import { LARGE_BODY_BYTES, LargeBodies } from './large-bodies.ts';
import { MCP_ENDPOINT, registerMcp } from './mcp-route.ts';
import { Metrics } from './metrics.ts';
import { admitTooLarge, postbackFields } from './postback-fields.ts';
import { addressOf, type Cost, RateLimits } from './rate-limits.ts';
import { rejectUnknownRoutes } from './reject-unknown-routes.ts';
import type { RouteContext, RouteDeps } from './route-deps.ts';
import { type Route, routes } from './routes.ts';
import { sendError } from './send-error.ts';
import { answerClientError, requestId, SERVER_TIMEOUTS } from './server-options.ts';
import { isLocal, isSameSite, sessionCookie } from './session-cookie.ts';
import { registerTryPage, type TryPage } from './try-page.ts';
import { registerUcp, UCP_ENDPOINTS } from './ucp-routes.ts';
import { loggableUrl, parseQuery, repairPath, toRouterPath } from './url.ts';
import { validate } from './validation.ts';

export interface AppOptions {
  config: Config;
  deps: Deps;
  keyRing: KeyRing;
  /** As the operator sees them. */
  settings?: readonly EffectiveSetting[];
  log: Log;
  /** Makes /readyz answer 503. */
  isStopping?: () => boolean;
  /** Serves the page at /try. */
  tryPage?: TryPage;
  /** Signs in to the console. */
  signInLink?: SignInLink;
  connectionLimits?: ConnectionLimits;
  requestLogLevel?: 'info' | 'debug';
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
    /** What a request to /mcp asks for, for its log line. */
    asked?: string;
  }
  interface FastifyContextConfig {
    group?: Endpoint['group'];
    takes_file?: Endpoint['takes_file'];
    error_pages?: Endpoint['error_pages'] | undefined;
    bearer_key?: Endpoint['bearer_key'];
  }
}

/** The contract validates requests. Loading Fastify's unused schema compilers takes a tenth of the start time. */
const noCompiler = () => {
  throw new Error('routes must not have a Fastify schema');
};

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const {
    config,
    deps,
    keyRing,
    log,
    settings = [],
    isStopping = () => false,
    tryPage,
    signInLink,
    connectionLimits = CONNECTION_LIMITS,
    requestLogLevel = 'info',
  } = options;
  const metrics = new Metrics(deps);
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: requestId,
    bodyLimit: DEFAULT_BODY_LIMIT_BYTES,
    trustProxy: trustProxy(config),
    rewriteUrl: (request) => repairPath(request.url ?? '/'),
    routerOptions: { querystringParser: parseQuery, maxParamLength: 16_384, ignoreTrailingSlash: false },
    // Requests on open connections are answered during shutdown: see stop-gracefully.ts.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    serverFactory: (handler, opts) =>
      createBoundedServer(handler, opts as never, connectionLimits, (reason) => metrics.countCut(reason)),
    clientErrorHandler: answerClientError,
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    ...SERVER_TIMEOUTS,
  });

  app.decorateRequest('caller');
  app.decorateRequest('asked');
  // Bodies stay raw bytes here. They are parsed by the endpoint's schema, after authentication.
  const bodies = new BodyReader();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (request: FastifyRequest, body: IncomingMessage): Promise<unknown> => {
    const { bodyLimit, config: of } = request.routeOptions;
    if (of.takes_file) {
      liftBodyLimit(body);
      return Promise.resolve(body);
    }
    const read = bodies.read(body, bodyLimit!);
    return of.group === 'postback' ? read.catch(admitTooLarge) : read;
  });
  app.setErrorHandler(sendError);
  observeRequests(app, metrics, requestLogLevel);
  const hasConsole = !config.FEATURES_OFF.includes('console');
  const pages = [...(tryPage ? ['/try'] : []), ...(hasConsole ? ['/console', '/console/'] : [])];
  rejectUnknownRoutes(app, [...Object.values(endpoints), MCP_ENDPOINT, ...UCP_ENDPOINTS], pages);

  // Optional features are loaded on demand.
  if (config.CORS_ORIGINS.length > 0) await app.register(import('@fastify/cors'), corsOptions(config));
  const checksTokens = config.JWT_JWKS_URL || config.JWT_SECRET;
  const checkBearer = checksTokens ? (await import('./bearer.ts')).createBearerCheck(config) : undefined;

  const limits = limitRates(app, { config, keyRing, clock: deps.clock, instances: deps.instances });
  const sessions = new ConsoleSessions(deps, keyRing, signInLink);
  const auth: AuthDeps = { config, keyRing, sessions, checkBearer, keyUses: deps.keyUses };
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());
  const routeDeps: RouteDeps = {
    ...{ ...deps, settings, sessions, metrics, untrackedHosts: new Set(), isStopping },
    stopping: stopping.signal,
  };
  const largeBodies = new LargeBodies();
  app.addHook('onClose', () => largeBodies.close());
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    registerEndpoint(app, name, routes[name], { auth, limits, largeBodies, deps: routeDeps });
  }
  registerAgents(app, auth, routeDeps);
  registerHomePage(app, config, { hasTryPage: tryPage !== undefined, hasConsole });
  registerDocs(app, config);
  if (tryPage) registerTryPage(app, tryPage);
  if (hasConsole) registerConsolePages(app, { hasTryPage: tryPage !== undefined });
  return app;
}

function registerAgents(app: FastifyInstance, auth: AuthDeps, deps: RouteDeps): void {
  const parts = { auth, deps, rejectDisabled: (of: Endpoint) => rejectDisabled(auth.config, of, deps) };
  registerMcp(app, parts);
  registerUcp(app, parts);
}

interface EndpointParts {
  auth: AuthDeps;
  limits: RateLimits;
  largeBodies: LargeBodies;
  deps: RouteDeps;
}

function registerEndpoint<N extends EndpointName>(
  app: FastifyInstance,
  name: N,
  route: Route<N>,
  { auth, limits, largeBodies, deps }: EndpointParts,
) {
  const endpoint: Endpoint = endpoints[name];
  const { status, contentType } = endpoint.success;
  app.route({
    method: endpoint.method,
    url: toRouterPath(endpoint.path),
    config: { group: endpoint.group, error_pages: endpoint.error_pages, takes_file: endpoint.takes_file },
    bodyLimit: endpoint.body_limit_bytes ?? DEFAULT_BODY_LIMIT_BYTES,
    onRequest: async (request: FastifyRequest) => {
      request.caller = await authenticate(auth, endpoint, request.headers);
      rejectDisabled(auth.config, endpoint, deps);
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      if (endpoint.body) requireJson(request);
      const raw = {
        params: request.params as Record<string, string>,
        query: endpoint.takes_fields ? {} : (request.query as Record<string, string>),
        headers: request.headers,
        body: request.body as Buffer | undefined,
      };
      const isLarge = endpoint.body && raw.body && raw.body.length > LARGE_BODY_BYTES;
      const input: Input<N> = isLarge ? await largeBodies.validate(name, raw) : validate(endpoints[name], raw);
      limits.charge(request, reply, costOfBody(request, input));
      const result = await route(deps, input, toContext(request, reply, { limits, config: auth.config }));
      const body = result instanceof CustomReply ? result.body : result;
      await recordChange(deps, request, { name, params: input.params, reply: body });
      reply.code(status);
      if (result instanceof EventStream) return sendEvents(reply, result);
      if (result instanceof CustomReply) reply.headers(result.headers).code(result.status ?? status);
      if (contentType ?? isChunked(body))
        reply.header('content-type', contentType ?? 'application/json; charset=utf-8');
      return reply.send(isChunked(body) ? Readable.from(body) : body);
    },
  });
}

const toContext = (
  request: FastifyRequest,
  reply: FastifyReply,
  { limits, config }: { limits: RateLimits; config: Config },
): RouteContext => ({
  caller: request.caller,
  callerName: () => `${request.caller.key?.id ?? ''} ${addressOf(request)}`,
  isHead: request.method === 'HEAD',
  acceptsEvents: acceptsEvents(request.headers.accept),
  file: () => (request.body instanceof Readable && request.headers['content-length'] !== '0' ? request.body : null),
  postbackFields: () => postbackFields(request),
  chargeUnknownToken: () => limits.chargeUnknownToken(request, reply),
  signIn: {
    admit: () => admitSignIn(request, reply, { limits, config }),
    countFailure: () => limits.countFailedSignIn(request),
    isLocal: () => isLocal(request, config),
    cookie: (token) => sessionCookie(token, request, config),
  },
  log: request.log,
  abortSignal: () => abortSignal(reply),
});

/** Another site must not sign a person in. */
function admitSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  { limits, config }: { limits: RateLimits; config: Config },
): void {
  if (!isSameSite(request.headers, config)) throw new AppError('cross_site');
  limits.admitSignIn(request, reply);
}

function rejectDisabled(config: Config, endpoint: Endpoint, { disk }: RouteDeps): void {
  if (endpoint.feature && config.FEATURES_OFF.includes(endpoint.feature)) throw new AppError('feature_off');
  if (endpoint.writes && config.READ_ONLY) throw new AppError('read_only');
  if (endpoint.writes && disk.isLow) throw new AppError('disk_low');
}

/** Large replies are streamed as chunks of text, with back-pressure. */
const isChunked = (body: unknown): body is AsyncIterable<string> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

function trustProxy({ TRUST_PROXY }: Config) {
  return typeof TRUST_PROXY === 'number' ? (_address: string, hop: number) => hop < TRUST_PROXY : TRUST_PROXY;
}

function requireJson({ headers }: FastifyRequest): void {
  const type = headers['content-type'];
  if (type && !isJsonType(type.trim())) throw new AppError('unsupported_media_type');
}

/** nginx's status for a client that disconnected before the answer. Only logged and counted. */
const CLIENT_CLOSED_REQUEST = 499;

/** One log line and one measurement per request. */
function observeRequests(app: FastifyInstance, metrics: Metrics, level: 'info' | 'debug'): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff' });
    let isObserved = false;
    const end = (status: number) => {
      if (!isObserved) request.log[level](observe(request, reply, metrics, status), 'request');
      isObserved = true;
    };
    reply.raw.once('finish', () => end(reply.statusCode));
    reply.raw.once('close', () => end(reply.raw.headersSent ? reply.statusCode : CLIENT_CLOSED_REQUEST));
  });
}

/** Counts a request and returns the fields of its log line. */
function observe(request: FastifyRequest, reply: FastifyReply, metrics: Metrics, status: number) {
  const route = request.routeOptions.url ?? 'unknown';
  metrics.observe(request.method, route, status, reply.elapsedTime);
  return {
    method: request.method,
    route,
    url: loggableUrl(request.url),
    status,
    ms: Math.round(reply.elapsedTime * 100) / 100,
    ...(request.asked ? { asked: request.asked } : {}),
    ...(request.caller?.key ? { key_id: request.caller.key.id } : {}),
    ...maskedToken(request.caller?.token),
  };
}

/** Masked, because some issuers use the email as the subject. */
function maskedToken(token: Caller['token']) {
  if (!token) return {};
  return { sub: maskSecrets(token.sub ?? ''), iss: maskSecrets(token.iss ?? '') };
}

function corsOptions({ CORS_ORIGINS }: Config) {
  return {
    strictPreflight: false,
    origin: CORS_ORIGINS.includes('*') ? '*' : CORS_ORIGINS,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: ['x-request-id', 'retry-after', 'idempotent-replayed', 'preference-applied'],
  };
}

/** Charges each request before any work, by its headers. */
function limitRates(app: FastifyInstance, options: ConstructorParameters<typeof RateLimits>[0]): RateLimits {
  const limits = new RateLimits(options);
  app.addHook('onRequest', async (request, reply) => {
    limits.charge(request, reply, { requests: 1, bytes: declaredBytes(request) });
  });
  const { KEYLESS, KEYLESS_RATE_LIMIT, KEYLESS_BYTES_LIMIT, TRUST_PROXY } = options.config;
  if (KEYLESS.length > 0 && (KEYLESS_RATE_LIMIT || KEYLESS_BYTES_LIMIT) && !TRUST_PROXY)
    app.log.info('keyless requests from private addresses are not rate-limited; behind a proxy, set TRUST_PROXY');
  return limits;
}

const declaredBytes = ({ headers }: FastifyRequest): number => Number(headers['content-length'] ?? 0) || 0;

/** Cost that the headers do not show: list items after the first, and bytes of a chunked body. */
const costOfBody = (request: FastifyRequest, { body }: { body?: unknown }): Cost => ({
  requests: 0,
  items: Array.isArray(body) ? Math.max(0, body.length - 1) : 0,
  bytes: Math.max(0, ((request.body as Buffer | undefined)?.length ?? 0) - declaredBytes(request)),
});
