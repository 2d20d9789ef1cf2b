// Keeps the index complete: opens it, follows the change log, learns, and rebuilds it when asked to or when it must.
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../app-error.ts';
import { BackgroundLoop } from '../background-loop.ts';
import type { Artefacts } from '../index/artefacts.ts';
import type { IndexLag } from '../index/change-log.ts';
import {
  type IndexFigures,
  type IndexQuery,
  type IndexReader,
  type IndexResult,
  NO_FIGURES,
  type ProductSummary,
  type SearchCaller,
  type SearchIndex,
} from '../index/port.ts';
import type { Lease } from '../lease-keeper.ts';
import type { CatalogueStore } from '../store/catalogue-store.ts';
import type { ConfigStore, Stamps } from '../store/config-store.ts';
import type { SynonymGroup } from '../text/synonyms.ts';
import { CatalogueFollower } from './catalogue-follower.ts';
import { Learner } from './learner.ts';

const ROUND_MS = 1000;
const RETRY_MS = 1000;
/** On a stop, changes that are being applied may take this long. */
const STOP_MS = 2000;

type OpenIndex = (artefacts: Artefacts) => Promise<SearchIndex>;

interface IndexManagerOptions {
  store: CatalogueStore & ConfigStore;
  open: OpenIndex;
  onFault: (error: unknown) => void;
  /** Marks requested rebuilds as done. A command's temporary index does not. Default true. */
  isOwner?: boolean;
  /** Held by the process that learns for all; null: what is learned here is not saved. */
  lease: Lease | null;
}

export interface IndexWork {
  /** `filling` builds the first index, `rebuilding` its replacement, `updating` applies catalogue changes. */
  step: 'opening' | 'filling' | 'rebuilding' | 'updating' | 'learning';
  /** From 0 to 1; null while opening or learning, where it is unknown. */
  progress: number | null;
}

export class IndexManager implements Pick<IndexReader, 'search' | 'summarise' | 'figures'> {
  readonly #store: CatalogueStore & ConfigStore;
  readonly #open: OpenIndex;
  readonly #onFault: (error: unknown) => void;
  readonly #isOwner: boolean;
  readonly #learner: Learner;
  readonly #loop: BackgroundLoop;
  #index: SearchIndex | undefined;
  #follower: CatalogueFollower | undefined;
  #synonyms: SynonymGroup[] = [];
  #hasGap = false;
  #hasLearned = false;

  constructor({ store, open, onFault, isOwner = true, lease }: IndexManagerOptions) {
    this.#store = store;
    this.#open = open;
    this.#onFault = onFault;
    this.#isOwner = isOwner;
    this.#learner = new Learner({ store, lease, onFault });
    this.#loop = new BackgroundLoop({ run: () => this.#round(), rest_ms: ROUND_MS, retry_ms: RETRY_MS, onFault });
  }

  /** True once every change committed before the start is searchable and the ranking has learned. */
  get isReady(): boolean {
    return this.#hasLearned && this.#follower!.isCaughtUp;
  }

  /** Searches fail in every process that shares the index, after they were answered. */
  get isAway(): boolean {
    const isFailing = () => !this.#follower!.isCaughtUp || this.#index!.isFailing();
    return this.#hasLearned && this.#index!.is_shared && isFailing();
  }

  /** True while more than one batch of changes is outstanding, or the index is being rebuilt. */
  get isBehind(): boolean {
    return this.#follower?.isBehind === true || (this.#index?.rebuildProgress() ?? null) !== null;
  }

  get lag(): IndexLag {
    return this.#follower?.lag ?? { changes: 0, seconds: 0 };
  }

