// What routes get beside their input.
import type { Deps } from '../deps.ts';
import type { Log } from '../log.ts';
import type { Caller } from './auth.ts';
import type { Metrics } from './metrics.ts';

/** What a route may use: the verbs' deps, and what only the transport knows. */
export interface RouteDeps extends Deps {
  metrics: Metrics;
  log: Log;
  isReady: () => boolean;
}

/** What of a request is no input: who sent it, and whether only the headers are wanted. */
export interface RouteContext {
  caller: Caller;
  isHead: boolean;
}
