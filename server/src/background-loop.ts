// A task that runs again and again until it is stopped: at once while there is more to do, after a rest otherwise.

interface LoopOptions {
  /** One round; says whether there is more to do at once. */
  run: () => Promise<boolean>;
  rest_ms: number;
  /** After a round that failed. */
  retry_ms: number;
  /** With it, the wait doubles with every further failure, up to this. */
  max_retry_ms?: number;
  onFault: (error: unknown) => void;
}

export class BackgroundLoop {
  readonly #options: LoopOptions;
  #isStopped = false;
  #running: Promise<void> | undefined;
  #wake: (() => void) | undefined;

  constructor(options: LoopOptions) {
    this.#options = options;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  start(): void {
    this.#running = this.#loop();
  }

  /** Ends the rest, if there is one. */
  wake(): void {
    this.#wake?.();
  }

  /** Resolves when the round that is under way has come to its end. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.wake();
    await this.#running;
  }

  async #loop(): Promise<void> {
    const { run, rest_ms, retry_ms, max_retry_ms = retry_ms, onFault } = this.#options;
    for (let wait_ms = retry_ms; !this.#isStopped; ) {
      try {
        const hasMore = await run();
        wait_ms = retry_ms;
        if (!hasMore) await this.#rest(rest_ms);
      } catch (error) {
        if (!this.#isStopped) onFault(error);
        await this.#rest(wait_ms);
        wait_ms = Math.min(2 * wait_ms, max_retry_ms);
      }
    }
  }

  #rest(ms: number): Promise<void> {
    if (this.#isStopped) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
