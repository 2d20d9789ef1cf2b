// Writes one generation: analyses products, writes their documents in batches, and keeps the lexicon's counts exact.
// A batch is written in an order that a kill at any moment leaves recoverable: undo record, documents, lexicon part, state.
// While the part of one batch is built and saved, the documents of the next are written if they are all of new products.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../app-error.ts';
import type { Product } from '../../product/product.ts';
import type { ProductChange } from '../../store/packed-changes.ts';
import { ProductAnalyser } from '../ranking/analyse-product.ts';
import { type CountedTerms, countedTermsIn, countedTermsOf, type TermFields } from './counted-terms.ts';
import { documentOf } from './document.ts';
import type { BulkAction, Generation, GenerationState, StoredProduct, VersionedState } from './generation.ts';
import { type LexiconPart, LexiconPartBuilder, mergeParts } from './lexicon-part.ts';

/** Default of `batch_changes`. */
const BATCH_CHANGES = 10_000;
/** Of its documents, and of its undo record. A character has at most three bytes; OpenSearch accepts 100 MB at once. */
const BATCH_CHARACTERS = 30_000_000;
const MIN_REFRESH_INTERVAL_MS = 500;
/** Searches see the changes of a long import while it goes on. */
const MAX_REFRESH_INTERVAL_MS = 5000;
const BULK_CHANGES = 1000;
const BULK_CHARACTERS = 10_000_000;
/** Products that are read at once before they are overwritten. */
const READ_CHANGES = 200;
/** Bulk requests in flight. */
const BULK_REQUESTS = 3;
/** Requests in flight proceed between turns of the event loop. */
const CHANGES_PER_TURN = 100;
/** Parts are merged like the digits of a binary counter carry: while the last is not much smaller than the one before. */
const MERGE_RATIO = 2;

interface AnalysedChange extends BulkAction {
  /** null if it deletes the product. */
  counted: CountedTerms | null;
  spellings: ReadonlySet<string>;
}

export class Indexer {
  readonly #generation: Generation;
  readonly #analyser: ProductAnalyser;
  readonly #batch_changes: number;
  #saved: VersionedState;
  #parts: LexiconPart[];
  /** Products as they were counted before the last writer overwrote them; it may still be overwriting some. */
  #undo: Record<number, TermFields> = {};
  /** By product number: the last change of a product wins. */
  #buffered = new Map<number, AnalysedChange>();
  #buffered_characters = 0;
  #received: number;
  /** Of the products that were written, counted or not. */
  #highest: number;
  /** Documents of the last batch. */
  #writing: Promise<void> = Promise.resolve();
  /** Lexicon part and state of the last batch whose documents are written. */
  #saving: Promise<void> = Promise.resolve();
  #refreshed_ms = Number.NEGATIVE_INFINITY;

  private constructor(generation: Generation, saved: VersionedState, parts: LexiconPart[], batch_changes: number) {
    this.#generation = generation;
    this.#batch_changes = batch_changes;
    this.#saved = saved;
    this.#parts = parts;
    this.#received = saved.state.applied;
    this.#highest = saved.state.highest;
    this.#analyser = new ProductAnalyser(saved.state.lengths);
  }

  /**
   * Takes the generation over from its last writer and completes what that one has left. `batch_changes`: while changes
   * follow, they are buffered into batches of this size.
   */
  static async open(
    generation: Generation,
    token: number,
    { batch_changes = BATCH_CHANGES }: { batch_changes?: number } = {},
  ): Promise<Indexer> {
    const saved = await generation.readState();
    if (!saved) throw new Error(`there is no index ${generation.index}`);
    if (saved.state.token > token) throw new AppError('not_ready');
    const indexer = new Indexer(generation, saved, await generation.loadParts(saved.state.parts), batch_changes);
    await indexer.#recover(token);
    indexer.#highest = indexer.state.highest;
    return indexer;
  }

  get state(): GenerationState {
    return this.#saved.state;
  }

  /** Number of the last change that it has, written or not. */
  get received(): number {
    return this.#received;
  }

  get parts(): readonly LexiconPart[] {
    return this.#parts;
  }

