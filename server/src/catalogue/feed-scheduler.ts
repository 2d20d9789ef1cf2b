// Starts the runs of registered feeds when their time has come. Each runs in a process of its own, so that reading a
// large file never makes a search wait, and a file that breaks its reader breaks nothing else.
import { BackgroundLoop } from '../background-loop.ts';
import type { StoreDeps } from '../deps.ts';
import type { FeedWish } from '../store/catalogue-port.ts';

const LOOK_MS = 1000;
const RETRY_MS = 10_000;

export interface RunningFeed {
  /** Resolves when the run is over, whatever came of it. */
  ended: Promise<void>;
  kill(): void;
}

export interface SchedulerOptions {
  start: (id: string, wish: FeedWish) => RunningFeed;
  at_once: number;
  onFault: (error: unknown) => void;
}

export class FeedScheduler {
  readonly #deps: StoreDeps;
  readonly #options: SchedulerOptions;
  readonly #loop: BackgroundLoop;
  readonly #running = new Map<string, RunningFeed & { wish: FeedWish }>();

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
    for (const [id, run] of this.#running) {
      run.kill();
      await run.ended;
      await this.#deps.store.updateFeed({ id, next_run_at_ms: now_ms, wish: run.wish === 'run' ? null : run.wish });
    }
  }

  async #look(): Promise<boolean> {
    const { store, clock } = this.#deps;
    const now_ms = clock.now_ms();
    for (const { id, every_ms, wish } of await store.listDueFeeds({ now_ms, limit: 100 })) {
      if (this.#running.size >= this.#options.at_once) break;
      if (this.#running.has(id)) continue;
      // Its own end sets the next time anew; should it never come, this one counts.
      await store.updateFeed({ id, wish: null, next_run_at_ms: now_ms + every_ms });
      const run = this.#options.start(id, wish ?? 'run');
      this.#running.set(id, { ...run, wish: wish ?? 'run' });
      void run.ended.then(() => this.#running.delete(id));
    }
    return false;
  }
}
