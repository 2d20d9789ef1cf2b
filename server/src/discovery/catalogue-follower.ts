// Tails the catalogue's change log and applies the changes to the index.
import { BackgroundLoop } from '../background-loop.ts';
import type { SearchIndex } from '../index/port.ts';
import type { CatalogueStore } from '../store/catalogue-store.ts';
import { type PackedChanges, packChanges } from '../store/packed-changes.ts';

/** Products must be searchable within a second of their commit; polling may take only part of that. */
const POLL_MS = 200;
const RETRY_MS = 1000;
/** Bounded so that handling a batch does not block the event loop for long. */
const BATCH = 500;

interface ChangeBatch {
  changes: PackedChanges;
  following: number;
}

const NO_CHANGES: ChangeBatch = { changes: packChanges([]), following: 0 };

export class CatalogueFollower {
  readonly #store: CatalogueStore;
  readonly #index: SearchIndex;
  readonly #loop: BackgroundLoop;
  #after: number;
  #isCaughtUp = false;
  #isBehind = false;
  /** Deletions up to this change were purged while the index was still empty, so it cannot have missed them. */
  readonly #purgedBefore: number;
  #hasGap = false;
  /** Change numbers being caught up on: after `from`, up to and including `to`. */
  #backlog = { from: 0, to: 0 };

  constructor(store: CatalogueStore, index: SearchIndex, purgedBefore: number, onFault: (error: unknown) => void) {
    this.#store = store;
    this.#purgedBefore = purgedBefore;
    this.#index = index;
    this.#after = index.appliedUpTo();
    this.#loop = new BackgroundLoop({ run: () => this.#step(), rest_ms: POLL_MS, retry_ms: RETRY_MS, onFault });
  }

  /** True once every change committed before the start is searchable. */
  get isCaughtUp(): boolean {
    return this.#isCaughtUp;
  }

  /** True while more than one batch of changes is outstanding. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  /** Applied share of the backlog, from 0 to 1. */
  get progress(): number {
    const { from, to } = this.#backlog;
    return to > from ? Math.max(0, this.#after - from) / (to - from) : Number(this.#isCaughtUp);
  }

  /** The log may have lost a deletion that the index has not applied, so the index must be rebuilt. */
  get hasGap(): boolean {
    return this.#hasGap;
  }

  start(): void {
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Reads the change log now instead of at the next poll. */
  wake(): void {
    this.#loop.wake();
  }

  /** Reads the next batch while the previous one is applied; the two run in different threads. */
  async #step(): Promise<boolean> {
    let { changes, following } = await this.#read(this.#after);
    const from = (changes.change_nos[0] ?? 1) - 1;
    while (changes.change_nos.length > 0 && !this.#loop.isStopped) {
      const last = changes.change_nos.at(-1)!;
      this.#isBehind ||= following > 0;
      this.#backlog = { from, to: last + following };
      const [next] = await Promise.all([
        changes.change_nos.length === BATCH ? this.#read(last) : NO_CHANGES,
        this.#index.apply(changes, following),
      ]);
      this.#after = last;
      ({ changes, following } = next);
    }
    this.#isCaughtUp = true;
    this.#isBehind = false;
    this.#backlog = { from: 0, to: 0 };
    return false;
  }

  /** The next batch. `following` is the number of changes in the log after it. */
  async #read(after: number): Promise<ChangeBatch> {
    const changes = await this.#store.readChanges({ after, limit: BATCH });
    // Read after the changes, so that a purge that ran before the read is noticed.
    const [last, purged] = await Promise.all([this.#store.lastChange({}), this.#store.purgeWatermark({})]);
    this.#hasGap ||= purged > Math.max(after, this.#purgedBefore);
    const { change_nos } = changes;
    return { changes, following: change_nos.length === BATCH ? Math.max(0, last - change_nos.at(-1)!) : 0 };
  }
}
