// The store port of the search report: what was searched for, per day, and the clicks that searches led to.
import type { PurgeBy } from './purge-by.ts';

export const SEARCH_REPORT_KINDS = ['top', 'no_results', 'no_clicks'] as const;
export type SearchReportKind = (typeof SEARCH_REPORT_KINDS)[number];

/** Makes a search part of the report. */
export interface CountedSearch {
  /** A digest that tells callers apart without naming them, below 2^48. */
  caller: number;
  /** Number of callers that are told apart per query and day. */
  max_callers: number;
}

export interface SearchReportBy {
  kind: SearchReportKind;
  /** Inclusive UTC days, counted from 1970. */
  first_day: number;
  last_day: number;
  /** Queries of fewer distinct callers are left out. */
  min_callers: number;
  limit: number;
}

export interface SearchReportRow {
  query: string;
  searches: number;
  without_results: number;
  /** Searches of a conversation: only their clicks are known. */
  with_conversation: number;
  with_click: number;
}

/** A click that is not yet attributed to a search. */
export interface SearchClick {
  no: number;
  convo_id: string;
  at_ms: number;
}

export interface SearchReportStore {
  /** Queries by the count of the kind, then by query. `insertRankingSession` counts the searches. */
  reportSearches(by: SearchReportBy): Promise<SearchReportRow[]>;

  /** Clicks that wait for attribution, oldest first. The transaction that records a click adds it. */
  listSearchClicks(by: { limit: number }): Promise<SearchClick[]>;
  /**
   * Attributes each click to the latest earlier search of its conversation. A search counts as clicked once, so repeating
   * the call changes nothing. Returns how many searches got their first click.
   */
  attributeClicks(by: { clicks: SearchClick[] }): Promise<number>;
  /** Ends the wait of attributed clicks. */
  deleteSearchClicks(by: { nos: number[] }): Promise<void>;

  /** Counts of whole days before a time. */
  purgeQueryCounts(by: PurgeBy): Promise<number>;
}
