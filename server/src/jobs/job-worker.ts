// Runs due jobs, with retries and back-off, until each is done or dead.
import { AppError } from '../app-error.ts';
import { BackgroundLoop } from '../background-loop.ts';
import type { LedgerStore, StoredJob } from '../store/ledger-store.ts';
import type { StoreDeps } from '../store-deps.ts';
import { maskSecrets } from '../text/mask.ts';

const POLL_MS = 200;
const RETRY_MS = 1000;
const BATCH = 100;
const MAX_ATTEMPTS = 10;
const BACK_OFF_MS = { first: 500, longest: 5 * 60_000 };

/** A job of a worker that died is due again after this time. */
const LEASE_MS = 10_000;

interface JobDeps extends StoreDeps<LedgerStore> {
  reward_max_pct: number;
}

export function createJobWorker(deps: JobDeps, onFault: (error: unknown) => void): BackgroundLoop {
  /** Jobs that a store error interrupted. They run first, because no worker can take them before the lease ends. */
  let interrupted: StoredJob[] = [];
  const run = async (): Promise<boolean> => {
    const limit = BATCH - interrupted.length;
    const taken = await deps.store.takeDueJobs({ now_ms: deps.clock.now_ms(), limit, lease_ms: LEASE_MS });
    const jobs = [...interrupted, ...taken];
    const outcomes = await Promise.allSettled(jobs.map((job) => runOne(deps, job)));
    interrupted = jobs.filter((_, i) => outcomes[i]!.status === 'rejected');
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
    return jobs.length === BATCH;
  };
  return new BackgroundLoop({ run, rest_ms: POLL_MS, retry_ms: RETRY_MS, onFault });
}

/** Errors of the store, not of the job: overload, a locked or unreadable file, a full disk. */
const STORE_FAULTS = new Set(['store_unavailable', 'overloaded', 'not_ready']);

/** Counts an attempt only if the job itself failed. After a store error the worker tries it again. */
async function runOne(
  { store, clock, reward_max_pct }: JobDeps,
  { id, attempts }: { id: string; attempts: number },
): Promise<void> {
  try {
    await store.runJob({ id, reward_max_pct, now_ms: clock.now_ms() });
  } catch (error) {
    if (error instanceof AppError && STORE_FAULTS.has(error.code)) throw error;
    const delay = Math.min(BACK_OFF_MS.first * 2 ** attempts, BACK_OFF_MS.longest);
    // Jitter, so that jobs that failed together are not retried together.
    const due_at_ms = clock.now_ms() + Math.round(delay * (0.5 + Math.random()));
    const reason = maskSecrets(String((error as { cause?: unknown }).cause ?? error));
    await store.failJob({ id, error: reason, due_at_ms, max_attempts: MAX_ATTEMPTS });
  }
}
