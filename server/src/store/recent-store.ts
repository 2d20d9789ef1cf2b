// The store port of recent conversations: those with the latest events, and a summary of each. Searches are apart from
// other events, because they may be in another database.
import type { TRACE_KINDS } from './ledger-store.ts';

/** The time of the last event of a conversation. Lists are ordered by both. */
export interface LastEvent {
  at_ms: number;
  convo_id: string;
}

export interface RecentBy {
  /** Conversations below this one; null for the first page. */
  before: LastEvent | null;
  since_ms: number;
  limit: number;
  /** The list ends early after this many events, so that a long conversation does not delay it. */
  max_events: number;
}

export interface RecentPage {
  /** Newest first. */
  rows: LastEvent[];
  /** What the next page starts below. Null at the end. */
  next: LastEvent | null;
}

export interface SummaryBy {
  convo_ids: string[];
  /** Older events are not counted. */
  max_events: number;
}

export interface TraceSummary {
  convo_id: string;
  started_at_ms: number;
  last_at_ms: number;
  counts: Partial<Record<(typeof TRACE_KINDS)[number], number>>;
  /** Of the latest turn, as JSON; or of the latest search, its query. */
  latest: string | null;
}

export interface RecentStore {
  /** By the last event that is not a search. */
  listRecentTraces(by: RecentBy): Promise<RecentPage>;
  /** By the last search. */
  listRecentSearches(by: RecentBy): Promise<RecentPage>;
  /** Of the conversations that have events, in any order. */
  summariseTraces(by: SummaryBy): Promise<TraceSummary[]>;
  summariseSearches(by: SummaryBy): Promise<TraceSummary[]>;
}
