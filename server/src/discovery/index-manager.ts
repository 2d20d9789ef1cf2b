// Owns the search index: fills it from the change log, trains its word vectors, and rebuilds and swaps it when the
// catalogue has changed too much or the index thread dies.
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../app-error.ts';
import { BackgroundLoop } from '../background-loop.ts';
import type { IndexQuery, IndexResult, OpenMode, ProductSummary, SearchCaller, SearchIndex } from '../index/port.ts';
import { type FieldLengths, measureLengths } from '../index/ranking/field-lengths.ts';
import type { CatalogueStore } from '../store/catalogue-store.ts';
import type { SynonymGroup } from '../text/synonyms.ts';
import { CatalogueFollower } from './catalogue-follower.ts';

const ROUND_MS = 1000;
const RETRY_MS = 1000;
/** Number of products sampled to measure the average field lengths. */
const SAMPLE_SIZE = 2000;
/** Share of new products that triggers retraining while the catalogue is idle. */
const RELEARN_SHARE_IDLE = 0.2;
/** Share of new products that triggers retraining even during an import. */
const RELEARN_SHARE_BUSY = 0.75;
/** During an import, field lengths are measured again each time the index has grown by this factor. */
const REMEASURE_GROWTH = 2;
/** A smaller index may be swapped before its replacement has caught up; rebuilding it takes seconds. */
const SMALL_INDEX_PRODUCTS = 50_000;
/** Ratio of average field lengths up to which the ranking does not noticeably change. */
const LENGTH_TOLERANCE = 1.25;

export type OpenIndex = (options: {
  /** Used by a new index; a persisted index has its own. */
  lengths: FieldLengths;
  /** Number of rebuilds requested so far. An index persisted before the latest request is not reused. */
  rebuilds: number;
  mode: OpenMode;
  onLost: () => void;
}) => Promise<SearchIndex>;

interface ManagedIndex {
  index: SearchIndex;
  follower: CatalogueFollower;
  rebuilds: number;
  /** Last purged change when the index was created empty; 0 for a persisted index. */
  purged_before: number;
  /** Average field lengths of the catalogue when the index was opened. */
  measured: FieldLengths;
  /** Number of products in the index when the lengths were last measured. */
  measured_products: number;
  isLost: () => boolean;
}

export interface IndexWork {
  /** `filling` builds the first index, `rebuilding` its replacement, `updating` applies catalogue changes. */
  step: 'opening' | 'filling' | 'rebuilding' | 'updating' | 'learning';
  /** From 0 to 1; null while opening or learning, where it is unknown. */
  progress: number | null;
}

export class IndexManager {
  readonly #store: CatalogueStore;
  readonly #open: OpenIndex;
  readonly #onFault: (error: unknown) => void;
  readonly #isOwner: boolean;
  readonly #loop: BackgroundLoop;
  #current: ManagedIndex | undefined;
  /** The open indexes: the current one and its replacement. */
  readonly #managed = new Set<ManagedIndex>();
  #isReady = false;
  #synonyms: SynonymGroup[] = [];
  /** Last change number seen in the previous round, to detect an idle catalogue. */
  #lastChange = -1;

  /** `isOwner`: this manager serves rebuild requests; a command's temporary index does not. */
  constructor(store: CatalogueStore, open: OpenIndex, onFault: (error: unknown) => void, isOwner = true) {
    this.#isOwner = isOwner;
    this.#store = store;
    this.#open = open;
    this.#onFault = onFault;
    this.#loop = new BackgroundLoop({ run: () => this.#round(), rest_ms: ROUND_MS, retry_ms: RETRY_MS, onFault });
  }

