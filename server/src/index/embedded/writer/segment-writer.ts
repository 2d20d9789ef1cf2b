// Coordinates the write path: applies changes, schedules merges, trains word vectors and commits.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { lowerThreadPriority } from '../../../lower-priority.ts';
import { type PackedChanges, unpackChanges } from '../../../store/packed-changes.ts';
import type { WordVectorTable } from '../../ranking/learn-word-vectors.ts';
import { MIN_TRAINING_PRODUCTS } from '../../ranking/training-terms.ts';
import { packWordVectors } from '../../ranking/word-vectors.ts';
import { nextMessage } from '../../threads/next-message.ts';
import { type IndexUpdate, type SharedSegment, toShared } from '../threads/index-update.ts';
import { IndexerPool } from '../threads/indexer-pool.ts';
import { MergeWorker } from '../threads/merge-worker.ts';
import type { FromWriter, WriterFigures, WriterOptions } from '../threads/protocol.ts';
import { newestOf } from '../training-sample.ts';
import { findMerge } from './merge-policy.ts';
import { Persister } from './persister.ts';
import { type SegmentEntry, SegmentSet } from './segment-set.ts';

/** Back-pressure: with more segments than this, changes wait for the running merge. */
const MAX_SEGMENTS = 128;
/** During bulk indexing merges start only at this many segments, so that indexing gets the cores. */
const BULK_MERGE_SEGMENTS = 96;
/** With this many changes to follow, they are indexed in bulk, by several threads. */
const BULK_CHANGES = 20_000;
/** While changes follow, they are buffered into batches of this size: every published segment costs searches a little. */
const BATCH_CHANGES = { min: 2000, max: 32_000 };
/** At most three: each needs the memory of a segment under construction. */
const INDEXER_THREADS = Math.min(3, availableParallelism());
/** Without an idle period, commits happen every this many idle times; failed work is retried after the same delay. */
const MAX_IDLE_TIMES = 5;
/** If more documents are uncommitted at shutdown, they are not written: the next start reads them from the change log. */
const MAX_DOCS_AT_CLOSE = 500_000;
/** Read-only opens retry: the server that owns the folder may remove a segment after its commit point was read. */
const READ_ATTEMPTS = 5;

export class SegmentWriter {
  readonly #options: WriterOptions;
  readonly #send: (message: FromWriter) => void;
  readonly #persister: Persister;
  readonly #mergeWorker = new MergeWorker();
  #set: SegmentSet;
  #up_to = 0;
  /** Highest product number that the word vectors in use were trained on. */
  #learned_up_to = 0;
  #merging: Promise<void> | undefined;
  /** Whether the last commit point is out of date. */
  #isDirty = false;
  #changed_ms = 0;
  #committed_ms = Date.now();
  #failed_ms = 0;
  /** Changes that wait for a full batch. */
  #buffered: PackedChanges[] = [];
  /** Set during bulk indexing. */
  #bulk: IndexerPool | undefined;

  constructor(options: WriterOptions, send: (message: FromWriter) => void) {
    const { folder, is_read_only, mode, lengths } = options;
    this.#options = options;
    this.#send = send;
    this.#set = new SegmentSet(lengths);
    this.#persister = new Persister(folder, !is_read_only && mode !== 'beside');
  }

  get figures(): WriterFigures {
    return {
      products: this.#set.size,
      unlearned: this.#set.newerThan(this.#learned_up_to),
      segments: this.#set.segments.length,
      up_to: this.#up_to,
      lengths: this.#set.lengths,
    };
  }

