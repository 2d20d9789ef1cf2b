// Tells the store that this instance is live, and counts the live ones.
import { BackgroundLoop } from './background-loop.ts';
import type { Clock } from './clock.ts';
import type { ConfigStore } from './store/config-store.ts';

const BEAT_MS = 3000;
/** Several beats, so that one that is late does not change the count. */
export const INSTANCE_TTL_MS = 10_000;

interface LiveInstancesOptions {
  store: Pick<ConfigStore, 'recordInstance'>;
  clock: Clock;
  /** Identifies this instance. */
  id: string;
  onFault: (error: unknown) => void;
}

export class LiveInstances {
  readonly #options: LiveInstancesOptions;
  readonly #loop: BackgroundLoop;
  #count = 1;

  constructor(options: LiveInstancesOptions) {
    this.#options = options;
    this.#loop = new BackgroundLoop({
      ...{ run: () => this.#beat(), rest_ms: BEAT_MS, retry_ms: BEAT_MS, onFault: options.onFault },
    });
  }

  /** Including this one. An instance that was killed is counted for a few seconds; while the store is away, nothing changes. */
  get count(): number {
    return this.#count;
  }

  get id(): string {
    return this.#options.id;
  }

  start(): void {
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  async #beat(): Promise<boolean> {
    const { store, clock, id } = this.#options;
    this.#count = await store.recordInstance({ id, now_ms: clock.now_ms(), ttl_ms: INSTANCE_TTL_MS });
    return false;
  }
}
