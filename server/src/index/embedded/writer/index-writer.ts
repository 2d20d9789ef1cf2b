// The writer of the index: takes changes, has segments merged, learns, and keeps all of it on the disk.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { BULK_WORKER } from '../../../bulk-worker-limits.ts';
import { lowerThreadPriority } from '../../../lower-priority.ts';
import { type PackedChanges, unpackChanges } from '../../../store/packed-changes.ts';
import type { WordVectorTable } from '../../ranking/learn-word-vectors.ts';
import { packWordVectors } from '../../ranking/word-vectors.ts';
import { IndexerPool } from '../threads/indexer-pool.ts';
import { nextMessage } from '../threads/next-message.ts';
import {
  type FromWriter,
  type MergeRequest,
  type MergeResult,
  type SharedSegment,
  toShared,
  type WriterFigures,
  type WriterOptions,
} from '../threads/protocol.ts';
import { newestOf } from '../training-sample.ts';
import {
  deadOf,
  deadText,
  newSegmentFileName,
  readCommitPoint,
  readSegment,
  removeUnreferencedFiles,
  type SegmentFile,
  writeCommitPoint,
  writeSegment,
} from './commit-point.ts';
import { type HeldSegment, SegmentSet, type Update } from './segment-set.ts';
import { loadWordVectors, saveWordVectors } from './word-vectors-file.ts';

/** More segments than this wait for the merger: it must not fall behind for good. */
const MAX_SEGMENTS = 128;
/** While a great many changes come, merging waits for so many segments: there are more urgent things to do. */
const UNMERGED_IN_RUSH = 96;
/** Who waits for one of so many changes waits for a while in any case. */
const FAR_BEHIND = 20_000;
/** So many changes are shown together where others follow: searches have to get used to each new segment. */
const SHOWN_TOGETHER = 2000;
/** … and so many at most. */
const MOST_TOGETHER = 32_000;
/** At most three: each takes the memory of a segment in the making. */
const DRAFTERS = Math.min(3, availableParallelism());
/** Kept in a quiet hour, or when the last time is so many times longer ago. */
const MOST_UNQUIET = 5;
/** At a stop no more products than this are written: the next start reads them from the catalogue instead. */
const MAX_KEPT_AT_STOP = 500_000;

const READ_TRIES = 5;
/** Fewer products have too little in common to learn from. */
const MIN_LEARNED = 100;

export class Writer {
  readonly #options: WriterOptions;
  readonly #tell: (message: FromWriter) => void;
  #set: SegmentSet;
  #lengths: WriterOptions['lengths'];
  #up_to = 0;
  #learned_up_to: number | undefined;
  #unkeptTable: WordVectorTable | undefined;
  #merger: Worker | undefined;
  #merging: Promise<void> | undefined;
  readonly #files = new Map<HeldSegment['live'], SegmentFile>();
  #isKept: boolean;
  #isChanged = false;
  #changed_ms = 0;
  #kept_ms = Date.now();
  #fileOfMerger: string | undefined;
  /** Changes that wait for those which follow. */
  #waiting: PackedChanges[] = [];
  /** While a great many follow. */
  #rush: IndexerPool | undefined;
  #failed_ms = 0;

  constructor(options: WriterOptions, tell: (message: FromWriter) => void) {
    this.#options = options;
    this.#tell = tell;
    this.#lengths = options.lengths;
    this.#set = new SegmentSet(options.lengths);
    this.#isKept = options.folder !== null && !options.is_read_only && options.begins !== 'beside';
  }

  get figures(): WriterFigures {
    return {
      products: this.#set.size,
      unlearned: this.#set.newerThan(this.#learned_up_to ?? 0),
      has_learned: this.#learned_up_to !== undefined,
      segments: this.#set.segments.length,
      up_to: this.#up_to,
      lengths: this.#lengths,
    };
  }

