// Limits the work of one search. Work is counted, not timed, so that the outcome is deterministic.

export type StopReason = 'too_costly' | 'abandoned';

export class SearchStopped extends Error {
  readonly reason: StopReason;

  constructor(reason: StopReason) {
    super(`the search was stopped: ${reason}`);
    this.reason = reason;
  }
}

export interface Allowance {
  /** One unit is a few nanoseconds: one posting read or one byte compared. */
  units: number;
  isAbandoned?: () => boolean;
}

/** Limit on off-heap memory for filters, which the thread's heap limit does not cover. */
const MAX_BYTES = 256 * 2 ** 20;
/** The abandoned flag is read once per this many units, every few milliseconds. */
const UNITS_PER_CHECK = 1_000_000;

/** One per searcher, which runs one search at a time. Unlimited until `begin`. */
export class WorkBudget {
  #units = Number.POSITIVE_INFINITY;
  #isAbandoned = () => false;
  #spent = 0;
  #nextCheck = Number.POSITIVE_INFINITY;
  #bytes = 0;

  begin({ units, isAbandoned = () => false }: Allowance): void {
    this.#units = units;
    this.#isAbandoned = isAbandoned;
    this.#spent = 0;
    this.#nextCheck = 0;
    this.#bytes = 0;
  }

  get spent(): number {
    return this.#spent;
  }

  /** Throws SearchStopped if the units are used up or the search was abandoned. */
  spend(units: number): void {
    this.#spent += units;
    if (this.#spent >= this.#nextCheck) this.#check();
  }

  /** Counts memory held until the end of the search. */
  allocate(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > MAX_BYTES && this.#units < Number.POSITIVE_INFINITY) throw new SearchStopped('too_costly');
    this.spend(bytes >> 3);
  }

  #check(): void {
    if (this.#spent > this.#units) throw new SearchStopped('too_costly');
    if (this.#isAbandoned()) throw new SearchStopped('abandoned');
    this.#nextCheck = this.#spent + UNITS_PER_CHECK;
  }
}
