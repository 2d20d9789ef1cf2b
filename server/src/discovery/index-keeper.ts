// Keeps an index ready: fills it from the catalogue, lets it learn, and replaces it by a better one beside it when the
// catalogue has become another, or when its thread is lost.
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../app-error.ts';
import { BackgroundLoop } from '../background-loop.ts';
import type { Beginning, IndexQuery, IndexResult, ProductSummary, SearchCaller, SearchIndex } from '../index/port.ts';
import { type FieldLengths, measureLengths } from '../index/ranking/field-lengths.ts';
import type { Store } from '../store/port.ts';
import type { SynonymGroup } from '../text/synonyms.ts';
import { CatalogueFollower } from './follow-catalogue.ts';

const ROUND_MS = 1000;
const RETRY_MS = 1000;
/** Products that tell how long texts usually are. */
const MEASURED = 2000;
/** Learned again when so large a part of the products is new and the catalogue is quiet … */
const NEW_PART = 0.2;
/** … or so large a part, quiet or not. */
const MOSTLY_NEW = 0.75;
/** While more and more come, their texts are measured again when there are so many times more: it takes a while. */
const MANY_MORE = 2;
/** An index of fewer products is replaced without delay: it takes the new one seconds to know as many. */
const SMALL = 50_000;
/** Lengths that differ less rank alike. */
const SAME_LENGTHS = 1.25;

export type OpenIndex = (options: {
  /** For an index that is begun; one that was kept has its own. */
  lengths: FieldLengths;
  /** How often the operator has asked for a new index: what was kept before the last time is not taken up. */
  rebuilds: number;
  begins: Beginning;
  onLost: () => void;
}) => Promise<SearchIndex>;

interface Held {
  index: SearchIndex;
  follower: CatalogueFollower;
  rebuilds: number;
  /** How far the log had been purged before the index had any product; 0 for one that was kept. */
  purged_before: number;
  /** The lengths of the catalogue's texts when it was opened. */
  measured: FieldLengths;
  /** So many products it had when they were measured last. */
  measured_products: number;
  isLost: () => boolean;
}

export interface IndexWork {
  /** `filling` makes the first index, `rebuilding` its replacement, `updating` takes in changes of the catalogue. */
  step: 'opening' | 'filling' | 'rebuilding' | 'updating' | 'learning';
  /** From 0 to 1; null while opening or learning, whose progress is not known. */
  progress: number | null;
}

export class IndexKeeper {
  readonly #store: Store;
  readonly #open: OpenIndex;
  readonly #onFault: (error: unknown) => void;
  readonly #isOwner: boolean;
  readonly #loop: BackgroundLoop;
  #current: Held | undefined;
  /** Those that are open: the current one, and the one that is to replace it. */
  readonly #held = new Set<Held>();
  #isReady = false;
  #synonyms: SynonymGroup[] = [];
  /** The last change that was seen a round ago. */
  #lastChange = -1;

  /** `isOwner`: the index is the service's own, so it is this keeper that meets requests for a new one. */
  constructor(store: Store, open: OpenIndex, onFault: (error: unknown) => void, isOwner = true) {
    this.#isOwner = isOwner;
    this.#store = store;
    this.#open = open;
    this.#onFault = onFault;
    this.#loop = new BackgroundLoop({ run: () => this.#round(), rest_ms: ROUND_MS, retry_ms: RETRY_MS, onFault });
  }

