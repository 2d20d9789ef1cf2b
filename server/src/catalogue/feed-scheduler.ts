// Starts the runs of registered feeds when their time has come. Each runs in a process of its own, so that reading a
// large file never makes a search wait, and a file that breaks its reader breaks nothing else.
import { BackgroundLoop } from '../background-loop.ts';
import type { StoreDeps } from '../deps.ts';
import type { RegisteredFeed, RunRequest } from '../store/catalogue-port.ts';
import { recordDeadRun } from './feed-failure.ts';

const LOOK_MS = 1000;
const RETRY_MS = 10_000;

export interface RunEnd {
  /** The exit code of its process; null when a signal ended it or it could not be started. */
  code: number | null;
  /** How it ended, in a sentence. */
  message: string;
  /** The last of what it wrote to stderr. */
  stderr: string;
}

export interface RunningFeed {
  /** Resolves when the run is over, whatever came of it. */
  ended: Promise<RunEnd>;
  kill(): void;
}

/** The command has recorded the run, or could not. */
const FAILED = 1;

export interface SchedulerOptions {
  start: (id: string, request: RunRequest) => RunningFeed;
  at_once: number;
  onFault: (error: unknown) => void;
}

export class FeedScheduler {
  readonly #deps: StoreDeps;
  readonly #options: SchedulerOptions;
  readonly #loop: BackgroundLoop;
  readonly #running = new Map<string, { kill(): void; over: Promise<void>; request: RunRequest }>();

  constructor(deps: StoreDeps, options: SchedulerOptions) {
    this.#deps = deps;
    this.#options = options;
    const { onFault } = options;
    this.#loop = new BackgroundLoop({ run: () => this.#look(), rest_ms: LOOK_MS, retry_ms: RETRY_MS, onFault });
  }

  start(): void {
    this.#loop.start();
  }

  /** Ends what runs: it is begun anew the next time. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    const now_ms = this.#deps.clock.now_ms();
    const running = [...this.#running];
    // All of them first: a store that fails below must not leave one behind.
    for (const [, run] of running) run.kill();
    for (const [id, run] of running) {
      await run.over;
      await this.#deps.store.updateFeed({
        id,
        next_run_at_ms: now_ms,
        run_request: run.request === 'run' ? null : run.request,
      });
    }
  }

  async #look(): Promise<boolean> {
    const { store, clock } = this.#deps;
    const now_ms = clock.now_ms();
    for (const feed of await store.listDueFeeds({ now_ms, limit: 100 })) {
      const { id, every_ms, run_request } = feed;
      if (this.#running.size >= this.#options.at_once) break;
      if (this.#running.has(id)) continue;
      // The end of the run sets its own; should it never come, this one counts.
      const next_run_at_ms = now_ms + every_ms;
      await store.updateFeed({ id, run_request: null, next_run_at_ms });
      const { ended, kill } = this.#options.start(id, run_request ?? 'run');
      const over = ended
        .then((end) => this.#settle({ ...feed, next_run_at_ms }, end))
        .catch(this.#options.onFault)
        .finally(() => this.#running.delete(id));
      this.#running.set(id, { kill, over, request: run_request ?? 'run' });
    }
    return false;
  }

  /** A run records how it ended and sets the next time. One whose process died could not: then it is done here. */
  async #settle(feed: RegisteredFeed, { code, message, stderr }: RunEnd): Promise<void> {
    if (code === 0 || this.#loop.isStopped) return;
    const now = await this.#deps.store.getFeed({ id: feed.id });
    if (!now || now.failures !== feed.failures) return;
    if (code === FAILED && now.next_run_at_ms !== feed.next_run_at_ms) return;
    this.#options.onFault(new Error(`the run of feed ${feed.id} died: ${message}${stderr ? `\n${stderr}` : ''}`));
    await recordDeadRun(this.#deps, feed, message);
  }
}
