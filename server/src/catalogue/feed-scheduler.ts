// Starts runs of registered feeds when they are due. Each run has its own process, so that a large or broken file
// neither delays searches nor crashes the service.
import { BackgroundLoop } from '../background-loop.ts';
import type { RegisteredFeed, RunRequest } from '../store/feed-store.ts';
import type { FeedDeps } from './catalogue-deps.ts';
import { recordDeadRun } from './feed-failure.ts';

const POLL_MS = 1000;
const RETRY_MS = 10_000;

export interface RunEnd {
  /** Exit code of the process; null if a signal ended it or it could not be started. */
  code: number | null;
  /** How it ended, as a sentence for the operator. */
  message: string;
  /** What the process said last. */
  reason: string;
  /** The end of its stderr output. */
  stderr: string;
}

export interface RunningFeed {
  /** Resolves when the process has ended. Never rejects. */
  ended: Promise<RunEnd>;
  kill(): void;
}

/** Exit code of a run that failed. Usually the command has recorded the failure itself. */
const FAILED = 1;

export interface SchedulerOptions {
  start: (id: string, request: RunRequest) => RunningFeed;
  max_concurrent: number;
  onFault: (error: unknown) => void;
}

export class FeedScheduler {
  readonly #deps: FeedDeps;
  readonly #options: SchedulerOptions;
  readonly #loop: BackgroundLoop;
  readonly #running = new Map<string, { kill(): void; settled: Promise<void>; request: RunRequest }>();

  constructor(deps: FeedDeps, options: SchedulerOptions) {
    this.#deps = deps;
    this.#options = options;
    const { onFault } = options;
    this.#loop = new BackgroundLoop({ run: () => this.#poll(), rest_ms: POLL_MS, retry_ms: RETRY_MS, onFault });
  }

  start(): void {
    this.#loop.start();
  }

  /** Kills running imports. They are due again at the next start. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    const now_ms = this.#deps.clock.now_ms();
    const running = [...this.#running];
    // Kill all of them first: a store error below must not leave a process behind.
    for (const [, run] of running) run.kill();
    for (const [id, run] of running) {
      await run.settled;
      await this.#deps.store.updateFeed({
        id,
        next_run_at_ms: now_ms,
        run_request: run.request === 'run' ? null : run.request,
      });
    }
  }

  async #poll(): Promise<boolean> {
    const { store, clock } = this.#deps;
    const now_ms = clock.now_ms();
    for (const feed of await store.listDueFeeds({ now_ms, limit: 100 })) {
      const { id, every_ms, run_request } = feed;
      if (this.#running.size >= this.#options.max_concurrent) break;
      if (this.#running.has(id)) continue;
      // The run sets its own due time when it ends. This one counts if it never does.
      const next_run_at_ms = now_ms + every_ms;
      if (!(await store.claimFeed({ id, if_due: feed, next_run_at_ms }))) continue;
      const { ended, kill } = this.#options.start(id, run_request ?? 'run');
      const settled = ended
        .then((end) => this.#settle({ ...feed, next_run_at_ms }, end))
        .catch(this.#options.onFault)
        .finally(() => this.#running.delete(id));
      this.#running.set(id, { kill, settled, request: run_request ?? 'run' });
    }
    return false;
  }

  /** A run records its own result. This does it for a run whose process died first. */
  async #settle(feed: RegisteredFeed, { code, message, stderr }: RunEnd): Promise<void> {
    if (code === 0 || this.#loop.isStopped) return;
    const now = await this.#deps.store.getFeed({ id: feed.id });
    if (!now || now.failures !== feed.failures) return;
    if (code === FAILED && now.next_run_at_ms !== feed.next_run_at_ms) return;
    this.#options.onFault(
      new Error(`the run of feed ${feed.id} ended unexpectedly: ${message}${stderr ? `\n${stderr}` : ''}`),
    );
    await recordDeadRun(this.#deps, feed, message);
  }
}
