// What a migration moves from the SQLite files to PostgreSQL, and what it leaves behind.

type SourceFile = 'catalogue' | 'ledger' | 'sessions';

export interface MovedTable {
  /** Of the table in PostgreSQL. */
  name: string;
  file: SourceFile;
  /** A unique key that both engines sort alike: numbers, and text by bytes. */
  key: readonly string[];
  /** What the rows are read from, if it is not the table of the same name. */
  from?: string;
  /** SQL for columns that the SQLite table has in another form, or does not have. */
  computed?: Readonly<Record<string, string>>;
  /** A new schema has rows in this table, which are replaced. */
  isSeeded?: true;
  /** A column that may refer to a later row of the table. It is filled in after the last row. */
  forwardReference?: string;
}

const keyedBy =
  (file: SourceFile) =>
  (name: string, key: string, rest: Partial<MovedTable> = {}): MovedTable => ({
    ...{ name, file, key: key.split(', ') },
    ...rest,
  });
const catalogue = keyedBy('catalogue');
const ledger = keyedBy('ledger');
const sessions = keyedBy('sessions');

/** The counters of which PostgreSQL keeps a row each. SQLite derives the first two from the tables that they number. */
const STAMPS = `(
  SELECT 'changes' AS name, max(
    (SELECT coalesce(max(change_no), 0) FROM changes), (SELECT change_no FROM purged_changes)) AS value
  UNION ALL SELECT 'merchants', (SELECT coalesce(max(change_no), 0) FROM merchant_ids)
  UNION ALL SELECT name, value FROM stamps)`;
/** As in `RUN_REQUESTS` of the feed store, from 1. */
const RUN_REQUEST = `CASE is_wanted WHEN 1 THEN 'run' WHEN 2 THEN 'anew' WHEN 3 THEN 'force' END`;
/** SQLite has the names of version 0.1. */
const SYNONYM_GROUP = `json_object('inputs', json(synonyms -> '$.asked'), 'outputs', json(synonyms -> '$.found'))`;
const FUNNEL_CELL = 'dimension, width_ms, kind, at_ms, key, detail, currency';

/**
 * In order of foreign keys. The tables of `sessions` come last and are copied from the start by every run, because a
 * read-only server changes them meanwhile. `$now` is the time at which the run began.
 */
export const MOVED_TABLES: readonly MovedTable[] = [
  catalogue('secrets', 'name'),
  catalogue('api_keys', 'id'),
  catalogue('key_uses', 'key_id'),
  catalogue('criteria_sets', 'id'),
  catalogue('synonym_edits', 'key', { computed: { synonyms: SYNONYM_GROUP } }),
  catalogue('artefacts', 'kind, generation'),
  catalogue('vocabulary', 'field'),
  catalogue('merchants', 'id'),
  catalogue('merchant_ids', 'id', { computed: { key_digest: 'sha256(key)' } }),
  catalogue('products', 'product_no', { computed: { digest: 'sha1(data)' } }),
  catalogue('changes', 'product_no'),
  catalogue('deleted_products', 'product_no'),
  catalogue('purged_changes', 'one', { isSeeded: true }),
  catalogue('price_changes', 'id, at_ms'),
  catalogue('link_hosts', 'host'),
  catalogue('feeds', 'id', { computed: { run_request: RUN_REQUEST } }),
  catalogue('feed_runs', 'id'),
  catalogue('rejected_rows', 'no'),
  catalogue('feed_events', 'run_id'),
  catalogue('stamps', 'name', { from: STAMPS, isSeeded: true }),
  ledger('people', 'person_no'),
  ledger('offers', 'id'),
  ledger('jobs', 'id'),
  ledger('events', 'convo_id, event_no'),
  ledger('conversation_counters', 'convo_id', {
    from: '(SELECT convo_id, max(event_no) AS last_event FROM events GROUP BY convo_id)',
  }),
  ledger('purged_events', 'one', { isSeeded: true }),
  ledger('clicks', 'click_no'),
  ledger('non_clicks', 'no'),
  ledger('signup_requests', 'message_id'),
  ledger('signups', 'id'),
  ledger('conversations', 'convo_id'),
  ledger('network_accounts', 'account_no'),
  ledger('conversions', 'id', { forwardReference: 'corrects' }),
  ledger('conversion_reports', 'report_no'),
  ledger('rewards', 'no'),
  ledger('postbacks', 'no'),
  ledger('search_clicks', 'no'),
  ledger('webhooks', 'id'),
  ledger('webhook_subscriptions', 'type, webhook_id'),
  ledger('webhook_events', 'event_no'),
  ledger('deliveries', 'id'),
  ledger('delivery_attempts', 'no'),
  ledger('funnel_cells', FUNNEL_CELL),
  ledger('funnel_deltas', 'no'),
  ledger('audit_log', 'no'),
  sessions('search_events', 'session_id'),
  sessions('search_counters', 'convo_id', {
    from: '(SELECT convo_id, max(search_no) AS last_search FROM search_events GROUP BY convo_id)',
  }),
  sessions('purged_searches', 'one', { isSeeded: true }),
  sessions('query_counts', 'day, query'),
  sessions('search_counts', 'at_ms'),
  sessions('ranking_sessions', 'id', { from: '(SELECT * FROM ranking_sessions WHERE expires_at_ms > $now)' }),
];

/** Tables of either engine that are not moved, with the reason. */
export const LEFT_BEHIND: Readonly<Record<string, string>> = {
  console_sessions: 'people sign in again',
  leases: 'ends with the processes that hold them',
  instances: 'lists live processes',
  index_rebuilds: 'counts rebuilds of the index in the data folder; an instance on PostgreSQL builds its own',
  staged_products: 'belongs to a feed run in progress, which is run again',
  schema_version: 'describes the schema itself',
  migration: 'describes the migration itself',
  migrated_tables: 'describes the migration itself',
};
