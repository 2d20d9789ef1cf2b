// A promise and the fault that tries to break it. `npm test` runs each once, small; `npm run torture` runs it at length.

export interface Round {
  /** How much of it: kills, requests, calls. */
  count: number;
  random: () => number;
}

export interface Outcome {
  /** What was done and what came of it, for the reader. */
  figures: Record<string, number>;
  /** One sentence for each time that the promise did not hold. */
  broken: string[];
}

export interface Fault {
  /** The number of the goal, by which `npm run torture -- --goal` finds it. */
  goal: number;
  promise: string;
  /** The count in `npm test`, and the one that torture adds up to. */
  ci: number;
  long: number;
  run(round: Round): Promise<Outcome>;
}
