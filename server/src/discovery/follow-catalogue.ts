// Keeps the index level with the catalogue: reads its log of changes, whoever wrote them.
import { BackgroundLoop } from '../background-loop.ts';
import type { SearchIndex } from '../index/port.ts';
import type { Store } from '../store/port.ts';

/** A product is found within a second of its commit; this leaves room for the rest. */
const POLL_MS = 200;
const RETRY_MS = 1000;
/** Small enough that the event loop does not wait long for it. */
const BATCH = 500;
/** So many batches are shown at once where they follow each other: a search has to get used to each. */
const SHOWN_AT_ONCE = 4;
/** Who waits for one of so many changes waits for a while in any case. */
const FAR_BEHIND = 20_000;

export class CatalogueFollower {
  readonly #store: Store;
  readonly #index: SearchIndex;
  readonly #loop: BackgroundLoop;
  #after: number;
  /** The last change that the catalogue had when it was asked. */
  #seen = 0;
  #isLevel = false;

  constructor(store: Store, index: SearchIndex, onFault: (error: unknown) => void) {
    this.#store = store;
    this.#index = index;
    this.#after = index.appliedUpTo();
    this.#loop = new BackgroundLoop({ run: () => this.#step(), rest_ms: POLL_MS, retry_ms: RETRY_MS, onFault });
  }

  /** True once everything that was committed before the start can be found. */
  get isLevel(): boolean {
    return this.#isLevel;
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
    while ((this.#after < last || !this.#isLevel) && !this.#loop.isStopped) {
      this.#loop.wake();
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }

  /** Reads on while what was read before is applied: the two work in different threads. */
  async #step(): Promise<boolean> {
    let changes = await this.#store.readChanges({ after: this.#after, limit: BATCH });
    for (let batch = 1; changes.length > 0 && !this.#loop.isStopped; batch++) {
      const last = changes.at(-1)!.change_no;
      const isFull = changes.length === BATCH;
      const left = isFull ? await this.#leftAfter(last) : 0;
      const isMore = left >= FAR_BEHIND || (left > 0 && batch % SHOWN_AT_ONCE !== 0);
      const [next] = await Promise.all([
        isFull ? this.#store.readChanges({ after: last, limit: BATCH }) : [],
        this.#index.apply(changes, isMore),
      ]);
      this.#after = last;
      changes = next;
    }
    this.#isLevel = true;
    return false;
  }

  /** By how many numbers the last change is ahead: above 0, some follow. */
  async #leftAfter(last: number): Promise<number> {
    // What was far ahead a while ago is so still: it is asked again when that much has been read.
    if (last + FAR_BEHIND > this.#seen) this.#seen = await this.#store.lastChange({});
    return this.#seen - last;
  }
}
