// An index manager on a real store whose steps are recorded and can be held.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { importProducts } from '../../server/src/catalogue/import-products.ts';
import { systemClock } from '../../server/src/clock.ts';
import { IndexManager } from '../../server/src/discovery/index-manager.ts';
import { EmbeddedIndex, type OpenSegments } from '../../server/src/index/embedded/embedded-index.ts';
import type { SegmentIndex } from '../../server/src/index/embedded/open-segment-index.ts';
import type { Lease } from '../../server/src/lease-keeper.ts';
import { openSqliteStore } from '../../server/src/store/sqlite/open-sqlite-store.ts';
import type { Store } from '../../server/src/store/store.ts';
import { openIndexInThisThread } from './index-in-this-thread.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { testLease } from './test-lease.ts';
import { until } from './until.ts';

const MERCHANT = { id: '7', name: 'Kettle House' };

/** Kettles, numbered from `from`. */
export const kettles = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => ({ id: `k-${from + i}`, name: `Kettle ${from + i}` }));

/** Kettles whose names are much longer than usual. */
export const longKettles = (count: number, from = 0) =>
  kettles(count, from).map(({ id, name }) => ({ id, name: `${name} ${'and so on '.repeat(9)}` }));

interface ManagedOptions {
  store: Store;
  /** Opens each set of segments. */
  open: OpenSegments;
  /** Default: the store. */
  log?: Store;
  onFault?: (error: unknown) => void;
  isOwner?: boolean;
  /** Default: a lease that all managers of the store share. */
  lease?: Lease | null;
}

/** An index manager on the embedded index. */
export const manage = ({ store, open, log = store, onFault = () => {}, ...options }: ManagedOptions) =>
  new IndexManager({
    store,
    lease: options.lease === undefined ? testLease(store) : options.lease,
    open: (artefacts) => EmbeddedIndex.open({ log, artefacts, open, onFault }),
    onFault,
    ...(options.isOwner === undefined ? {} : { isOwner: options.isOwner }),
  });

/** A catalogue for one test. Its index managers are stopped before the store is closed. */
export class Catalogue {
  readonly store: Store;
  readonly #managers: WatchedIndexManager[] = [];

  private constructor(store: Store) {
    this.store = store;
  }

  static async of(t: TestContext, products: object[]): Promise<Catalogue> {
    const folder = temporaryFolder();
    const catalogue = new Catalogue(await openSqliteStore({ folder, own: false }));
    t.after(async () => {
      await Promise.all(catalogue.#managers.map((one) => one.stop()));
      await catalogue.store.close();
      rmSync(folder, { recursive: true, force: true });
    });
    await catalogue.stock(products);
    return catalogue;
  }

  stock(products: object[]) {
    return importProducts(
      { store: this.store, clock: systemClock },
      '',
      products.map((product, i) => ({ line: i + 1, value: { merchant: MERCHANT, ...product } })),
    );
  }

  watch(options?: WatchOptions): WatchedIndexManager {
    const watched = new WatchedIndexManager(this.store, options);
    this.#managers.push(watched);
    return watched;
  }
}

interface WatchOptions {
  /** Folder of the persisted index. */
  folder?: string;
  isOwner?: boolean;
  lease?: Lease | null;
  /** Wraps each set of segments; `onLost` is called when its thread has ended. */
  wrap?: (index: SegmentIndex, mode: string, onLost: () => void) => SegmentIndex;
}

/** Steps are `open`, `learn`, `promote` and `close`, each with the index's origin, and `read` with a change number. */
class WatchedIndexManager {
  readonly manager: IndexManager;
  /** All steps except reads, in order. */
  readonly steps: string[] = [];
  readonly faults: unknown[] = [];
  /** Number of rounds started. */
  rounds = 0;
  /** Runs at the start of each round. */
  eachRound: () => Promise<unknown> = async () => {};
  readonly #held = new Map<string, PromiseWithResolvers<void>>();
  readonly #reached = new Set<string>();

  constructor(store: Store, { folder, wrap = (index) => index, ...options }: WatchOptions = {}) {
    const log: Store = {
      ...store,
      readChanges: async (by) => {
        await this.#pass(`read ${by.after}`);
        return store.readChanges(by);
      },
    };
    const watched: Store = {
      ...log,
      readStamps: async (by) => {
        this.rounds++;
        await this.eachRound();
        return store.readStamps(by);
      },
    };
    const open: OpenSegments = async (given) => {
      const { mode, onLost } = given;
      await this.#step(`open ${mode}`);
      const index = openIndexInThisThread({ ...given, ...(folder ? { folder } : {}) });
      const wrapped = wrap(index, mode, onLost);
      let isClosed = false;
      return {
        ...wrapped,
        learnWordVectors: async () => {
          await this.#step(`learn ${mode}`);
          return wrapped.learnWordVectors();
        },
        promote: async () => {
          assert.ok(!isClosed, 'a closed index is not used');
          await this.#step(`promote ${mode}`);
          await wrapped.promote();
        },
        close: async (how) => {
          if (isClosed) return;
          isClosed = true;
          await this.#step(`close ${mode}${how?.keep_files ? ', kept' : ''}`);
          await wrapped.close(how);
        },
      };
    };
    this.manager = manage({ store: watched, log, open, onFault: (fault) => this.faults.push(fault), ...options });
  }

  async start(): Promise<void> {
    this.manager.start();
    await this.manager.catchUp();
  }

  /** Releases held steps first. */
  async stop(): Promise<void> {
    for (const step of [...this.#held.keys()]) this.release(step);
    await this.manager.stop();
  }

  /** Blocks this step until it is released. */
  hold(step: string): void {
    this.#reached.delete(step);
    this.#held.set(step, Promise.withResolvers());
  }

  release(step: string): void {
    this.#held.get(step)?.resolve();
    this.#held.delete(step);
  }

  async reached(step: string): Promise<void> {
    await until(() => this.#reached.has(step));
  }

  /** Resolves after `count` whole rounds. */
  async round(count = 1): Promise<void> {
    const after = this.rounds + count + 1;
    await until(() => this.rounds >= after);
  }

  countOf(step: string): number {
    return this.steps.filter((one) => one === step).length;
  }

  async found(text: string): Promise<number> {
    const { product_nos } = await this.manager.search({ text, criteria: [], exclude: [], limit: 1000 });
    return product_nos.length;
  }

  async #step(step: string): Promise<void> {
    this.steps.push(step);
    await this.#pass(step);
  }

  async #pass(step: string): Promise<void> {
    this.#reached.add(step);
    await this.#held.get(step)?.promise;
  }
}
