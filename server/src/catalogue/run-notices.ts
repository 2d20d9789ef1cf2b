// Logs the start and end of every import, whether the service or a command runs it.
import { BackgroundLoop } from '../background-loop.ts';
import type { Notices } from '../log.ts';
import type { FeedRun } from '../store/feed-store.ts';
import { toIso } from '../text/to-iso.ts';
import type { FeedDeps } from './catalogue-deps.ts';
import type { ImportReport } from './import-report.ts';
import { effectiveRun } from './runner.ts';

const POLL_MS = 1000;
const RETRY_MS = 10_000;
/** Recent runs read per poll. */
const MAX_RUNS = 20;

export class RunNotices {
  readonly #store: FeedDeps['store'];
  readonly #log: Notices;
  readonly #loop: BackgroundLoop;
  /** Runs whose start is logged and whose end is not. */
  readonly #open = new Set<number>();
  /** Runs whose process died. They are logged at the next poll, because the scheduler may record the reason by then. */
  readonly #died = new Set<number>();
  #newest: number | undefined;

  constructor({ store }: FeedDeps, log: Notices, onFault: (error: unknown) => void) {
    this.#store = store;
    this.#log = log;
    this.#loop = new BackgroundLoop({ run: () => this.#poll(), rest_ms: POLL_MS, retry_ms: RETRY_MS, onFault });
  }

  start(): void {
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  async #poll(): Promise<boolean> {
    const runs = (await this.#store.listRuns({ feed: null, before: null, limit: MAX_RUNS })).reverse();
    const isFirstPoll = this.#newest === undefined;
    for (const run of runs) {
      const isNew = run.id > (this.#newest ?? 0);
      if (isNew && (!isFirstPoll || effectiveRun(run).state === 'running')) this.#logStart(run);
    }
    this.#newest = Math.max(this.#newest ?? 0, runs.at(-1)?.id ?? 0);
    for (const id of this.#open) {
      const run = runs.find((one) => one.id === id) ?? (await this.#store.getRun({ id }));
      if (!run) this.#open.delete(id);
      else if (effectiveRun(run).state !== 'running') await this.#end(run);
    }
    return false;
  }

  #logStart({ id, feed, mode, source }: FeedRun): void {
    this.#open.add(id);
    this.#log.info({ run: id, ...(feed ? { feed } : {}), mode, source }, 'import started');
  }

  async #end(run: FeedRun): Promise<void> {
    const isRecorded = run.state !== 'running';
    if (!isRecorded && !this.#died.has(run.id)) {
      this.#died.add(run.id);
      return;
    }
    this.#died.delete(run.id);
    this.#open.delete(run.id);
    await this.#logEnd(effectiveRun(run));
  }

  async #logEnd({ id, feed, state, message, report, started_at_ms, finished_at_ms }: FeedRun): Promise<void> {
    const fields = { run: id, ...(feed ? { feed } : {}), ...countsOf(report) };
    if (state === 'done' || state === 'unchanged') {
      const seconds = Math.round(((finished_at_ms ?? started_at_ms) - started_at_ms) / 100) / 10;
      this.#log.info(
        { ...fields, seconds },
        state === 'done' ? 'import finished' : 'import skipped: the source has not changed',
      );
      return;
    }
    const registered = feed ? await this.#store.getFeed({ id: feed }) : null;
    const next = registered && {
      failures: registered.failures,
      next_run_at: registered.is_paused ? null : toIso(registered.next_run_at_ms),
    };
    this.#log.warn({ ...fields, reason: message, ...next }, `import ${state === 'stopped' ? 'stopped' : 'failed'}`);
  }
}

function countsOf(report: string) {
  const counts = JSON.parse(report || '{}') as Partial<ImportReport>;
  const { rows, inserted, updated, unchanged, deleted, rejected } = counts;
  return { rows, inserted, updated, unchanged, deleted, rejected };
}
