// The store port that removes invented facts as if they had never been: they are taken off the reports, too.

/** Unlike a purge, which leaves the counts of reports. All facts of a conversation are found by its trace. */
export interface RemovalStore {
  /**
   * Deletes the offers, clicks, non-clicks, signups, turns and events of a conversation, and takes them off the funnel
   * report. Conversions of its clicks stay. Returns the number of facts.
   */
  removeConversation(by: { convo_id: string }): Promise<number>;
  /**
   * Deletes the searches of a conversation, and takes them off the reports. `caller` is its digest in the counts of
   * queries; null if searches were not counted. Returns the number of searches.
   */
  removeSearches(by: { convo_id: string; caller: number | null }): Promise<number>;
  /**
   * Deletes conversions with their corrections, reports and rewards, and takes them off the funnel report. Their events
   * stay in the trace of their conversation. Returns the number of transactions.
   */
  removeConversions(by: { ids: number[] }): Promise<number>;
}