  /** The long-running step in progress, if any. */
  get work(): IndexWork | null {
    const [index, follower] = [this.#index, this.#follower];
    if (!index || !follower || index.appliedUpTo() === null) return { step: 'opening', progress: null };
    if (this.#learner.isTraining) return { step: 'learning', progress: null };
    const rebuilt = index.rebuildProgress();
    if (rebuilt !== null) return { step: 'rebuilding', progress: rebuilt };
    if (!this.isReady) return { step: 'filling', progress: follower.progress };
    return follower.isBehind ? { step: 'updating', progress: follower.progress } : null;
  }

  start(): void {
    this.#loop.start();
  }

  /** Aborts training and rebuilds in progress. */
  async stop(): Promise<void> {
    const stopped = this.#loop.stop();
    const close = async () => {
      await Promise.race([this.#follower?.stop(), sleep(STOP_MS, undefined, { ref: false })]);
      await this.#index?.close();
    };
    await close();
    await stopped;
    await close();
  }

  search(query: IndexQuery, caller?: SearchCaller): Promise<IndexResult> {
    return this.#whenReady((index) => index.search(query, caller));
  }

  summarise(product_nos: Uint32Array, caller?: SearchCaller): Promise<ProductSummary> {
    return this.#whenReady((index) => index.summarise(product_nos, caller));
  }

  async #whenReady<T>(ask: (index: SearchIndex) => Promise<T>): Promise<T> {
    if (!this.isReady) throw new AppError('not_ready');
    const answer = await ask(this.#index!);
    // The index may have lost its products meanwhile.
    if (!this.isReady) throw new AppError('not_ready');
    return answer;
  }

  async useSynonyms(groups: SynonymGroup[]): Promise<void> {
    this.#synonyms = groups;
    await this.#index?.useSynonyms(groups);
  }

  figures(): IndexFigures {
    return this.#index?.figures() ?? NO_FIGURES;
  }

  /** Resolves when every change committed before the call is searchable. */
  async catchUp(): Promise<void> {
    const last = await this.#store.lastChange({});
    while (!(this.isReady && (this.#index?.appliedUpTo() ?? -1) >= last) && !this.#loop.isStopped) {
      this.#follower?.wake();
      await sleep(2);
    }
  }

  async #round(): Promise<boolean> {
    const stamps = await this.#store.readStamps({});
    if (!this.#index) await this.#begin();
    const [index, follower] = [this.#index!, this.#follower!];
    if (!this.#hasLearned) return this.#complete(index, follower, stamps);
    this.#hasGap ||= follower.takeGap();
    if (!index.isWriter() || (!this.#hasGap && !index.needsRebuild(stamps))) {
      await this.#learner.update(index, follower);
      return index.isWriter() && index.needsRebuild(stamps);
    }
    await index.rebuild();
    this.#hasGap = false;
    await this.#completeRebuild(index, stamps);
    return false;
  }

  async #begin(): Promise<void> {
    const index = await this.#open(await this.#learner.begin());
    this.#index = index;
    this.#follower = new CatalogueFollower(this.#store, index, this.#onFault);
    this.#follower.start();
    await index.useSynonyms(this.#synonyms);
  }

  async #complete(index: SearchIndex, follower: CatalogueFollower, stamps: Stamps): Promise<boolean> {
    while (!follower.isCaughtUp && !this.#loop.isStopped) await sleep(5);
    try {
      if (!this.#loop.isStopped && !(await this.#learner.complete(index))) return false;
    } catch (error) {
      // Searches work without word vectors, and the next round tries again.
      if (!this.#loop.isStopped) this.#onFault(error);
    }
    this.#hasLearned = true;
    await this.#completeRebuild(index, stamps);
    return false;
  }

  /** `stamps`: read before the index was opened or rebuilt. */
  async #completeRebuild(index: SearchIndex, stamps: Stamps): Promise<void> {
    // During a stop the index may be incomplete.
    if (this.#loop.isStopped || !this.#isOwner || index.appliedUpTo() === null || index.needsRebuild(stamps)) return;
    if (stamps.rebuilds > (await this.#store.lastCompletedRebuild({})))
      await this.#store.completeRebuild({ rebuild: stamps.rebuilds });
  }
}
