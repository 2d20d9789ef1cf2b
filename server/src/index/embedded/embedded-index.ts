// The embedded index: one set of segments that searches use, and at times its replacement. Opens the persisted one,
// rebuilds beside it and swaps, and reopens it when its thread dies.
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../app-error.ts';
import type { Stamps } from '../../store/config-store.ts';
import type { PackedChanges } from '../../store/packed-changes.ts';
import type { SynonymGroup } from '../../text/synonyms.ts';
import { type Artefacts, NO_VECTORS } from '../artefacts.ts';
import { type ChangeLog, LogApplier, NO_CHANGES } from '../change-log.ts';
import {
  type IndexFigures,
  type IndexQuery,
  type IndexResult,
  NO_FIGURES,
  type ProductSummary,
  type SearchCaller,
  type SearchIndex,
} from '../port.ts';
import { type FieldLengths, isSameLengths } from '../ranking/field-lengths.ts';
import type { WordVectorTable } from '../ranking/learn-word-vectors.ts';
import { openSegmentIndex, type SegmentIndex, type SegmentIndexOptions } from './open-segment-index.ts';
import type { OpenMode } from './threads/protocol.ts';

const RETRY_MS = 1000;
/** A smaller index may be swapped before its replacement has caught up; rebuilding it takes seconds. */
const SMALL_INDEX_PRODUCTS = 50_000;
/** Share of unlearned products from which an index lacks most of what an import is bringing. */
const MOSTLY_NEW_SHARE = 0.75;

/** Opens one set of segments. */
export type OpenSegments = (options: {
  mode: OpenMode;
  lengths: FieldLengths;
  rebuilds: number;
  epoch: string;
  onLost: () => void;
}) => Promise<SegmentIndex>;

type BuiltFrom = Pick<Stamps, 'rebuilds' | 'epoch'>;

interface EmbeddedIndexOptions {
  /** A rebuild reads the catalogue from here. */
  log: ChangeLog;
  artefacts: Artefacts;
  onFault: (error: unknown) => void;
  open: OpenSegments;
}

type OpenOptions = Omit<EmbeddedIndexOptions, 'open'> &
  Omit<SegmentIndexOptions, 'lengths' | 'mode' | 'rebuilds' | 'epoch'>;

export const openEmbeddedIndex = ({ log, artefacts, onFault, ...options }: OpenOptions): Promise<SearchIndex> =>
  EmbeddedIndex.open({
    log,
    artefacts,
    onFault,
    open: (own) => openSegmentIndex({ ...options, ...own, onFault }),
  });

