// Persists an index in its folder: segment files and commit points.
import type { LiveSegment } from '../live-segment.ts';
import {
  type CommitPoint,
  decodeDeletions,
  encodeDeletions,
  newSegmentFileName,
  readCommitPoint,
  readSegment,
  removeUnreferencedFiles,
  type SegmentFile,
  writeCommitPoint,
  writeSegment,
} from './commit-point.ts';
import { SegmentSet } from './segment-set.ts';

export class Persister {
  readonly #folder: string | null;
  #isEnabled: boolean;
  #files = new Map<LiveSegment, SegmentFile>();
  /** The file of the running merge, which no commit point references yet. */
  #mergeFile: string | undefined;

  /** Without a folder nothing is read or written; if not enabled, nothing is written. */
  constructor(folder: string | null, isEnabled: boolean) {
    this.#folder = folder;
    this.#isEnabled = isEnabled;
  }

  enable(): void {
    this.#isEnabled = true;
  }

  get #target(): string | null {
    return this.#isEnabled ? this.#folder : null;
  }

  /** Reads the last commit point; undefined if there is none of these rebuilds and epoch. Throws if a file is damaged. */
  load({ rebuilds, epoch }: Pick<CommitPoint, 'rebuilds' | 'epoch'>): { set: SegmentSet; up_to: number } | undefined {
    const folder = this.#folder;
    const commit = folder === null ? undefined : readCommitPoint(folder);
    if (folder === null || commit?.rebuilds !== rebuilds || commit.epoch !== epoch) return undefined;
    const set = new SegmentSet(commit.lengths);
    const files = new Map<LiveSegment, SegmentFile>();
    for (const { deletions, ...file } of commit.segments) {
      const { live } = set.add(readSegment(folder, file), decodeDeletions(deletions));
      files.set(live, file);
    }
    this.#files = files;
    return { set, up_to: commit.up_to };
  }

  /** Writes a commit point, after the segments that have no file yet: small ones mostly, as merges write their own. */
  commit(segments: readonly LiveSegment[], state: Omit<CommitPoint, 'version' | 'segments'>): void {
    const folder = this.#target;
    if (folder === null) return;
    for (const live of segments) {
      if (!this.#files.has(live))
        this.#files.set(live, writeSegment(folder, newSegmentFileName(), live.segment.buffer));
    }
    this.#files = new Map(segments.map((live) => [live, this.#files.get(live)!]));
    const committed = Array.from(this.#files, ([live, file]) => ({
      ...file,
      deletions: encodeDeletions(live.deletions),
    }));
    writeCommitPoint(folder, { ...state, segments: committed });
    const referenced = new Set(committed.map(({ file }) => file));
    if (this.#mergeFile) referenced.add(this.#mergeFile);
    removeUnreferencedFiles(folder, referenced);
  }

  /** Number of documents that the next commit would write. */
  uncommittedDocs(segments: readonly LiveSegment[]): number {
    return segments.reduce((sum, live) => sum + (this.#files.has(live) ? 0 : live.segment.size), 0);
  }

  /** The file for the result of a merge; commits do not remove it before the merge ends. */
  beginMerge(): { folder: string; file: string } | null {
    const folder = this.#target;
    if (folder === null) return null;
    this.#mergeFile = newSegmentFileName();
    return { folder, file: this.#mergeFile };
  }

  addMerged(live: LiveSegment, file: SegmentFile): void {
    this.#files.set(live, file);
  }

  endMerge(): void {
    this.#mergeFile = undefined;
  }
}
