// Holds leases of the store for this instance: acquires those that are free, renews its own, releases them on stop.
import { setTimeout as sleep } from 'node:timers/promises';
import { BackgroundLoop } from './background-loop.ts';
import type { Clock } from './clock.ts';
import type { ConfigStore, HeldLease } from './store/config-store.ts';

/** Upper bound on how long a released lease stays free. */
const POLL_MS = 1000;
/** Other instances poll several times meanwhile. */
const YIELD_MS = 5000;

/** The lease while this instance holds it. Work that writes under it checks before every step. */
export type Lease = () => HeldLease | null;

interface LeaseKeeperOptions {
  store: Pick<ConfigStore, 'acquireLease' | 'releaseLease'>;
  clock: Clock;
  names: readonly string[];
  /** Identifies this instance. */
  holder: string;
  ttl_ms: number;
  onFault: (error: unknown) => void;
}

export class LeaseKeeper {
  readonly #options: LeaseKeeperOptions;
  readonly #loop: BackgroundLoop;
  /** `acquired_ms` is of the monotonic clock, before the call: a lease never ends later here than in the store. */
  readonly #acquired = new Map<string, { token: number; acquired_ms: number }>();
  readonly #yielded_ms = new Map<string, number>();

  constructor(options: LeaseKeeperOptions) {
    this.#options = options;
    const rest_ms = Math.min(POLL_MS, options.ttl_ms / 3);
    this.#loop = new BackgroundLoop({
      run: () => this.#round(),
      rest_ms,
      retry_ms: rest_ms,
      onFault: options.onFault,
    });
  }

  /** Resolves after the first attempt to acquire the leases. */
  async start(): Promise<void> {
    await this.#round().catch(this.#options.onFault);
    this.#loop.start();
  }

  /** Releases the leases, so that another instance need not wait for their end. Further calls do nothing. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    const held = [...this.#acquired].map(([name, { token }]) => ({ name, token }));
    this.#acquired.clear();
    await Promise.all(held.map((lease) => this.#options.store.releaseLease(lease).catch(this.#options.onFault)));
  }

  /** Releases a lease so that another instance can acquire it. If none has, this one does again after a few seconds. */
  async yield(name: string): Promise<void> {
    const acquired = this.#acquired.get(name);
    if (!acquired) return;
    this.#yielded_ms.set(name, performance.now());
    this.#acquired.delete(name);
    await this.#options.store.releaseLease({ name, token: acquired.token }).catch(this.#options.onFault);
  }

  /** Null if this instance does not compete for the lease. */
  lease(name: string): Lease | null {
    if (!this.#options.names.includes(name)) return null;
    return () => {
      const acquired = this.#acquired.get(name);
      const isHeld = acquired && performance.now() < acquired.acquired_ms + this.#options.ttl_ms;
      return isHeld ? { name, token: acquired.token } : null;
    };
  }

  /** Whether each lease is held, for /metrics. */
  held(): Record<string, boolean> {
    return Object.fromEntries(this.#options.names.map((name) => [name, this.lease(name)!() !== null]));
  }

  async #round(): Promise<boolean> {
    await Promise.all(this.#options.names.map((name) => this.#acquire(name)));
    return false;
  }

  async #acquire(name: string): Promise<void> {
    const { store, clock, holder, ttl_ms } = this.#options;
    const now_ms = performance.now();
    if (this.#isYielded(name)) return;
    if (now_ms < (this.#acquired.get(name)?.acquired_ms ?? Number.NEGATIVE_INFINITY) + ttl_ms / 3) return;
    const token = await store.acquireLease({ name, holder, now_ms: clock.now_ms(), ttl_ms });
    // It may have been yielded while it was renewed.
    if (token === null || this.#isYielded(name)) this.#acquired.delete(name);
    else this.#acquired.set(name, { token, acquired_ms: now_ms });
  }

  #isYielded(name: string): boolean {
    return performance.now() < (this.#yielded_ms.get(name) ?? Number.NEGATIVE_INFINITY) + YIELD_MS;
  }
}

const WAIT_MS = 50;

/** Waits until this process holds the lease, works under it, and releases it. Null if it was stopped before. */
export async function underLease<T>(
  leases: LeaseKeeper,
  name: string,
  work: (lease: Lease) => Promise<T>,
  isStopped = () => false,
): Promise<T | null> {
  await leases.start();
  try {
    const lease = leases.lease(name)!;
    while (!lease()) {
      if (isStopped()) return null;
      await sleep(WAIT_MS);
    }
    return await work(lease);
  } finally {
    await leases.stop();
  }
}