export class EmbeddedIndex implements SearchIndex {
  readonly is_shared = false;
  readonly #log: ChangeLog;
  readonly #onFault: (error: unknown) => void;
  readonly #openSegments: OpenSegments;
  #artefacts: Artefacts;
  #synonyms: readonly SynonymGroup[] = [];
  #live: SegmentIndex | undefined;
  /** All that are open: the live one and its replacement. */
  readonly #open = new Map<SegmentIndex, BuiltFrom>();
  #replacement: LogApplier | undefined;
  /** A rebuild or a recovery in progress. */
  #building: Promise<void> = Promise.resolve();
  /** Orders changes and swaps. */
  #applied: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  private constructor({ log, artefacts, onFault, open }: EmbeddedIndexOptions) {
    this.#log = log;
    this.#artefacts = artefacts;
    this.#onFault = onFault;
    this.#openSegments = open;
  }

  static async open(options: EmbeddedIndexOptions): Promise<EmbeddedIndex> {
    const index = new EmbeddedIndex(options);
    index.#live = await index.#openUsable();
    return index;
  }

  search(query: IndexQuery, caller?: SearchCaller): Promise<IndexResult> {
    return this.#live?.search(query, caller) ?? Promise.reject(new AppError('not_ready'));
  }

  summarise(product_nos: Uint32Array, caller?: SearchCaller): Promise<ProductSummary> {
    return this.#live?.summarise(product_nos, caller) ?? Promise.reject(new AppError('not_ready'));
  }

  async useSynonyms(groups: readonly SynonymGroup[]): Promise<void> {
    this.#synonyms = groups;
    await Promise.all(Array.from(this.#open.keys(), (index) => index.useSynonyms(groups)));
  }

  async useArtefacts(artefacts: Artefacts): Promise<void> {
    this.#artefacts = artefacts;
    const table = artefacts.word_vectors ?? NO_VECTORS;
    await Promise.all(Array.from(this.#open.keys(), (index) => index.useWordVectors(table)));
  }

  figures(): IndexFigures {
    return this.#live?.figures() ?? { ...NO_FIGURES, segments: 0 };
  }

  apply(changes: PackedChanges, following = 0): Promise<void> {
    return this.#inOrder(async () => {
      if (!this.#live) throw new AppError('not_ready');
      // After a swap the index may be ahead of its caller.
      const last = changes.change_nos.at(-1) ?? Number.POSITIVE_INFINITY;
      if (last > this.#live.appliedUpTo()) await this.#live.apply(changes, following);
    });
  }

  appliedUpTo(): number | null {
    return this.#live?.appliedUpTo() ?? null;
  }

  learnWordVectors(): Promise<WordVectorTable> {
    return this.#live?.learnWordVectors() ?? Promise.reject(new AppError('not_ready'));
  }

  isWriter(): boolean {
    return true;
  }

  isFailing(): boolean {
    return false;
  }

  needsRebuild({ rebuilds, epoch }: BuiltFrom): boolean {
    if (!this.#live) return false;
    const built = this.#open.get(this.#live)!;
    if (built.rebuilds < rebuilds || built.epoch !== epoch) return true;
    return !isSameLengths(this.#live.lengths(), this.#artefacts.lengths);
  }

  rebuildProgress(): number | null {
    return this.#replacement?.progress ?? null;
  }

  rebuild(): Promise<void> {
    return this.#build(() => this.#rebuild());
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const live = this.#live;
    const closeAll = () => Promise.all(Array.from(this.#open.keys(), (index) => this.#close(index, index === live)));
    await closeAll();
    await this.#building.catch(() => {});
    await closeAll();
  }

  async #rebuild(): Promise<void> {
    const next = await this.#openOne('beside');
    const applier = new LogApplier(this.#log, next);
    const old = this.#live;
    this.#replacement = applier;
    try {
      // Otherwise the live index applies nothing meanwhile: a large import into a small catalogue is not indexed twice.
      if (!this.#lacksMostProducts) await this.#fill(next, applier, () => false);
      await this.#inOrder(() => this.#swap(next, applier));
    } catch (error) {
      await this.#close(next, false);
      throw error;
    } finally {
      this.#replacement = undefined;
    }
    if (old) await this.#close(old, false);
    await next.promote();
  }

  get #lacksMostProducts(): boolean {
    const { products, unlearned_products } = this.figures();
    return products < SMALL_INDEX_PRODUCTS && unlearned_products >= MOSTLY_NEW_SHARE * products;
  }

  /** Replaces the live index once the next one has applied as much. */
  async #swap(next: SegmentIndex, applier: LogApplier): Promise<void> {
    const old = this.#live;
    // Publishes what is buffered.
    await old?.apply(NO_CHANGES);
    await this.#fill(next, applier, () => next.appliedUpTo() >= (old?.appliedUpTo() ?? 0));
    await next.apply(NO_CHANGES);
    if (this.#isClosed) throw new AppError('not_ready');
    if (applier.hasGap) throw new Error('the change log lost a deletion while the index was being rebuilt');
    this.#live = next;
  }

  /** A store that is unavailable delays a rebuild; only a stop or the loss of its thread ends it. */
  async #fill(next: SegmentIndex, applier: LogApplier, isEnough: () => boolean): Promise<void> {
    const isEnded = () => this.#isClosed || !this.#open.has(next);
    for (;;) {
      try {
        await applier.run(() => isEnded() || isEnough());
        return;
      } catch (error) {
        if (isEnded()) throw error;
        this.#onFault(error);
        await sleep(RETRY_MS);
      }
    }
  }

  #inOrder<T>(action: () => Promise<T>): Promise<T> {
    const next = this.#applied.then(action);
    this.#applied = next.catch(() => {});
    return next;
  }

  /** Rebuilds and recoveries run one at a time. */
  #build(action: () => Promise<void>): Promise<void> {
    const next = this.#building.catch(() => {}).then(action);
    this.#building = next;
    return next;
  }

  /** Opens the persisted index if it is usable, else an empty one. */
  async #openUsable(): Promise<SegmentIndex> {
    const persisted = await this.#openOne('persisted');
    const isUsable = await this.#isUsable(persisted).catch(async (error) => {
      await this.#close(persisted, false);
      throw error;
    });
    if (isUsable && !this.#open.has(persisted)) throw new Error('the index thread died while the index was opened');
    if (isUsable) return persisted;
    await this.#close(persisted, false);
    return this.#openOne('rebuild');
  }

  async #isUsable(index: SegmentIndex): Promise<boolean> {
    const applied = index.appliedUpTo();
    const [last, purged] = await Promise.all([this.#log.lastChange({}), this.#log.purgeWatermark({})]);
    if (applied > 0 && applied < purged) return false;
    // An index ahead of the log belongs to another catalogue. One that lacks most of the catalogue and has other field
    // lengths would be replaced soon, so rebuilding it now is cheaper.
    return applied <= last && (applied >= last / 2 || isSameLengths(index.lengths(), this.#artefacts.lengths));
  }

  async #openOne(mode: OpenMode): Promise<SegmentIndex> {
    const { rebuilds, epoch } = await this.#log.readStamps({});
    let index: SegmentIndex | undefined;
    const onLost = () => index && this.#onLost(index);
    index = await this.#openSegments({ mode, lengths: this.#artefacts.lengths, rebuilds, epoch, onLost });
    this.#open.set(index, { rebuilds, epoch });
    try {
      await index.useSynonyms(this.#synonyms);
      if (this.#artefacts.word_vectors) await index.useWordVectors(this.#artefacts.word_vectors);
    } catch (error) {
      await this.#close(index, false);
      throw error;
    }
    return index;
  }

  async #close(index: SegmentIndex, keep_files: boolean): Promise<void> {
    this.#open.delete(index);
    await index.close({ keep_files });
  }

  /** Searches fail with `not_ready` until the index is open again. Its caller applies what it has lost. */
  #onLost(index: SegmentIndex): void {
    void this.#close(index, false).catch(this.#onFault);
    if (this.#live !== index) return;
    this.#live = undefined;
    void this.#build(() => this.#reopen());
  }

  async #reopen(): Promise<void> {
    while (!this.#live && !this.#isClosed) {
      try {
        this.#live = await this.#openUsable();
      } catch (error) {
        this.#onFault(error);
        await sleep(RETRY_MS);
      }
    }
  }
}
