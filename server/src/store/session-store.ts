// The store port of ranking sessions and of the searches that created them.
import type { Criterion } from '@finderfee/contract/criterion.ts';
import type { TraceCursor, TracePage } from './ledger-store.ts';
import type { MentionScan, MentionScanStep } from './mention-scan.ts';
import type { PurgeBy } from './purge-by.ts';
import type { CountedSearch } from './search-report-store.ts';

export interface RankingSession {
  id: string;
  query: string;
  criteria: Criterion[];
  convo_id: string | null;
  per_page: number;
  product_nos: Uint32Array;
  created_at_ms: number;
  expires_at_ms: number;
}

/** A session without `counted` is not part of the search report. */
export type NewRankingSession = RankingSession & { counted?: CountedSearch };

/** A session in a list: the number of its products instead of the products. */
export type ListedSession = Omit<RankingSession, 'product_nos'> & { total: number };

export interface SearchEvent {
  /** Ascending within a conversation; serves as the cursor. */
  search_no: number;
  session_id: string;
  query: string;
  criteria: Criterion[];
  at_ms: number;
  expires_at_ms: number;
}

export interface SessionPage {
  convo_id: string | null;
  now_ms: number;
  offset: number;
  limit: number;
}

export interface SessionStore {
  insertRankingSession(session: NewRankingSession): Promise<void>;
  getRankingSession(by: { id: string }): Promise<RankingSession | null>;
  /** Sessions that have not expired, newest first. */
  listRankingSessions(by: SessionPage): Promise<ListedSession[]>;
  listSearches(by: TracePage): Promise<SearchEvent[]>;
  /** As `listSearches` for several positions, each with the same limit, in their order. */
  listSearchesOf(by: { positions: TraceCursor[]; limit: number }): Promise<SearchEvent[][]>;

  /** Scans searches and ranking sessions for an email, one bounded step per call. */
  findMentionsInSessions(by: MentionScan): Promise<MentionScanStep>;
  /** Masks an email in rows found by a scan, and returns how many still mentioned it. */
  maskMentionsInSessions(by: { email: string; rows: string[] }): Promise<number>;
  /** As `overwriteLedger`. */
  overwriteSessions(by: Record<string, never>): Promise<boolean>;

  /** Deletes at most `limit` expired sessions and returns how many. */
  purgeRankingSessions(by: { now_ms: number; limit: number }): Promise<number>;
  /** Searches of conversation traces. Their numbers are not reused. */
  purgeSearches(by: PurgeBy): Promise<number>;
}
