// What the threads of the index tell each other.
import type { PackedChanges } from '../../../store/packed-changes.ts';
import type { SynonymGroup } from '../../../text/synonyms.ts';
import type { Beginning, IndexQuery, IndexResult, ProductSummary } from '../../port.ts';
import type { FieldLengths } from '../../ranking/field-lengths.ts';
import type { PackedWordVectors } from '../../ranking/word-vectors.ts';
import { Segment } from '../format/segment.ts';
import { LiveSegment } from '../live-segment.ts';
import type { StopReason } from '../query/work-budget.ts';
import type { SegmentFile } from '../writer/commit-point.ts';
import type { Update } from '../writer/segment-set.ts';

export interface SharedSegment {
  buffer: SharedArrayBuffer;
  dead: Uint32Array;
}

export const toShared = ({ segment, deletions }: LiveSegment): SharedSegment => ({
  buffer: segment.buffer,
  dead: Uint32Array.from(deletions),
});

export const fromShared = ({ buffer, dead }: SharedSegment): LiveSegment => new LiveSegment(new Segment(buffer), dead);

/** Segments that are to become one, and the file that it is kept in, if it is. */
export interface MergeRequest {
  segments: SharedSegment[];
  keep: { folder: string; file: string } | null;
}

export interface MergeResult {
  buffer: SharedArrayBuffer;
  kept: SegmentFile | null;
}

export interface WriterOptions {
  /** Where the index is kept; null: nowhere. */
  folder: string | null;
  begins: Beginning;
  /** The folder belongs to a server: nothing is written there. */
  is_read_only: boolean;
  /** For an index that is begun; one that was kept has its own. */
  lengths: FieldLengths;
  /** How often the operator has asked for a new index. */
  rebuilds: number;
  /** Kept when nothing has changed for so long. */
  quiet_ms: number;
}

/** What the writer can be asked, by name. */
export interface WriterCalls {
  open: WriterOptions;
  apply: { changes: PackedChanges; following: number };
  learn: null;
  /** From now on this is the index that is kept. */
  keep: null;
  /** Keeps what is to be kept, and ends. */
  close: { is_kept: boolean };
}

export interface WriterFigures {
  products: number;
  unlearned: number;
  has_learned: boolean;
  segments: number;
  up_to: number;
  lengths: FieldLengths;
}

export type FromWriter =
  | { kind: 'update'; update: Update; figures: WriterFigures }
  | { kind: 'space'; space: PackedWordVectors | null }
  | { kind: 'fault'; error: unknown }
  | { kind: 'reply'; id: number; figures: WriterFigures; error?: unknown };

/** What all search threads are told. */
export type Broadcast =
  | { kind: 'update'; update: Update }
  | { kind: 'space'; space: PackedWordVectors | null }
  | { kind: 'synonyms'; groups: readonly SynonymGroup[] };

/** `units`: what it may cost. */
export type ToSearcher = Broadcast | (SearchJob & { id: number; units: number });

/** What a search thread is asked, one thing at a time. */
export type SearchJob = { kind: 'search'; query: IndexQuery } | { kind: 'summarise'; product_nos: Uint32Array };

export interface FromSearcher {
  id: number;
  result?: IndexResult | ProductSummary;
  stopped?: StopReason;
  error?: unknown;
}
