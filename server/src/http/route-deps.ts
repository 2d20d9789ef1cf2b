// What routes get beside their input.
import type { FastifyBaseLogger } from 'fastify';
import type { Deps } from '../deps.ts';
import type { Caller } from './auth.ts';
import type { Metrics } from './metrics.ts';

/** What a route may use: the verbs' deps, and what only the transport knows. */
export interface RouteDeps extends Deps {
  metrics: Metrics;
  /** Hosts that were logged because links to them carry no click id. */
  untrackedHosts: Set<string>;
  isStopping: () => boolean;
  /** Aborted when the service stops: what goes on for ever ends then. */
  stopping: AbortSignal;
}

/** What of a request is no input: who sent it, how the answer is wanted, the log with its id, … */
export interface RouteContext {
  caller: Caller;
  isHead: boolean;
  acceptsEvents: boolean;
  log: FastifyBaseLogger;
  /** … and a signal for when the caller has gone away. */
  whenAbandoned: () => AbortSignal;
}
