// What a verb may use. Passed to it, never kept.
import type { Store } from './store/port.ts';

export interface Clock {
  now_ms(): number;
}

export interface Deps {
  store: Store;
  clock: Clock;
}

export const systemClock: Clock = { now_ms: () => Date.now() };