  /** True once everything that was committed before the start can be found, and what was learned of it is in use. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** While it takes in a great many changes. */
  get isBehind(): boolean {
    return [...this.#held].some(({ follower }) => follower.isBehind);
  }

  /** Null while there is little to do. */
  get work(): IndexWork | null {
    const replacement = [...this.#held].find((held) => held !== this.#current);
    if (this.#isReady && !replacement && !this.isBehind) return null;
    const { follower } = replacement ?? this.#current ?? {};
    if (!follower) return { step: 'opening', progress: null };
    if (follower.isLevel && !follower.isBehind) return { step: 'learning', progress: null };
    const { progress } = follower;
    if (!this.#isReady) return { step: 'filling', progress };
    return { step: replacement ? 'rebuilding' : 'updating', progress };
  }

  start(): void {
    this.#loop.start();
  }

  /** Learning that is under way is given up. */
  async stop(): Promise<void> {
    const stopped = this.#loop.stop();
    const discardAll = () =>
      Promise.all([...this.#held].map((held) => this.#discard(held, { is_kept: held === this.#current })));
    await discardAll();
    await stopped;
    await discardAll();
  }

  search(query: IndexQuery, caller?: SearchCaller): Promise<IndexResult> {
    return this.#ready((index) => index.search(query, caller));
  }

  summarise(product_nos: Uint32Array, caller?: SearchCaller): Promise<ProductSummary> {
    return this.#ready((index) => index.summarise(product_nos, caller));
  }

  #ready<T>(ask: (index: SearchIndex) => Promise<T>): Promise<T> {
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

  /** Resolves when everything that is committed now can be found. */
  async catchUp(): Promise<void> {
    const last = await this.#store.lastChange({});
    // The index may be replaced meanwhile: then it is another one that has to get there.
    const isThere = () => this.#isReady && (this.#current?.index.appliedUpTo() ?? -1) >= last;
    while (!isThere() && !this.#loop.isStopped) {
      await this.#current?.follower.catchUp();
      await sleep(2);
    }
  }

  async #round(): Promise<boolean> {
    if (!this.#current) await this.#adopt(await this.#begin());
    const held = this.#current;
    if (!held) return true;
    if (!this.#isReady) {
      await this.#level(held);
      if (!held.index.hasLearned()) await this.#learnIfPossible(held);
      this.#isReady = this.#current === held;
      await this.#completeRebuild(held);
      return !this.#isReady;
    }
    const isAsked = (await this.#store.lastRequestedRebuild({})) > held.rebuilds;
    if (isAsked || held.follower.hasGap || !isAlike(held.measured, held.index.lengths()))
      await this.#replace(held, { mayHurry: false });
    else await this.#learnAgainWhenWorthIt(held);
    return false;
  }

  /** Searches are answered all the same when nothing can be learned, or the table not be kept. */
  async #learnIfPossible({ index, isLost }: Held): Promise<void> {
    try {
      await index.learn();
    } catch (error) {
      if (isLost() || this.#loop.isStopped) throw error;
      this.#onFault(error);
    }
  }

  /** From here on a change of the synonyms reaches it: what came while it was built is told once more. */
  async #adopt(held: Held): Promise<void> {
    this.#current = held;
    // It may have been lost before anybody used it.
    this.#forgetLost();
    await held.index.useSynonyms(this.#synonyms);
  }

  /** What was kept, or a new one. */
  async #begin(): Promise<Held> {
    const kept = await this.#build('kept');
    if (await this.#orDiscard(kept, () => this.#isUseful(kept))) return kept;
    await this.#discard(kept, { is_kept: false });
    return this.#build('anew');
  }

  async #isUseful({ index, measured }: Held): Promise<boolean> {
    const applied = index.appliedUpTo();
    const [last, purged] = await Promise.all([this.#store.lastChange({}), this.#store.purgeWatermark({})]);
    if (applied > 0 && applied < purged) return false;
    // One that knows changes which this catalogue has not belongs to another. One that lacks most of the catalogue, and
    // measures it wrongly, is sooner built anew than put right later.
    return applied <= last && (applied >= last / 2 || isAlike(measured, index.lengths()));
  }

  /** What cannot be put to use must not stay open: the next try opens another one, on the same folder. */
  async #orDiscard<T>(held: Held, action: () => Promise<T>): Promise<T> {
    try {
      return await action();
    } catch (error) {
      await this.#discard(held, { is_kept: false });
      throw error;
    }
  }

  async #build(begins: Beginning): Promise<Held> {
    const lengths = measureLengths(await this.#store.sampleProducts({ limit: MEASURED }));
    const [rebuilds, purged] = await Promise.all([
      this.#store.lastRequestedRebuild({}),
      this.#store.purgeWatermark({}),
    ]);
    let isLost = false;
    const onLost = () => {
      isLost = true;
      this.#forgetLost();
    };
    const index = await this.#open({ lengths, rebuilds, begins, onLost });
    try {
      await index.useSynonyms(this.#synonyms);
    } catch (error) {
      await index.close();
      throw error;
    }
    const purged_before = index.appliedUpTo() === 0 ? purged : 0;
    const held: Held = {
      index,
      follower: this.#follow(index, purged_before),
      rebuilds,
      purged_before,
      measured: lengths,
      measured_products: 0,
      isLost: () => isLost,
    };
    this.#held.add(held);
    return held;
  }

  #follow(index: SearchIndex, purged_before: number): CatalogueFollower {
    const follower = new CatalogueFollower(this.#store, index, purged_before, this.#onFault);
    follower.start();
    return follower;
  }

  async #discard(held: Held, options: { is_kept: boolean }): Promise<void> {
    this.#held.delete(held);
    await held.follower.stop();
    await held.index.close(options);
  }

  #level(held: Held): Promise<void> {
    return this.#until(held, () => held.follower.isLevel);
  }

  async #until({ isLost }: Held, isReached: () => boolean): Promise<void> {
    while (!isReached() && !this.#loop.isStopped) {
      if (isLost()) throw new Error('the index was lost while it was filled');
      await sleep(5);
    }
  }

  /** Its thread died: another one is built in the next round, and searches are told to come again. */
  #forgetLost(): void {
    if (!this.#current?.isLost()) return;
    void this.#discard(this.#current, { is_kept: false });
    this.#current = undefined;
    this.#isReady = false;
    this.#loop.wake();
  }

  async #completeRebuild({ rebuilds }: Held): Promise<void> {
    // At a stop nobody knows how far it came.
    if (this.#loop.isStopped) return;
    if (this.#isOwner && rebuilds > (await this.#store.lastCompletedRebuild({}))) {
      await this.#store.completeRebuild({ rebuild: rebuilds });
    }
  }

  async #learnAgainWhenWorthIt(held: Held): Promise<void> {
    const last = await this.#store.lastChange({});
    const isQuiet = last === this.#lastChange;
    this.#lastChange = last;
    if (newPart(held) < (isQuiet ? NEW_PART : MOSTLY_NEW)) return;
    const { products } = held.index.figures();
    if (this.isBehind && products < MANY_MORE * held.measured_products) return;
    held.measured_products = products;
    const lengths = measureLengths(await this.#store.sampleProducts({ limit: MEASURED }));
    if (isAlike(lengths, held.index.lengths())) {
      // What comes meanwhile would have to be learned again.
      if (!this.isBehind) await held.index.learn();
      return;
    }
    await this.#replace(held, { mayHurry: newPart(held) >= MOSTLY_NEW });
  }

  /**
   * Until the next one knows what the old one does, which learns of nothing new meanwhile: a large import into a small
   * catalogue would be indexed twice. The next one learns later, as any other.
   */
  async #overtake(old: Held, next: Held): Promise<void> {
    await old.follower.stop();
    try {
      await this.#until(next, () => next.index.appliedUpTo() >= old.index.appliedUpTo());
    } catch (error) {
      old.follower = this.#follow(old.index, old.purged_before);
      throw error;
    }
  }

  async #prepare(next: Held): Promise<void> {
    await this.#level(next);
    if (!this.#loop.isStopped) await next.index.learn();
  }

  /** `mayHurry`: the old one knows so little that whatever it finds is about to change in any case. */
  async #replace(old: Held, { mayHurry }: { mayHurry: boolean }): Promise<void> {
    const next = await this.#build('beside');
    const isHurried = mayHurry && old.index.figures().products < SMALL;
    await this.#orDiscard(next, () => (isHurried ? this.#overtake(old, next) : this.#prepare(next)));
    try {
      await this.#adopt(next);
    } finally {
      await this.#discard(old, { is_kept: false });
      await next.index.keep();
      await this.#completeRebuild(next);
    }
  }
}

function newPart({ index }: Held): number {
  const { products, unlearned_products } = index.figures();
  return unlearned_products / Math.max(1, products);
}

function isAlike(a: FieldLengths, b: FieldLengths): boolean {
  return Object.entries(a).every(([field, length]) => {
    const ratio = length / b[field as keyof FieldLengths];
    return ratio < SAME_LENGTHS && ratio > 1 / SAME_LENGTHS;
  });
}
