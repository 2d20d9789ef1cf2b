// What one search may cost. Work is counted, not timed: the same search of the same catalogue always ends alike.

/** Why a search ended before it was answered. */
export type StopReason = 'too_costly' | 'abandoned';

export class SearchStopped extends Error {
  readonly reason: StopReason;

  constructor(reason: StopReason) {
    super(`the search was stopped: ${reason}`);
    this.reason = reason;
  }
}

export interface Allowance {
  /** One unit is a few nanoseconds: a posting read, a byte compared. */
  units: number;
  isAbandoned?: () => boolean;
}

/** Bytes that the filters of one search may take outside the heap, which the limits of its thread do not see. */
const MAX_BYTES = 256 * 2 ** 20;
/** The abandoned flag is read once per this many units, every few milliseconds. */
const UNITS_PER_CHECK = 1_000_000;

/** Belongs to a thread's searcher, which postingLists one search at a time. Unlimited until a search begins. */
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

  /** Throws SearchStopped when the search has used up its units, or was abandoned. */
  spend(units: number): void {
    this.#spent += units;
    if (this.#spent >= this.#nextCheck) this.#check();
  }

  /** Counts memory that is held until the search ends. */
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
