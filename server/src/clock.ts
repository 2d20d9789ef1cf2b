// The time, as a dependency that tests can replace.

export interface Clock {
  now_ms(): number;
}

export const systemClock: Clock = { now_ms: () => Date.now() };
