// The part of the store port that the purge uses: deletes rows past their retention in bounded steps.

export interface PurgeBy {
  before_ms: number;
  limit: number;
}

/** Each purge deletes about `limit` of the oldest rows before a time and returns how many; 0 if none are left. */
export interface RetentionCalls {
  /** Completed jobs. Waiting and dead jobs stay. */
  purgeJobs(by: PurgeBy): Promise<number>;
  /** Trace events. Their numbers are not reused. */
  purgeEvents(by: PurgeBy): Promise<number>;
  /** Searches of conversation traces. Their numbers are not reused. */
  purgeSearches(by: PurgeBy): Promise<number>;
  /** Conversations without a turn since then. A later turn starts a new conversation. */
  purgeConversations(by: PurgeBy): Promise<number>;
  purgeNonClicks(by: PurgeBy): Promise<number>;
  /** Registered offers. Offers that were only acknowledged stay. */
  purgeOffers(by: PurgeBy): Promise<number>;
  purgeClicks(by: PurgeBy): Promise<number>;
  /** Signup requests whose job is completed, with their signups. */
  purgeSignups(by: PurgeBy): Promise<number>;
  /** Emails of people without a fact since then. */
  purgePeople(by: PurgeBy): Promise<number>;
  /** Change log entries of deleted products. */
  purgeDeletions(by: PurgeBy): Promise<number>;
  /** Price states of deleted products whose log entries are purged. A product that was imported again keeps its history. */
  purgePrices(by: PurgeBy): Promise<number>;
  /** Runs without a heartbeat since then, with their rejected rows. */
  purgeFeedRuns(by: PurgeBy): Promise<number>;
  /** The highest change number of a purged deletion. An index that is behind it may have missed one and is rebuilt. */
  purgeWatermark(by: Record<string, never>): Promise<number>;
}
