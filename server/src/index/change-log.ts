// Reads the catalogue's change log and applies it to an index.
import type { CatalogueStore } from '../store/catalogue-store.ts';
import type { ConfigStore } from '../store/config-store.ts';
import { type PackedChanges, packChanges } from '../store/packed-changes.ts';
import type { IndexWriter } from './port.ts';

/** What an index needs of the store to fill itself. */
export type ChangeLog = Pick<CatalogueStore, 'readChanges' | 'lastChange' | 'purgeWatermark'> &
  Pick<ConfigStore, 'readStamps'>;

/** Without `isWriter`, this process writes it. */
type FilledIndex = Pick<IndexWriter, 'apply' | 'appliedUpTo'> & Partial<Pick<IndexWriter, 'isWriter'>>;

/** Bounded so that handling a batch does not block the event loop for long. */
const BATCH = 500;

export interface IndexLag {
  changes: number;
  seconds: number;
}

interface ChangeBatch {
  changes: PackedChanges;
  following: number;
}

export const NO_CHANGES = packChanges([]);

/** Applies the log to one index, from where the index is to the end of the log. */
export class LogApplier {
  readonly #log: ChangeLog;
  readonly #index: FilledIndex;
  /** Deletions up to this change were purged while the index was empty, so it cannot have missed them. */
  #purgedBefore = 0;
  /** Change numbers being applied: after `from`, up to and including `to`; those up to `at` are done. */
  #backlog = { from: 0, at: 0, to: 0 };
  #behindSince_ms = 0;
  #isBehind = false;
  #hasReachedEnd = false;
  /** The log may have lost a deletion that the index has not applied, so the index must be rebuilt. */
  hasGap = false;

  constructor(log: ChangeLog, index: FilledIndex) {
    this.#log = log;
    this.#index = index;
  }

  /** True while more than one batch of changes is outstanding. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  /** Outstanding changes, and the time since the index was last known to have none. */
  get lag(): IndexLag {
    const { at, to } = this.#backlog;
    return { changes: to - at, seconds: to > at ? (performance.now() - this.#behindSince_ms) / 1000 : 0 };
  }

  /** Applied share of the backlog, from 0 to 1. */
  get progress(): number {
    const { from, at, to } = this.#backlog;
    return to > from ? (at - from) / (to - from) : Number(this.#hasReachedEnd);
  }

  /**
   * Returns true at the end of the log, false if stopped before or if the index is unavailable. Reads the next batch
   * while the previous one is applied; the two run in different threads.
   */
  async run(isStopped: () => boolean): Promise<boolean> {
    const after = this.#index.appliedUpTo();
    if (after === null) return false;
    if (this.#index.isWriter?.() === false) return this.#watch(after);
    if (after === 0) this.#purgedBefore = await this.#log.purgeWatermark({});
    let { changes, following } = await this.#read(after);
    const from = (changes.change_nos[0] ?? 1) - 1;
    let sent = after;
    if (this.lag.changes === 0) this.#behindSince_ms = performance.now();
    let at = from;
    try {
      while (changes.change_nos.length > 0) {
        if (isStopped()) return false;
        const last = changes.change_nos.at(-1)!;
        this.#isBehind ||= following > 0;
        this.#backlog = { from, at, to: last + following };
        const [next] = await Promise.all([
          changes.change_nos.length === BATCH ? this.#read(last) : { changes: NO_CHANGES, following: 0 },
          this.#index.apply(changes, following, sent),
        ]);
        sent = last;
        at = last;
        this.#backlog.at = at;
        ({ changes, following } = next);
      }
    } catch (error) {
      // Publishes buffered changes, so that `appliedUpTo` tells where to continue.
      await this.#index.apply(NO_CHANGES).catch(() => {});
      throw error;
    }
    this.#isBehind = false;
    this.#hasReachedEnd = true;
    this.#backlog = { from: 0, at: 0, to: 0 };
    return true;
  }

  /** While another process applies the log: returns true once it has applied what was committed before the first look. */
  async #watch(applied: number): Promise<boolean> {
    const last = await this.#log.lastChange({});
    const { from, to } = this.#backlog;
    if (to === 0 && last > applied) this.#behindSince_ms = performance.now();
    const isAtEnd = applied >= (to || last);
    this.#isBehind = last - applied > BATCH;
    this.#hasReachedEnd ||= isAtEnd;
    this.#backlog = isAtEnd
      ? { from: 0, at: 0, to: 0 }
      : { from: to === 0 ? applied : from, at: applied, to: to || last };
    return isAtEnd;
  }

  /** The next batch. `following` is the number of changes in the log after it. */
  async #read(after: number): Promise<ChangeBatch> {
    const changes = await this.#log.readChanges({ after, limit: BATCH });
    // Read after the changes, so that a purge that ran before the read is noticed.
    const [last, purged] = await Promise.all([this.#log.lastChange({}), this.#log.purgeWatermark({})]);
    this.hasGap ||= purged > Math.max(after, this.#purgedBefore);
    const { change_nos } = changes;
    return { changes, following: change_nos.length === BATCH ? Math.max(0, last - change_nos.at(-1)!) : 0 };
  }
}
