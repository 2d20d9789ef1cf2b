// Compares the clock of this machine with the database's once a minute: leases and expiries rely on both.
import { BackgroundLoop } from './background-loop.ts';
import type { Clock } from './clock.ts';
import type { Notices } from './log.ts';
import type { ConfigStore } from './store/config-store.ts';

const CHECK_MS = 60_000;
const RETRY_MS = 10_000;
/** The store refuses to start beyond it. */
const MAX_SKEW_S = 2;

interface ClockWatcherOptions {
  store: Pick<ConfigStore, 'readClock'>;
  clock: Clock;
  log?: Notices | undefined;
  onFault: (error: unknown) => void;
}

export class ClockWatcher {
  readonly #options: ClockWatcherOptions;
  readonly #loop: BackgroundLoop;
  #skew_s = 0;

  constructor(options: ClockWatcherOptions) {
    this.#options = options;
    const { onFault } = options;
    this.#loop = new BackgroundLoop({ run: () => this.#check(), rest_ms: CHECK_MS, retry_ms: RETRY_MS, onFault });
  }

  /** How far the database's clock is ahead, at least; negative if it is behind. */
  get skew_s(): number {
    return this.#skew_s;
  }

  start(): void {
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** The database read its clock at some time during the call: only a difference beyond the call is skew. */
  async #check(): Promise<boolean> {
    const { store, clock, log } = this.#options;
    const sent_ms = clock.now_ms();
    const read_ms = await store.readClock({});
    const skew_ms = read_ms - Math.min(Math.max(read_ms, sent_ms), clock.now_ms());
    this.#skew_s = skew_ms / 1000;
    if (Math.abs(this.#skew_s) > MAX_SKEW_S)
      log?.warn({ skew_s: this.#skew_s }, 'the clocks of this machine and of the database differ: synchronise them');
    return false;
  }
}
