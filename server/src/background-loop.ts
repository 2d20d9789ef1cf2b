// Runs a task repeatedly until stopped: immediately while there is more work, otherwise after a pause.

interface LoopOptions {
  /** One round. Resolves to true if there is more work. */
  run: () => Promise<boolean>;
  rest_ms: number;
  /** Delay after a failed round. */
  retry_ms: number;
  /** Enables exponential back-off up to this delay. */
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

  /** Ends the current pause. */
  wake(): void {
    this.#wake?.();
  }

  /** Resolves when the current round has finished. */
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
