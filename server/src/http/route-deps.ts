// Arguments of a route other than its input.
import type { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import type { Postback } from '../conversions/receive-postback.ts';
import type { Deps } from '../deps.ts';
import type { EffectiveSetting } from '../effective-settings.ts';
import type { ConsoleSessions } from '../keys/console-sessions.ts';
import type { Caller } from './auth.ts';
import type { Metrics } from './metrics.ts';

/** The dependencies of verbs and of the transport. */
export interface RouteDeps extends Deps {
  sessions: ConsoleSessions;
  settings: readonly EffectiveSetting[];
  metrics: Metrics;
  /** Hosts already logged for links without a click id. */
  untrackedHosts: Set<string>;
  isStopping: () => boolean;
  /** Aborted on shutdown, to end event streams. */
  stopping: AbortSignal;
}

/** Per-request context that is not part of the endpoint's input. */
export interface RouteContext {
  caller: Caller;
  /** The key and address of the caller, as one text. */
  callerName: () => string;
  isHead: boolean;
  acceptsEvents: boolean;
  /** The uploaded file; null if the request has no body. */
  file: () => Readable | null;
  postbackFields: () => Pick<Postback, 'fields' | 'body_fault'>;
  /** Counts a guessed token against the address of the caller, and throws once it has guessed too often. */
  chargeUnknownToken: () => void;
  signIn: {
    /** Throws if another site makes the request, or if the address of the caller has failed too often. */
    admit: () => void;
    countFailure: () => void;
    /** Whether the caller is on this machine. */
    isLocal: () => boolean;
    /** `Set-Cookie` for a token; null deletes it. */
    cookie: (token: string | null) => string;
  };
  /** Logs with the id of the request. */
  log: FastifyBaseLogger;
  /** Aborted when the client disconnects. */
  abortSignal: () => AbortSignal;
}

/** Emails are masked for callers whose key lacks the scope `pii`. */
export const sightOf = ({ caller }: Pick<RouteContext, 'caller'>) => ({
  seesEmails: caller.key?.scopes.includes('pii') ?? false,
});
