// The part of the catalogue port that schedules feeds and records their runs.
import type { PurgeBy } from './purge-by.ts';

export const RUN_MODES = ['delta', 'full'] as const;
export type RunMode = (typeof RUN_MODES)[number];

/** `stopped`: a guard prevented all changes. `unchanged`: the source reported no new content. */
export const RUN_STATES = ['running', 'done', 'stopped', 'failed', 'unchanged'] as const;
export type RunState = (typeof RUN_STATES)[number];

export interface FeedRun {
  id: number;
  /** '' for one-off files. */
  feed: string;
  mode: RunMode;
  /** The file or URL, without secrets. */
  source: string;
  state: RunState;
  started_at_ms: number;
  /** Identifies the process of the run on its machine; '' if unknown. */
  runner: string;
  /** The last heartbeat. */
  seen_at_ms: number;
  finished_at_ms: number | null;
  /** Why the run ended, for operators. */
  message: string;
  /** The run's counts as JSON. */
  report: string;
}

export interface FeedSummary {
  feed: string;
  products: number;
  last_run: FeedRun | null;
}

export interface RejectedRow {
  line: number;
  field: string;
  value: string;
  reason: string;
}

/** An operator's request: a normal run, one that ignores `unchanged` sources, or one that also skips the guards. */
export const RUN_REQUESTS = ['run', 'anew', 'force'] as const;
export type RunRequest = (typeof RUN_REQUESTS)[number];

/** A feed that the service fetches on a schedule. */
export interface RegisteredFeed {
  /** Also the feed name of its products. */
  id: string;
  url: string;
  mode: RunMode;
  every_ms: number;
  /** The operator's import options as JSON. */
  options: string;
  is_paused: boolean;
  /** A requested run starts immediately, even if the feed is paused. */
  run_request: RunRequest | null;
  /** Validators from the source's last response. */
  etag: string | null;
  last_modified: string | null;
  next_run_at_ms: number;
  /** Consecutive failures. */
  failures: number;
  created_at_ms: number;
}

export type FeedChange = Partial<Omit<RegisteredFeed, 'id' | 'created_at_ms'>>;

/** The fields that an operator sets. */
export type FeedSettings = Pick<RegisteredFeed, 'url' | 'mode' | 'every_ms' | 'options'>;

export interface FeedUpdate extends FeedChange {
  id: string;
  /** Update only if the settings still equal these (compare and set). */
  if_settings?: FeedSettings;
}

export interface FeedClaim {
  id: string;
  /** The feed as read (compare and set). */
  if_due: Pick<RegisteredFeed, 'next_run_at_ms' | 'run_request'>;
  next_run_at_ms: number;
}

export const MAX_FEEDS = 10_000;
/** A run without a heartbeat for this long has lost its lease and counts as interrupted. */
export const RUN_LEASE_MS = 60_000;
/** Runs stored per feed; older ones are deleted. */
export const MAX_RUNS_PER_FEED = 50;

export interface FeedStore {
  /** Begins a run, one at a time per feed. A running run that has lost its lease is marked as failed first. */
  beginRun(
    by: Pick<FeedRun, 'feed' | 'mode' | 'source' | 'runner'> & { now_ms: number },
  ): Promise<{ run_id: number } | { busy: number }>;
  /** Renews the lease and saves the counts so far; false if the run has lost its lease. */
  recordHeartbeat(by: { id: number; now_ms: number; report: string }): Promise<boolean>;
  finishRun(by: { id: number; now_ms: number; state: RunState; message: string; report: string }): Promise<void>;
  saveRejectedRows(by: { run_id: number; rows: RejectedRow[] }): Promise<void>;
  getRun(by: { id: number }): Promise<FeedRun | null>;
  /** Newest first; of one feed, or of all feeds. */
  listRuns(by: { feed: string | null; before: number | null; limit: number }): Promise<FeedRun[]>;
  /** By ascending line. */
  listRejectedRows(by: { run_id: number; after: number; limit: number }): Promise<(RejectedRow & { no: number })[]>;
  /** Runs without a heartbeat since then, with their rejected rows. */
  purgeFeedRuns(by: PurgeBy): Promise<number>;

  /** Every feed that has products or runs, registered or not, ordered by name. */
  summariseFeeds(by: Record<string, never>): Promise<FeedSummary[]>;
  insertFeed(feed: RegisteredFeed): Promise<'saved' | 'exists' | 'full'>;
  getFeed(by: { id: string }): Promise<RegisteredFeed | null>;
  /** Ordered by id. */
  listFeeds(by: Record<string, never>): Promise<RegisteredFeed[]>;
  /** Feeds that are due, the longest overdue first. */
  listDueFeeds(by: { now_ms: number; limit: number }): Promise<RegisteredFeed[]>;
  /** Takes a due feed to run it: clears its request and moves its due time. False if either is not as read any more. */
  claimFeed(by: FeedClaim): Promise<boolean>;
  /** False if the feed does not exist or `if_settings` does not match. */
  updateFeed(by: FeedUpdate): Promise<boolean>;
  /** The feed's products stay. */
  deleteFeed(by: { id: string }): Promise<boolean>;
}
