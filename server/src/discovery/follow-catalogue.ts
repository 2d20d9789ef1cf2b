// Keeps the index level with the catalogue: reads its log of changes, whoever wrote them.
import { BackgroundLoop } from '../background-loop.ts';
import type { SearchIndex } from '../index/port.ts';
import { type PackedChanges, packChanges } from '../store/packed-changes.ts';
import type { Store } from '../store/port.ts';

/** A product is found within a second of its commit; this leaves room for the rest. */
const POLL_MS = 200;
const RETRY_MS = 1000;
/** Small enough that the event loop does not wait long for it. */
const BATCH = 500;

interface Read {
  changes: PackedChanges;
  following: number;
}

const NOTHING: Read = { changes: packChanges([]), following: 0 };

export class CatalogueFollower {
  readonly #store: Store;
  readonly #index: SearchIndex;
  readonly #loop: BackgroundLoop;
  #after: number;
  #isLevel = false;
  #isBehind = false;
  /** Deletions up to here were purged before the index had any product: it has missed none of them. */
  readonly #purgedBefore: number;
  #hasGap = false;
  /** Change numbers of the current batch run: after `from`, up to `to`. */
  #burst = { from: 0, to: 0 };

  constructor(store: Store, index: SearchIndex, purgedBefore: number, onFault: (error: unknown) => void) {
    this.#store = store;
    this.#purgedBefore = purgedBefore;
    this.#index = index;
    this.#after = index.appliedUpTo();
    this.#loop = new BackgroundLoop({ run: () => this.#step(), rest_ms: POLL_MS, retry_ms: RETRY_MS, onFault });
  }

  /** True once everything that was committed before the start can be found. */
  get isLevel(): boolean {
    return this.#isLevel;
  }

  /** While it takes in more than one batch of changes. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  /** How much of the changes at hand is applied, from 0 to 1. */
  get progress(): number {
    const { from, to } = this.#burst;
    return to > from ? Math.max(0, this.#after - from) / (to - from) : Number(this.#isLevel);
  }

  /** A deletion that the index has not seen may have been purged from the log: the index has to be rebuilt. */
  get hasGap(): boolean {
    return this.#hasGap;
  }

  start(): void {
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Resolves when everything that is committed now can be found. */
  async catchUp(): Promise<void> {
    const last = await this.#store.lastChange({});
    while ((this.#index.appliedUpTo() < last || !this.#isLevel) && !this.#loop.isStopped) {
      this.#loop.wake();
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }

  /** Reads on while what was read before is applied: the two work in different threads. */
  async #step(): Promise<boolean> {
    let { changes, following } = await this.#read(this.#after);
    const from = (changes.change_nos[0] ?? 1) - 1;
    while (changes.change_nos.length > 0 && !this.#loop.isStopped) {
      const last = changes.change_nos.at(-1)!;
      this.#isBehind ||= following > 0;
      this.#burst = { from, to: last + following };
      const [next] = await Promise.all([
        changes.change_nos.length === BATCH ? this.#read(last) : NOTHING,
        this.#index.apply(changes, following),
      ]);
      this.#after = last;
      ({ changes, following } = next);
    }
    this.#isLevel = true;
    this.#isBehind = false;
    this.#burst = { from: 0, to: 0 };
    return false;
  }

  /** The next changes. `following`: by how many numbers the catalogue's last change is ahead of them. */
  async #read(after: number): Promise<Read> {
    const changes = await this.#store.readChanges({ after, limit: BATCH });
    // Asked afterwards: what was purged before the changes were read is included.
    const [last, purged] = await Promise.all([this.#store.lastChange({}), this.#store.purgeWatermark({})]);
    this.#hasGap ||= purged > Math.max(after, this.#purgedBefore);
    const { change_nos } = changes;
    return { changes, following: change_nos.length === BATCH ? Math.max(0, last - change_nos.at(-1)!) : 0 };
  }
}
