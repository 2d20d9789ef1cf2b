// A reliability promise and the fault that tries to break it. `npm test` runs one small round; `npm run torture` runs
// many.

export interface Round {
  /** Size of the round: kills, requests or calls, depending on the fault. */
  count: number;
  random: () => number;
}

export interface Outcome {
  /** Counts and timings to print. Names ending in _ms or _mb are maxima; the others are counts. */
  figures: Record<string, number>;
  /** One sentence per violation of the promise. */
  violations: string[];
}

export interface Fault {
  /** Number of the goal, for `npm run torture -- --goal`. */
  goal: number;
  promise: string;
  /** Size of one round. */
  round_size: number;
  /** Total size that `npm run torture` aims for. */
  torture_size: number;
  run(round: Round): Promise<Outcome>;
}
