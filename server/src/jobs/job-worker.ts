// Runs due jobs, with retries and back-off, until each is done or dead.
import { AppError } from '../app-error.ts';
import { BackgroundLoop } from '../background-loop.ts';
import type { LedgerStore } from '../store/ledger-store.ts';
import type { StoreDeps } from '../store-deps.ts';
import { maskSecrets } from '../text/mask.ts';

const POLL_MS = 200;
const RETRY_MS = 1000;
const BATCH = 100;
const MAX_ATTEMPTS = 10;
const BACK_OFF_MS = { first: 500, longest: 5 * 60_000 };

export function createJobWorker(deps: StoreDeps<LedgerStore>, onFault: (error: unknown) => void): BackgroundLoop {
  return new BackgroundLoop({ run: () => runDue(deps), rest_ms: POLL_MS, retry_ms: RETRY_MS, onFault });
}

/** Runs one batch of due jobs. Resolves to true if more are likely due. */
async function runDue(deps: StoreDeps<LedgerStore>): Promise<boolean> {
  const due = await deps.store.listDueJobs({ now_ms: deps.clock.now_ms(), limit: BATCH });
  const outcomes = await Promise.allSettled(due.map((job) => runOne(deps, job)));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
  return due.length === BATCH;
}

/** Errors of the store, not of the job: overload, a locked or unreadable file, a full disk. */
const STORE_FAULTS = new Set(['store_unavailable', 'overloaded', 'not_ready']);

/** Counts an attempt only if the job itself failed. After a store error the job stays due. */
async function runOne(
  { store, clock }: StoreDeps<LedgerStore>,
  { id, attempts }: { id: string; attempts: number },
): Promise<void> {
  try {
    await store.runJob({ id, now_ms: clock.now_ms() });
  } catch (error) {
    if (error instanceof AppError && STORE_FAULTS.has(error.code)) throw error;
    const delay = Math.min(BACK_OFF_MS.first * 2 ** attempts, BACK_OFF_MS.longest);
    // Jitter, so that jobs that failed together are not retried together.
    const due_at_ms = clock.now_ms() + Math.round(delay * (0.5 + Math.random()));
    const reason = maskSecrets(String((error as { cause?: unknown }).cause ?? error));
    await store.failJob({ id, error: reason, due_at_ms, max_attempts: MAX_ATTEMPTS });
  }
}