  get #lives() {
    return this.#set.segments.map(({ live }) => live);
  }

  /** Loads the last commit point. A damaged one is reported, and the index starts empty. */
  open(): void {
    const { mode, is_read_only, rebuilds, epoch } = this.#options;
    // Searches use another index meanwhile.
    if (mode === 'beside') lowerThreadPriority();
    // The old commit point must be overwritten even if nothing else changes.
    if (mode === 'rebuild') this.#markDirty();
    try {
      if (mode === 'persisted')
        this.#restore(retry(is_read_only ? READ_ATTEMPTS : 1, () => this.#persister.load({ rebuilds, epoch })));
    } catch (error) {
      const cause = new Error('the index on disk is damaged and will be rebuilt', { cause: error });
      this.#send({ kind: 'fault', error: cause });
    }
  }

  #restore(loaded: ReturnType<Persister['load']>): void {
    if (!loaded) return;
    this.#set = loaded.set;
    this.#up_to = loaded.up_to;
    this.#sendUpdate(this.#set.snapshot());
  }

  /** Buffers changes while others follow: large batches make fewer segments in less time. */
  async apply(changes: PackedChanges, following: number): Promise<void> {
    const batch = [...this.#buffered, changes];
    if (following > 0 && countOf(batch) < batchSize(following)) {
      this.#buffered = batch;
      return;
    }
    if (this.#bulk || following >= BULK_CHANGES) {
      this.#buffered = [];
      await this.#startBulk().add(batch);
      if (following === 0) await this.#endBulk();
      return;
    }
    await this.#awaitMerges();
    this.#publish(batch, this.#set.apply(batch.flatMap(unpackChanges)));
    // Cleared last: after a failure the caller repeats only the latest changes, not the buffered ones.
    this.#buffered = [];
  }

  #startBulk(): IndexerPool {
    this.#bulk ??= new IndexerPool({
      threads: INDEXER_THREADS,
      lengths: this.#set.lengths,
      onSegment: async (changes, buffer) => {
        await this.#awaitMerges();
        this.#publish(changes, this.#set.addBatch(productNosOf(changes), buffer));
      },
    });
    return this.#bulk;
  }

  async #endBulk(): Promise<void> {
    const bulk = this.#bulk;
    this.#bulk = undefined;
    await bulk?.end();
    this.#mergeIfNeeded(false);
  }

  async #awaitMerges(): Promise<void> {
    while (this.#set.segments.length > MAX_SEGMENTS && this.#merging) await this.#merging;
  }

  #publish(changes: readonly PackedChanges[], update: IndexUpdate): void {
    for (const { change_nos } of changes) this.#up_to = Math.max(this.#up_to, change_nos.at(-1) ?? 0);
    this.#markDirty();
    this.#sendUpdate(update);
    if (!this.#bulk || this.#set.segments.length >= BULK_MERGE_SEGMENTS) this.#mergeIfNeeded(false);
  }

  async learn(): Promise<WordVectorTable> {
    const lives = this.#lives;
    return this.#set.size >= MIN_TRAINING_PRODUCTS ? trainOn(lives.map(toShared)) : emptyTable(newestOf(lives));
  }

  /** The index is ready with its first word vectors. From then on the writer, and threads it starts, yield to searches. */
  useWordVectors(table: WordVectorTable): void {
    lowerThreadPriority();
    this.#learned_up_to = table.up_to;
    this.#send({ kind: 'word_vectors', vectors: table.terms.length === 0 ? null : packWordVectors(table) });
  }

  /** Makes this the index that the next start loads. */
  promote(): void {
    if (!this.#options.is_read_only) this.#persister.enable();
    this.#markDirty();
  }

  /** Called periodically: merges and stops the merge thread when idle, and commits. */
  tend(): void {
    const { idle_ms } = this.#options;
    const now_ms = Date.now();
    const isIdle = !this.#bulk && now_ms - this.#changed_ms > idle_ms;
    if (isIdle) this.#mergeIfNeeded(true);
    if (isIdle && !this.#merging) this.#mergeWorker.stop();
    if (!this.#isDirty || this.#isBackingOff) return;
    if (!isIdle && now_ms - this.#committed_ms <= MAX_IDLE_TIMES * idle_ms) return;
    try {
      this.#commit();
    } catch (error) {
      this.#fail(error);
    }
  }

  close(isKept: boolean): void {
    const isSmall = this.#persister.uncommittedDocs(this.#lives) <= MAX_DOCS_AT_CLOSE;
    if (isKept && this.#isDirty && isSmall) this.#commit();
  }

  #commit(): void {
    this.#committed_ms = Date.now();
    const { rebuilds, epoch } = this.#options;
    this.#persister.commit(this.#lives, { lengths: this.#set.lengths, up_to: this.#up_to, rebuilds, epoch });
    this.#isDirty = false;
  }

  #markDirty(): void {
    this.#isDirty = true;
    this.#changed_ms = Date.now();
  }

  #sendUpdate(update: IndexUpdate): void {
    this.#send({ kind: 'update', update, figures: this.figures });
  }

  #mergeIfNeeded(isIdle: boolean): void {
    if (this.#merging || this.#isBackingOff) return;
    const segments = findMerge(this.#set.segments, isIdle);
    if (segments.length === 0) return;
    this.#merging = this.#merge(segments).then(
      () => {
        this.#merging = undefined;
        if (!this.#bulk) this.#mergeIfNeeded(false);
      },
      (error) => {
        this.#merging = undefined;
        // Searches continue on the unmerged segments; a new thread retries later.
        this.#mergeWorker.stop();
        this.#fail(error);
      },
    );
  }

  async #merge(segments: readonly SegmentEntry[]): Promise<void> {
    const target = this.#persister.beginMerge();
    try {
      const { buffer, file } = await this.#mergeWorker.merge({
        segments: segments.map(({ live }) => toShared(live)),
        target,
      });
      const update = this.#set.replace(segments, buffer);
      const merged = this.#lives.find(({ segment }) => segment.buffer === buffer);
      if (merged && file) this.#persister.addMerged(merged, file);
      this.#sendUpdate(update);
      this.#isDirty = true;
    } finally {
      this.#persister.endMerge();
    }
  }

  /** Merges and commits back off after a failure, which would most likely repeat. */
  #fail(error: unknown): void {
    this.#failed_ms = Date.now();
    this.#send({ kind: 'fault', error });
  }

  get #isBackingOff(): boolean {
    return Date.now() - this.#failed_ms < MAX_IDLE_TIMES * this.#options.idle_ms;
  }
}

const countOf = (changes: readonly PackedChanges[]): number =>
  changes.reduce((sum, { change_nos }) => sum + change_nos.length, 0);

function* productNosOf(changes: readonly PackedChanges[]): Generator<number> {
  for (const { product_nos } of changes) yield* product_nos;
}

/** Batches shrink towards the end, so that all indexer threads finish together. */
const batchSize = (following: number): number =>
  Math.min(BATCH_CHANGES.max, Math.max(BATCH_CHANGES.min, Math.floor(following / (2 * INDEXER_THREADS))));

function retry<T>(attempts: number, action: () => T): T {
  for (let left = attempts; ; left--) {
    try {
      return action();
    } catch (error) {
      if (left <= 1) throw error;
    }
  }
}

const emptyTable = (up_to: number): WordVectorTable => ({
  terms: [],
  idfs: new Float32Array(),
  vectors: new Int8Array(),
  up_to,
});

const trainOn = (segments: SharedSegment[]): Promise<WordVectorTable> =>
  nextMessage(
    new Worker(new URL('../threads/learner-thread.ts', import.meta.url), { workerData: segments }),
    'training',
  );