  /** Takes up what was kept. What is damaged is as good as nothing, and is said once. */
  open(): void {
    const { folder, begins, is_read_only } = this.#options;
    // Searches have another one as yet.
    if (begins === 'beside') lowerThreadPriority();
    // What was kept is of no use: it must not be found again.
    if (begins === 'anew') this.#markChanged();
    if (folder === null) return;
    try {
      // The server that owns the folder may just have replaced a file that its last manifest listed.
      if (begins === 'kept') retry(is_read_only ? READ_TRIES : 1, () => this.#load(folder));
    } catch (error) {
      this.#set = new SegmentSet(this.#lengths);
      this.#up_to = 0;
      this.#files.clear();
      this.#tell({
        kind: 'fault',
        error: new Error('the index on the disk is damaged, and built again', { cause: error }),
      });
    }
    const table = loadWordVectors(folder);
    if (table) this.#use(table);
  }

  #load(folder: string): void {
    const manifest = readCommitPoint(folder);
    if (!manifest || manifest.rebuilds !== this.#options.rebuilds) return;
    const set = new SegmentSet(manifest.lengths);
    for (const kept of manifest.segments) {
      const held = set.add(readSegment(folder, kept), deadOf(kept.dead));
      this.#files.set(held.live, { file: kept.file, bytes: kept.bytes, crc32: kept.crc32 });
    }
    this.#set = set;
    this.#lengths = manifest.lengths;
    this.#up_to = manifest.up_to;
    const added = set.segments.map(({ id, live }) => ({ id, ...toShared(live) }));
    this.#tellUpdate({ added, removed: [], killed: [] });
  }

  /** Many changes at once make fewer and larger segments, in less time. */
  async apply(changes: PackedChanges, following: number): Promise<void> {
    const all = [...this.#waiting, changes];
    if (following > 0 && countOf(all) < enoughBefore(following)) {
      this.#waiting = all;
      return;
    }
    if (this.#rush || following >= FAR_BEHIND) {
      this.#waiting = [];
      await this.#inRush().add(all);
      if (following === 0) await this.#endRush();
      return;
    }
    await this.#waitForMerger();
    this.#show(all, this.#set.apply(all.flatMap(unpackChanges)));
    // Not before: after a fault the last changes come again, and those that waited for them must not be passed over.
    this.#waiting = [];
  }

  #inRush(): IndexerPool {
    this.#rush ??= new IndexerPool({
      threads: DRAFTERS,
      lengths: this.#lengths,
      take: async (changes, buffer) => {
        await this.#waitForMerger();
        this.#show(changes, this.#set.take(numbersOf(changes), buffer));
      },
    });
    return this.#rush;
  }

  async #endRush(): Promise<void> {
    const rush = this.#rush;
    this.#rush = undefined;
    await rush?.end();
    this.#mergeIfNeeded(false);
  }

  async #waitForMerger(): Promise<void> {
    while (this.#set.segments.length > MAX_SEGMENTS && this.#merging) await this.#merging;
  }

  #show(changes: readonly PackedChanges[], update: Update): void {
    for (const { change_nos } of changes) this.#up_to = Math.max(this.#up_to, change_nos.at(-1) ?? 0);
    this.#markChanged();
    this.#tellUpdate(update);
    if (!this.#rush || this.#set.segments.length >= UNMERGED_IN_RUSH) this.#mergeIfNeeded(false);
  }

  async learn(): Promise<void> {
    const lives = this.#set.segments.map(({ live }) => live);
    const table = this.#set.size < MIN_LEARNED ? emptyTable(newestOf(lives)) : await learnFrom(lives.map(toShared));
    this.#use(table);
    if (table.terms.length > 0) this.#unkeptTable = table;
    this.#keepTable();
  }

  #keepTable(): void {
    const { folder } = this.#options;
    if (folder === null || !this.#isKept || !this.#unkeptTable) return;
    saveWordVectors(folder, this.#unkeptTable);
    this.#unkeptTable = undefined;
  }

  /** From now on this is the index that is kept. */
  keep(): void {
    this.#isKept = this.#options.folder !== null && !this.#options.is_read_only;
    this.#markChanged();
  }

  /** Called again and again: in a quiet hour there is time for what else is to do. */
  tend(): void {
    const { quiet_ms } = this.#options;
    const now_ms = Date.now();
    const isQuiet = !this.#rush && now_ms - this.#changed_ms > quiet_ms;
    if (isQuiet) this.#mergeIfNeeded(true);
    if (isQuiet && !this.#merging) this.#endMerger();
    if (!this.#isChanged || this.#hasJustFailed) return;
    if (!isQuiet && now_ms - this.#kept_ms <= MOST_UNQUIET * quiet_ms) return;
    try {
      this.#keepAll();
    } catch (error) {
      this.#fail(error);
    }
  }

  close(isKept: boolean): void {
    const unkept = this.#set.segments.filter(({ live }) => !this.#files.has(live));
    const products = unkept.reduce((sum, { live }) => sum + live.segment.size, 0);
    if (isKept && this.#isChanged && products <= MAX_KEPT_AT_STOP) this.#keepAll();
  }

  #markChanged(): void {
    this.#isChanged = true;
    this.#changed_ms = Date.now();
  }

  /**
   * Until the first time there are no searches, and everybody waits for this thread. From then on it gives way to them, and
   * so do those that it begins, which have its priority.
   */
  #use(table: WordVectorTable): void {
    lowerThreadPriority();
    this.#learned_up_to = table.up_to;
    this.#tell({ kind: 'space', space: table.terms.length === 0 ? null : packWordVectors(table) });
  }

  #tellUpdate(update: Update): void {
    this.#tell({ kind: 'update', update, figures: this.figures });
  }

  #mergeIfNeeded(isQuiet: boolean): void {
    if (this.#merging || this.#hasJustFailed) return;
    const chosen = this.#set.toMerge(isQuiet);
    if (chosen.length === 0) return;
    const isOver = () => {
      this.#merging = undefined;
    };
    this.#merging = this.#merge(chosen).then(
      () => {
        isOver();
        if (!this.#rush) this.#mergeIfNeeded(false);
      },
      (error) => {
        isOver();
        // Searches go on with what there is; another thread tries again later.
        this.#endMerger();
        this.#fail(error);
      },
    );
  }

  /** With it goes the memory that merging took, which may be as much as the whole index has. */
  #endMerger(): void {
    void this.#merger?.terminate();
    this.#merger = undefined;
  }

  /** Told, and not tried again at once: what failed will mostly fail again. */
  #fail(error: unknown): void {
    this.#failed_ms = Date.now();
    this.#tell({ kind: 'fault', error });
  }

  get #hasJustFailed(): boolean {
    return Date.now() - this.#failed_ms < MOST_UNQUIET * this.#options.quiet_ms;
  }

  async #merge(chosen: readonly HeldSegment[]): Promise<void> {
    this.#merger ??= new Worker(new URL('../threads/merge-thread.ts', import.meta.url), BULK_WORKER);
    const { folder } = this.#options;
    const keep = folder !== null && this.#isKept ? { folder, file: newSegmentFileName() } : null;
    this.#fileOfMerger = keep?.file;
    try {
      this.#merger.postMessage({ segments: chosen.map(({ live }) => toShared(live)), keep } satisfies MergeRequest);
      const { buffer, kept } = await nextMessage<MergeResult>(this.#merger, 'the merger');
      const update = this.#set.replace(chosen, buffer);
      const made = this.#set.segments.find(({ live }) => live.segment.buffer === buffer);
      if (made && kept) this.#files.set(made.live, kept);
      this.#tellUpdate(update);
      this.#isChanged = true;
    } finally {
      this.#fileOfMerger = undefined;
    }
  }

  /** What is true now, in files. Mostly only small segments are not on the disk yet: large ones are written by the merger. */
  #keepAll(): void {
    const { folder, rebuilds } = this.#options;
    this.#kept_ms = Date.now();
    if (folder !== null && this.#isKept) {
      this.#keepTable();
      const segments = this.#set.segments.map(({ live }) => {
        const kept = this.#files.get(live) ?? writeSegment(folder, newSegmentFileName(), live.segment.buffer);
        this.#files.set(live, kept);
        return { ...kept, dead: deadText(live.deletions) };
      });
      writeCommitPoint(folder, { lengths: this.#lengths, up_to: this.#up_to, rebuilds, segments });
      const files = segments.map(({ file }) => file);
      removeUnreferencedFiles(folder, new Set(this.#fileOfMerger ? [...files, this.#fileOfMerger] : files));
      const current = new Set(this.#set.segments.map(({ live }) => live));
      for (const live of this.#files.keys()) if (!current.has(live)) this.#files.delete(live);
    }
    this.#isChanged = false;
  }
}

const countOf = (changes: readonly PackedChanges[]): number =>
  changes.reduce((sum, { change_nos }) => sum + change_nos.length, 0);

function* numbersOf(changes: readonly PackedChanges[]): Generator<number> {
  for (const { product_nos } of changes) yield* product_nos;
}

/** Fewer as the end comes near, so that all threads have something to do until then. */
const enoughBefore = (following: number): number =>
  Math.min(MOST_TOGETHER, Math.max(SHOWN_TOGETHER, Math.floor(following / (2 * DRAFTERS))));

function retry(tries: number, action: () => void): void {
  for (let left = tries; ; left--) {
    try {
      action();
      return;
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

const learnFrom = (sent: SharedSegment[]): Promise<WordVectorTable> =>
  nextMessage(
    new Worker(new URL('../threads/learner-thread.ts', import.meta.url), { workerData: sent }),
    'the learner',
  );