  /** Resolves when the changes are searchable, or at once while others follow: then a failure rejects a later call. */
  async apply(changes: readonly ProductChange[], following: number): Promise<void> {
    for (const [i, change] of changes.entries()) {
      const analysed = this.#analyse(change);
      this.#buffered.set(change.product_no, analysed);
      this.#buffered_characters += charactersOf(analysed);
      if (this.#buffered_characters >= BATCH_CHARACTERS) await this.#flush(false);
      if (i % CHANGES_PER_TURN === 0) await nextTurn();
    }
    this.#received = changes.at(-1)?.change_no ?? this.#received;
    if (following > 0 && this.#buffered.size < this.#batch_changes) return;
    await this.#flush(following === 0);
    if (following > 0) return;
    await this.#writing;
    await this.#saving;
  }

  /** Starts to write what is buffered, once the documents of the batch before are written. */
  async #flush(isLast: boolean): Promise<void> {
    const buffered = [...this.#buffered.values()].sort((a, b) => a.change_no - b.change_no);
    this.#buffered = new Map();
    this.#buffered_characters = 0;
    await this.#writing;
    this.#writing = this.#write(buffered, isLast);
    // Handled by the next call, which awaits it.
    this.#writing.catch(() => {});
  }

  #analyse(change: ProductChange): AnalysedChange {
    const { product_no, change_no, data } = change;
    if (data === null) return { product_no, change_no, document: null, counted: null, spellings: new Set() };
    const product = JSON.parse(data) as Product;
    const analysed = this.#analyser.analyse(product);
    const document = documentOf(change, product, analysed);
    return { product_no, change_no, document, counted: countedTermsOf(analysed), spellings: analysed.spellings };
  }

  /** Ends a batch where its undo record would become too large. */
  async #write(changes: readonly AnalysedChange[], isLast: boolean): Promise<void> {
    let left = changes;
    do {
      // An undo record belongs to a state, so that state must have been saved.
      if (left.some(({ product_no }) => product_no <= this.#highest)) await this.#saving;
      const { stored, size } = await this.#readCounted(left);
      const batch = left.slice(0, size);
      left = left.slice(size);
      this.#highest = highestOf(batch, this.#highest);
      await this.#writeDocuments(batch, stored);
      await this.#saving;
      this.#saving = this.#count(batch, stored, isLast && left.length === 0);
      // Handled by the next call, which awaits it.
      this.#saving.catch(() => {});
    } while (left.length > 0);
  }

  /** Adds a batch that is written to the lexicon and the state. */
  async #count(
    batch: readonly AnalysedChange[],
    stored: ReadonlyMap<number, TermFields>,
    isLast: boolean,
  ): Promise<void> {
    const { applied } = this.state;
    if (batch.length === 0 && this.state.visible === applied) return;
    const isVisible = isLast || performance.now() > this.#refreshed_ms + MAX_REFRESH_INTERVAL_MS;
    if (isVisible) await this.#refresh();
    const builder = new LexiconPartBuilder();
    let { products } = this.state;
    for (const [i, { product_no, counted, spellings }] of batch.entries()) {
      if (i % CHANGES_PER_TURN === 0) await nextTurn();
      const before = stored.get(product_no);
      if (before !== undefined) builder.subtract(countedTermsIn(before));
      if (counted) builder.add(counted, spellings);
      products += Number(counted !== null) - Number(before !== undefined);
    }
    const last = batch.reduce((highest, { change_no }) => Math.max(highest, change_no), applied);
    const ahead = Object.fromEntries(Object.entries(this.state.ahead).filter(([, change_no]) => change_no > last));
    const visible = isVisible ? last : this.state.visible;
    const highest = highestOf(batch, this.state.highest);
    await this.#save(
      { ...this.state, applied: last, visible, products, highest, ahead },
      batch.length > 0 ? builder : undefined,
    );
    for (const { product_no } of batch) delete this.#undo[product_no];
  }

