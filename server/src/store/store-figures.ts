// What a store reports about itself for /metrics.

export interface QueueFigures {
  /** Calls queued or in flight. */
  waiting: number;
  /** Batches run, and the calls in them, since the store was opened. */
  batches: number;
  calls: number;
  /** Time that the batches took in all, commits included. */
  batches_s: number;
}

/** Connections to a database server. */
export interface PoolFigures {
  open: number;
  busy: number;
  max: number;
}

export interface StoreFigures {
  queues: Record<string, QueueFigures>;
  pools: Record<string, PoolFigures>;
}

/** The figures of several queues as one. */
export function sumFigures(all: QueueFigures[]): QueueFigures {
  const sum = { waiting: 0, batches: 0, calls: 0, batches_s: 0 };
  for (const { waiting, batches, calls, batches_s } of all) {
    sum.waiting += waiting;
    sum.batches += batches;
    sum.calls += calls;
    sum.batches_s += batches_s;
  }
  return sum;
}
