// Keeps the index level with the catalogue: reads its log of changes, whoever wrote them.
import type { SearchIndex } from '../index/port.ts';
import type { Store } from '../store/port.ts';

/** A product is found within a second of its commit; this leaves room for the rest. */
const POLL_MS = 200;
/** Small enough that neither the event loop nor a search waits long for it. */
const BATCH = 300;
const RETRY_MS = 1000;

export class CatalogueFollower {
  readonly #store: Store;
  readonly #index: SearchIndex;
  readonly #onFault: (error: unknown) => void;
  #after = 0;
  #isLevel = false;
  #round = 0;
  #isStopped = false;
  #running: Promise<void> | undefined;
  #wake: (() => void) | undefined;

  constructor(store: Store, index: SearchIndex, onFault: (error: unknown) => void) {
    this.#store = store;
    this.#index = index;
    this.#onFault = onFault;
  }

  /** True once everything that was committed before the start can be found. */
  get isLevel(): boolean {
    return this.#isLevel;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** The index has lost everything: it is filled from the beginning. */
  startOver(): void {
    this.#round++;
    this.#after = 0;
    this.#isLevel = false;
    this.#wake?.();
  }

  /** Resolves when everything that is committed now can be found. */
  async catchUp(): Promise<void> {
    const last = await this.#store.lastChange({});
    while ((this.#after < last || !this.#isLevel) && !this.#isStopped) {
      this.#wake?.();
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#wake?.();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      try {
        const isMore = await this.#step();
        if (!isMore) await this.#rest(POLL_MS);
      } catch (error) {
        if (!this.#isStopped) this.#onFault(error);
        await this.#rest(RETRY_MS);
      }
    }
  }

  /** Reads on while what was read before is applied: the two work in different threads. */
  async #step(): Promise<boolean> {
    const round = this.#round;
    let changes = await this.#store.readChanges({ after: this.#after, limit: BATCH });
    while (changes.length > 0 && round === this.#round && !this.#isStopped) {
      const last = changes.at(-1)!.change_no;
      const isMore = changes.length === BATCH;
      const [next] = await Promise.all([
        isMore ? this.#store.readChanges({ after: last, limit: BATCH }) : [],
        this.#index.apply(changes),
      ]);
      if (round === this.#round) this.#after = last;
      changes = next;
    }
    if (round === this.#round) this.#isLevel = true;
    return round !== this.#round;
  }

  #rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
