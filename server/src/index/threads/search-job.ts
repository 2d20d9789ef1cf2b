// The messages between the search queue and the search threads of any engine.
import type { ErrorCode } from '@finderfee/contract/errors.ts';
import type { IndexQuery, IndexResult, ProductSummary } from '../port.ts';
import type { StopReason } from '../work-budget.ts';

export type SearchJob = { kind: 'search'; query: IndexQuery } | { kind: 'summarise'; product_nos: Uint32Array };

/** `units`: the work budget of the job. */
export type JobMessage = SearchJob & { id: number; units: number };

/** For threads that receive messages while a job runs. Others read the shared number of `workerData`. */
interface AbandonMessage {
  kind: 'abandon';
  id: number;
}

/** `B`: what the engine broadcasts to all of its search threads. */
export type ToSearcher<B> = B | JobMessage | AbandonMessage;

export interface FromSearcher {
  id: number;
  result?: IndexResult | ProductSummary;
  stopped?: StopReason;
  error?: unknown;
  /** Of an `AppError`, because a thread receives an error without its class. */
  code?: ErrorCode;
  /** The index that the thread searched no longer exists. */
  is_outdated?: boolean;
}
