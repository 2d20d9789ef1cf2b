// The retention of each class of rows, from the configuration.
import type { Config } from '../config.ts';

const DAY_MS = 24 * 3_600_000;

export function retentionOf(config: Config) {
  return {
    jobs_ms: config.RETAIN_JOBS_DAYS * DAY_MS,
    events_ms: config.RETAIN_EVENTS_DAYS * DAY_MS,
    searches_ms: config.RETAIN_SEARCHES_DAYS * DAY_MS,
    // Without statistics, today's are deleted, too.
    query_counts_ms: config.SEARCH_REPORTS ? config.RETAIN_SEARCH_REPORTS_DAYS * DAY_MS : -DAY_MS,
    conversations_ms: config.RETAIN_CONVERSATIONS_DAYS * DAY_MS,
    non_clicks_ms: config.RETAIN_NON_CLICKS_DAYS * DAY_MS,
    postbacks_ms: config.RETAIN_POSTBACKS_DAYS * DAY_MS,
    deliveries_ms: config.RETAIN_DELIVERIES_DAYS * DAY_MS,
    audit_ms: config.RETAIN_AUDIT_DAYS * DAY_MS,
    facts_ms: config.RETAIN_FACTS_DAYS * DAY_MS,
    reports_ms: config.RETAIN_REPORTS_DAYS * DAY_MS,
    deletions_ms: config.RETAIN_DELETIONS_DAYS * DAY_MS,
    prices_ms: config.RETAIN_PRICES_DAYS * DAY_MS,
    feed_runs_ms: config.RETAIN_FEED_RUNS_DAYS * DAY_MS,
  };
}

export type Retention = ReturnType<typeof retentionOf>;
