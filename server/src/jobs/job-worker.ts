// Finishes what was acknowledged: takes due jobs, again and again until each is done or dead.
import type { StoreDeps } from '../deps.ts';
import { maskSecrets } from '../text/mask.ts';

const POLL_MS = 200;
const BATCH = 100;
const MAX_ATTEMPTS = 10;
const BACK_OFF_MS = { first: 500, longest: 5 * 60_000 };

export class JobWorker {
  readonly #deps: StoreDeps;
  readonly #onFault: (error: unknown) => void;
  #isStopped = false;
  #running: Promise<void> | undefined;
  #wake: (() => void) | undefined;

  constructor(deps: StoreDeps, onFault: (error: unknown) => void) {
    this.#deps = deps;
    this.#onFault = onFault;
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#wake?.();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      const isMore = await this.#runDue().catch((error) => {
        this.#onFault(error);
        return false;
      });
      if (!isMore) await this.#rest();
    }
  }

  /** Runs the jobs that are due; says whether there are likely more. */
  async #runDue(): Promise<boolean> {
    const { store, clock } = this.#deps;
    const due = await store.listDueJobs({ now_ms: clock.now_ms(), limit: BATCH });
    await Promise.all(due.map((job) => this.#runOne(job)));
    return due.length === BATCH;
  }

  async #runOne({ id, attempts }: { id: string; attempts: number }): Promise<void> {
    const { store, clock } = this.#deps;
    try {
      await store.runJob({ id, now_ms: clock.now_ms() });
    } catch (error) {
      const delay = Math.min(BACK_OFF_MS.first * 2 ** attempts, BACK_OFF_MS.longest);
      // Jitter, so that what failed together does not come back together.
      const due_at_ms = clock.now_ms() + Math.round(delay * (0.5 + Math.random()));
      const reason = maskSecrets(String((error as { cause?: unknown }).cause ?? error));
      await store.failJob({ id, error: reason, due_at_ms, max_attempts: MAX_ATTEMPTS });
    }
  }

  #rest(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, POLL_MS);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