  /** True once every change committed before the start is searchable and the word vectors are in use. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** True while an index has more than one batch of changes outstanding. */
  get isBehind(): boolean {
    return [...this.#managed].some(({ follower }) => follower.isBehind);
  }

  /** The long-running step in progress, if any. */
  get work(): IndexWork | null {
    const replacement = [...this.#managed].find((managed) => managed !== this.#current);
    if (this.#isReady && !replacement && !this.isBehind) return null;
    const { follower } = replacement ?? this.#current ?? {};
    if (!follower) return { step: 'opening', progress: null };
    if (follower.isCaughtUp && !follower.isBehind) return { step: 'learning', progress: null };
    const { progress } = follower;
    if (!this.#isReady) return { step: 'filling', progress };
    return { step: replacement ? 'rebuilding' : 'updating', progress };
  }

  start(): void {
    this.#loop.start();
  }

  /** Aborts training in progress. */
  async stop(): Promise<void> {
    const stopped = this.#loop.stop();
    const discardAll = () =>
      Promise.all(
        [...this.#managed].map((managed) => this.#discard(managed, { keep_files: managed === this.#current })),
      );
    await discardAll();
    await stopped;
    await discardAll();
  }

  search(query: IndexQuery, caller?: SearchCaller): Promise<IndexResult> {
    return this.#whenReady((index) => index.search(query, caller));
  }

  summarise(product_nos: Uint32Array, caller?: SearchCaller): Promise<ProductSummary> {
    return this.#whenReady((index) => index.summarise(product_nos, caller));
  }

  #whenReady<T>(ask: (index: SearchIndex) => Promise<T>): Promise<T> {
    if (!this.#current || !this.#isReady) return Promise.reject(new AppError('not_ready'));
    return ask(this.#current.index);
  }

  async useSynonyms(groups: SynonymGroup[]): Promise<void> {
    this.#synonyms = groups;
    await this.#current?.index.useSynonyms(groups);
  }

  figures(): ReturnType<SearchIndex['figures']> {
    return this.#current?.index.figures() ?? { products: 0, unlearned_products: 0, segments: 0, waiting: 0 };
  }

  /** Resolves when every change committed before the call is searchable. */
  async catchUp(): Promise<void> {
    const last = await this.#store.lastChange({});
    // The index may be swapped meanwhile, so the current one is looked up each time.
    const hasCaughtUp = () => this.#isReady && (this.#current?.index.appliedUpTo() ?? -1) >= last;
    while (!hasCaughtUp() && !this.#loop.isStopped) {
      this.#current?.follower.wake();
      await sleep(2);
    }
  }

  async #round(): Promise<boolean> {
    if (!this.#current) await this.#adopt(await this.#begin());
    const managed = this.#current;
    if (!managed) return true;
    if (!this.#isReady) {
      await this.#waitUntilCaughtUp(managed);
      if (!managed.index.hasLearned()) await this.#learnIfPossible(managed);
      this.#isReady = this.#current === managed;
      await this.#completeRebuild(managed);
      return !this.#isReady;
    }
    const isRequested = (await this.#store.lastRequestedRebuild({})) > managed.rebuilds;
    if (isRequested || managed.follower.hasGap || !haveSimilarLengths(managed.measured, managed.index.lengths()))
      await this.#replace(managed, { maySwapEarly: false });
    else await this.#relearnIfWorthwhile(managed);
    return false;
  }

  /** Searches work without word vectors, so a failure to train or persist them is only logged. */
  async #learnIfPossible({ index, isLost }: ManagedIndex): Promise<void> {
    try {
      await index.learn();
    } catch (error) {
      if (isLost() || this.#loop.isStopped) throw error;
      this.#onFault(error);
    }
  }

  /** Applies the synonyms once more, because changes made during the build did not reach this index. */
  async #adopt(managed: ManagedIndex): Promise<void> {
    this.#current = managed;
    // Its thread may have died before the swap.
    this.#dropLost();
    await managed.index.useSynonyms(this.#synonyms);
  }

  /** Opens the persisted index if it is usable, else creates an empty one. */
  async #begin(): Promise<ManagedIndex> {
    const persisted = await this.#build('persisted');
    if (await this.#discardOnError(persisted, () => this.#isUsable(persisted))) return persisted;
    await this.#discard(persisted, { keep_files: false });
    return this.#build('rebuild');
  }

  async #isUsable({ index, measured }: ManagedIndex): Promise<boolean> {
    const applied = index.appliedUpTo();
    const [last, purged] = await Promise.all([this.#store.lastChange({}), this.#store.purgeWatermark({})]);
    if (applied > 0 && applied < purged) return false;
    // An index ahead of the log belongs to another catalogue. One that lacks most of the catalogue and has other field
    // lengths would be replaced soon, so rebuilding it now is cheaper.
    return applied <= last && (applied >= last / 2 || haveSimilarLengths(measured, index.lengths()));
  }

  /** Closes the index if the action fails: the next attempt opens another one in the same folder. */
  async #discardOnError<T>(managed: ManagedIndex, action: () => Promise<T>): Promise<T> {
    try {
      return await action();
    } catch (error) {
      await this.#discard(managed, { keep_files: false });
      throw error;
    }
  }

  async #build(mode: OpenMode): Promise<ManagedIndex> {
    const lengths = measureLengths(await this.#store.sampleProducts({ limit: SAMPLE_SIZE }));
    const [rebuilds, purged] = await Promise.all([
      this.#store.lastRequestedRebuild({}),
      this.#store.purgeWatermark({}),
    ]);
    let isLost = false;
    const onLost = () => {
      isLost = true;
      this.#dropLost();
    };
    const index = await this.#open({ lengths, rebuilds, mode, onLost });
    try {
      await index.useSynonyms(this.#synonyms);
    } catch (error) {
      await index.close();
      throw error;
    }
    const purged_before = index.appliedUpTo() === 0 ? purged : 0;
    const managed: ManagedIndex = {
      index,
      follower: this.#follow(index, purged_before),
      rebuilds,
      purged_before,
      measured: lengths,
      measured_products: 0,
      isLost: () => isLost,
    };
    this.#managed.add(managed);
    return managed;
  }

  #follow(index: SearchIndex, purged_before: number): CatalogueFollower {
    const follower = new CatalogueFollower(this.#store, index, purged_before, this.#onFault);
    follower.start();
    return follower;
  }

  async #discard(managed: ManagedIndex, options: { keep_files: boolean }): Promise<void> {
    this.#managed.delete(managed);
    await managed.follower.stop();
    await managed.index.close(options);
  }

  #waitUntilCaughtUp(managed: ManagedIndex): Promise<void> {
    return this.#until(managed, () => managed.follower.isCaughtUp);
  }

  async #until({ isLost }: ManagedIndex, isReached: () => boolean): Promise<void> {
    while (!isReached() && !this.#loop.isStopped) {
      if (isLost()) throw new Error('the index thread died while the index was being filled');
      await sleep(5);
    }
  }

  /** Drops the current index if its thread died. Searches fail with `not_ready` until the next round has rebuilt it. */
  #dropLost(): void {
    if (!this.#current?.isLost()) return;
    void this.#discard(this.#current, { keep_files: false });
    this.#current = undefined;
    this.#isReady = false;
    this.#loop.wake();
  }

  async #completeRebuild({ rebuilds }: ManagedIndex): Promise<void> {
    // During a stop the index may be incomplete.
    if (this.#loop.isStopped) return;
    if (this.#isOwner && rebuilds > (await this.#store.lastCompletedRebuild({}))) {
      await this.#store.completeRebuild({ rebuild: rebuilds });
    }
  }

  async #relearnIfWorthwhile(managed: ManagedIndex): Promise<void> {
    const last = await this.#store.lastChange({});
    const isIdle = last === this.#lastChange;
    this.#lastChange = last;
    if (unlearnedShare(managed) < (isIdle ? RELEARN_SHARE_IDLE : RELEARN_SHARE_BUSY)) return;
    const { products } = managed.index.figures();
    if (this.isBehind && products < REMEASURE_GROWTH * managed.measured_products) return;
    managed.measured_products = products;
    const lengths = measureLengths(await this.#store.sampleProducts({ limit: SAMPLE_SIZE }));
    if (haveSimilarLengths(lengths, managed.index.lengths())) {
      // Training during an import would have to be repeated after it.
      if (!this.isBehind) await managed.index.learn();
      return;
    }
    await this.#replace(managed, { maySwapEarly: unlearnedShare(managed) >= RELEARN_SHARE_BUSY });
  }

  /**
   * Waits until the new index has applied what the old one has. The old one stops following the log meanwhile, so that
   * a large import into a small catalogue is not indexed twice. Training happens after the swap.
   */
  async #overtake(old: ManagedIndex, next: ManagedIndex): Promise<void> {
    await old.follower.stop();
    try {
      await this.#until(next, () => next.index.appliedUpTo() >= old.index.appliedUpTo());
    } catch (error) {
      old.follower = this.#follow(old.index, old.purged_before);
      throw error;
    }
  }

  async #prepare(next: ManagedIndex): Promise<void> {
    await this.#waitUntilCaughtUp(next);
    if (!this.#loop.isStopped) await next.index.learn();
  }

  /** `maySwapEarly`: the old index lacks most products, so the swap need not wait until the new one has caught up. */
  async #replace(old: ManagedIndex, { maySwapEarly }: { maySwapEarly: boolean }): Promise<void> {
    const next = await this.#build('beside');
    const swapsEarly = maySwapEarly && old.index.figures().products < SMALL_INDEX_PRODUCTS;
    await this.#discardOnError(next, () => (swapsEarly ? this.#overtake(old, next) : this.#prepare(next)));
    try {
      await this.#adopt(next);
    } finally {
      await this.#discard(old, { keep_files: false });
      await next.index.promote();
      await this.#completeRebuild(next);
    }
  }
}

function unlearnedShare({ index }: ManagedIndex): number {
  const { products, unlearned_products } = index.figures();
  return unlearned_products / Math.max(1, products);
}

function haveSimilarLengths(a: FieldLengths, b: FieldLengths): boolean {
  return Object.entries(a).every(([field, length]) => {
    const ratio = length / b[field as keyof FieldLengths];
    return ratio < LENGTH_TOLERANCE && ratio > 1 / LENGTH_TOLERANCE;
  });
}
