// Heap limits of threads that alternate between bulk work, such as an import, and long idle times.
import type { WorkerOptions } from 'node:worker_threads';

/**
 * An idle thread keeps its young generation allocated, so these threads get a small one. Measured while importing 300,000
 * products: 0.9 GB instead of 1.25, for at most 3 % more CPU time.
 */
export const BULK_WORKER = { resourceLimits: { maxYoungGenerationSizeMb: 12 } } satisfies WorkerOptions;