  async #writeDocuments(batch: readonly AnalysedChange[], stored: ReadonlyMap<number, TermFields>): Promise<void> {
    const { token, applied } = this.state;
    if (stored.size > 0)
      await this.#generation.writeUndo(token, { after: applied, products: Object.fromEntries(stored) });
    let next = 0;
    const writeOn = async () => {
      while (next < batch.length) {
        const from = next;
        for (let left = BULK_CHARACTERS; left > 0 && next < Math.min(batch.length, from + BULK_CHANGES); next++)
          left -= charactersOf(batch[next]!);
        await this.#generation.bulk(batch.slice(from, next));
      }
    };
    await Promise.all(Array.from({ length: BULK_REQUESTS }, writeOn));
  }

  /** Refreshing more often would cost OpenSearch many small segments. */
  async #refresh(): Promise<void> {
    await sleep(Math.max(0, this.#refreshed_ms + MIN_REFRESH_INTERVAL_MS - performance.now()));
    await this.#generation.refresh();
    this.#refreshed_ms = performance.now();
  }

  /** What the lexicon has counted of the first products, of as many as an undo record may hold. */
  async #readCounted(
    changes: readonly AnalysedChange[],
  ): Promise<{ stored: ReadonlyMap<number, TermFields>; size: number }> {
    const stored = new Map<number, TermFields>();
    let characters = 0;
    let size = 0;
    while (size < changes.length && characters < BATCH_CHARACTERS) {
      const slice = changes.slice(size, size + READ_CHANGES);
      const known = slice.flatMap(({ product_no }) => (product_no <= this.state.highest ? [product_no] : []));
      const found = new Map((await this.#generation.readProducts(known)).map((each) => [each.product_no, each]));
      for (const { product_no } of slice) {
        const counted = this.#countedOf(product_no, found.get(product_no));
        if (counted !== undefined) stored.set(product_no, counted);
        if (counted) characters += counted.t.length + counted.nt.length;
        size++;
        if (characters >= BATCH_CHARACTERS) break;
      }
    }
    return { stored, size };
  }

  /** After a late write or deletion by the last writer, the lexicon has counted what it overwrote. */
  #countedOf(product_no: number, product: StoredProduct | undefined): TermFields | undefined {
    return product && this.#isCounted(product) ? product.counted : this.#undo[product_no];
  }

  #isCounted({ product_no, change_no }: StoredProduct): boolean {
    const { applied, ahead } = this.state;
    return change_no <= applied || ahead[product_no] === change_no;
  }

  /** Counts the documents of a batch that was not completed. The batch is read from the change log again. */
  async #recover(token: number): Promise<void> {
    const { state } = this;
    const undo = await this.#generation.readUndo(state.token);
    if (undo?.after === state.applied) this.#undo = undo.products;
    const written = await this.#generation.readProductsAfter(state.applied);
    const overwritten = Object.keys(this.#undo).map(Number);
    const current = await this.#generation.readProducts(overwritten);
    const isThere = new Set(current.map(({ product_no }) => product_no));
    const builder = new LexiconPartBuilder();
    const ahead = { ...state.ahead };
    let { products } = state;
    const subtract = (product_no: number) => {
      const before = this.#undo[product_no];
      if (before === undefined) return;
      builder.subtract(countedTermsIn(before));
      products--;
    };
    for (const product of written) {
      if (this.#isCounted(product)) continue;
      subtract(product.product_no);
      builder.add(countedTermsIn(product.counted), []);
      products++;
      ahead[product.product_no] = product.change_no;
    }
    for (const product_no of overwritten) {
      if (isThere.has(product_no)) continue;
      if (ahead[product_no] !== 0) subtract(product_no);
      ahead[product_no] = 0;
      delete this.#undo[product_no];
    }
    const hasCounted = JSON.stringify(ahead) !== JSON.stringify(state.ahead);
    const highest = highestOf(written, state.highest);
    const next = { ...state, token, visible: state.applied, products, highest, ahead };
    await this.#save(next, hasCounted ? builder : undefined);
    if (state.token !== token) await this.#generation.deleteUndo(state.token);
  }

  /** Adds a lexicon part, merges parts, and saves the state. Parts that it no longer lists are deleted. */
  async #save(next: GenerationState, builder: LexiconPartBuilder | undefined): Promise<void> {
    const before = this.state.parts;
    const parts = [...this.#parts];
    const refs = [...before];
    if (builder) {
      parts.push(builder.build());
      await nextTurn();
      while (parts.length > 1 && MERGE_RATIO * sizeOf(parts.at(-1)!) > sizeOf(parts.at(-2)!)) {
        parts.push(mergeParts(parts.splice(-2), parts.length === 0));
        refs.length = Math.min(refs.length, parts.length - 1);
      }
      refs.push(await this.#generation.savePart(parts.at(-1)!));
    }
    this.#saved = await this.#generation.writeState({ ...this.#saved, state: { ...next, parts: refs } });
    this.#parts = parts;
    for (const ref of before) if (!refs.includes(ref)) await this.#generation.deletePart(ref);
  }
}

const highestOf = (products: readonly { product_no: number }[], before: number): number =>
  products.reduce((highest, { product_no }) => Math.max(highest, product_no), before);

const charactersOf = ({ document }: BulkAction): number => document?.length ?? 0;

const sizeOf = ({ buffer }: LexiconPart): number => buffer.byteLength;
