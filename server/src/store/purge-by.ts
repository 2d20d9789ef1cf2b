// Input of the calls that delete rows past their retention.

/** Each purge deletes about `limit` of the oldest rows before a time and returns how many; 0 if none are left. */
export interface PurgeBy {
  before_ms: number;
  limit: number;
}
