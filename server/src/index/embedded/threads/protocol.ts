// The messages between the threads of the embedded index.
import type { PackedChanges } from '../../../store/packed-changes.ts';
import type { SynonymGroup } from '../../../text/synonyms.ts';
import type { FieldLengths } from '../../ranking/field-lengths.ts';
import type { WordVectorTable } from '../../ranking/learn-word-vectors.ts';
import type { PackedWordVectors } from '../../ranking/word-vectors.ts';
import type { SegmentFile } from '../writer/commit-point.ts';
import type { IndexUpdate, SharedSegment } from './index-update.ts';

export interface MergeRequest {
  segments: SharedSegment[];
  /** The file of the result; null if it is not persisted. */
  target: { folder: string; file: string } | null;
}

export interface MergeResult {
  buffer: SharedArrayBuffer;
  file: SegmentFile | null;
}

/** From the last commit point, empty in its place, or empty beside an index in use until `promote`. */
export type OpenMode = 'persisted' | 'rebuild' | 'beside';

export interface WriterOptions {
  /** null: the index is not persisted. */
  folder: string | null;
  mode: OpenMode;
  /** A running server owns the folder: nothing is written there. */
  is_read_only: boolean;
  /** For an index that starts empty; a persisted one has its own. */
  lengths: FieldLengths;
  /** How often the operator has requested a rebuild. */
  rebuilds: number;
  /** Of the change log that the index is built from. */
  epoch: string;
  /** After this long without a change the index is idle: it is merged and committed. */
  idle_ms: number;
}

/** Calls of the writer thread: name → input. */
export interface WriterCalls {
  open: WriterOptions;
  apply: { changes: PackedChanges; following: number };
  learn: null;
  useWordVectors: WordVectorTable;
  promote: null;
  close: { keep_files: boolean };
}

export type WriterReplies = Record<Exclude<keyof WriterCalls, 'learn'>, void> & { learn: WordVectorTable };

export interface WriterCall<N extends keyof WriterCalls = keyof WriterCalls> {
  id: number;
  name: N;
  input: WriterCalls[N];
}

export interface WriterFigures {
  products: number;
  unlearned: number;
  segments: number;
  up_to: number;
  lengths: FieldLengths;
}

interface WordVectorsMessage {
  kind: 'word_vectors';
  /** null before the first training, and if there were too few products for it. */
  vectors: PackedWordVectors | null;
}

export type FromWriter =
  | WordVectorsMessage
  | { kind: 'update'; update: IndexUpdate; figures: WriterFigures }
  | { kind: 'fault'; error: unknown }
  | { kind: 'reply'; id: number; figures: WriterFigures; reply?: WriterReplies[keyof WriterCalls]; error?: unknown };

/** Sent to all search threads. */
export type Broadcast =
  | WordVectorsMessage
  | { kind: 'update'; update: IndexUpdate }
  | { kind: 'synonyms'; groups: readonly SynonymGroup[] };
