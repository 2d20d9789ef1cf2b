// What the purge needs of the store: rows past their retention are removed in bounded steps.

export interface PurgeBy {
  before_ms: number;
  limit: number;
}

/** Each purge removes about `limit` of the oldest entries from before a time and says how many; 0: none is left. */
export interface RetentionCalls {
  /** Jobs that are done. Waiting and dead ones stay. */
  purgeJobs(by: PurgeBy): Promise<number>;
  /** Events of the trace. The numbers of purged events are not assigned again. */
  purgeEvents(by: PurgeBy): Promise<number>;
  /** Searches on the trace, likewise. */
  purgeSearches(by: PurgeBy): Promise<number>;
  /** Conversations without a turn since. A later turn starts a new one. */
  purgeConversations(by: PurgeBy): Promise<number>;
  purgeNonClicks(by: PurgeBy): Promise<number>;
  /** Offers that are registered. */
  purgeOffers(by: PurgeBy): Promise<number>;
  purgeClicks(by: PurgeBy): Promise<number>;
  /** Signup requests whose job is done, with their signups. */
  purgeSignups(by: PurgeBy): Promise<number>;
  /** Emails of people without a fact since. */
  purgePeople(by: PurgeBy): Promise<number>;
  /** Log entries of products deleted before. */
  purgeDeletions(by: PurgeBy): Promise<number>;
  /** Price states of products deleted before, once their log entries are purged. A product that came back keeps its own. */
  purgePrices(by: PurgeBy): Promise<number>;
  /** Runs without a sign of life since, with their rejected rows. */
  purgeFeedRuns(by: PurgeBy): Promise<number>;
  /** The highest change number of a purged deletion: an index that has products and is behind it may have missed one. */
  purgeWatermark(by: Record<string, never>): Promise<number>;
}
