// The counts of the search report on PostgreSQL.
import { number, text } from '../columns.ts';
import type { PurgeBy } from '../purge-by.ts';
import { toSearchReportRow } from '../rows/search-report-rows.ts';
import { addUpCounts, clicksByKey, countsOf, dayOf } from '../rules/query-counts.ts';
import type { CountedSearch, SearchClick, SearchReportBy, SearchReportRow } from '../search-report-store.ts';
import type { NewRankingSession } from '../session-store.ts';
import { columnsOf } from './columns-of.ts';
import { statement } from './statement.ts';
import type { Queryable, Transaction } from './transaction.ts';

const COUNT = statement(
  `INSERT INTO finderfee.query_counts AS c
     (day, query, searches, without_results, with_conversation, with_click, callers)
   SELECT r.day, r.query, r.searches, r.without_results, r.with_conversation, 0, r.callers
   FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[])
     AS r (day, query, searches, without_results, with_conversation, callers)
   ORDER BY r.day, r.query COLLATE "C"
   ON CONFLICT (day, query) DO UPDATE SET
     searches = c.searches + excluded.searches,
     without_results = c.without_results + excluded.without_results,
     with_conversation = c.with_conversation + excluded.with_conversation,
     callers = CASE WHEN cardinality(string_to_array(c.callers, ',')) >= $7::int THEN c.callers
       ELSE array_to_string(ARRAY(
         SELECT DISTINCT d FROM unnest(string_to_array(c.callers || ',' || excluded.callers, ',')) AS d LIMIT $7::int), ',')
       END`,
);

/** Callers in a row. */
const LISTED = "cardinality(string_to_array(callers, ','))";
/**
 * Queries are counted and sorted first; whether their days have enough distinct callers together is then looked up for
 * as many as the report needs, and only if no single day has enough.
 */
const reportBy = (counted: string) =>
  statement(
    `SELECT query, searches, without_results, with_conversation, with_click FROM
       (SELECT t.*, ${counted} AS counted FROM
          (SELECT query, sum(searches)::bigint AS searches, sum(without_results)::bigint AS without_results,
             sum(with_conversation)::bigint AS with_conversation, sum(with_click)::bigint AS with_click,
             max(${LISTED}) AS most, sum(${LISTED}) AS listed
           FROM finderfee.query_counts WHERE day BETWEEN $1 AND $2 GROUP BY query) t
        WHERE ${counted} > 0 AND t.listed >= $3 ORDER BY counted DESC, query OFFSET 0) t
     WHERE t.most >= $3 OR $3 <= (SELECT count(DISTINCT d) FROM generate_series($1::bigint, $2::bigint) AS r (day)
       CROSS JOIN LATERAL (SELECT f.callers FROM finderfee.query_counts f
         WHERE f.day = r.day AND f.query = t.query OFFSET 0) c
       CROSS JOIN LATERAL unnest(string_to_array(c.callers, ',')) AS d)
     ORDER BY counted DESC, query LIMIT $4`,
  );
const REPORTS = {
  top: reportBy('searches'),
  no_results: reportBy('without_results'),
  no_clicks: reportBy('with_conversation - with_click'),
};

const LATEST_SEARCHES = statement(
  `SELECT s.session_id FROM unnest($1::text[], $2::bigint[]) AS k (convo_id, at_ms)
     CROSS JOIN LATERAL (SELECT e.session_id FROM finderfee.search_events e
       WHERE e.convo_id = k.convo_id AND e.at_ms <= k.at_ms AND e.is_clicked IS NOT NULL
       ORDER BY e.at_ms DESC, e.search_no DESC LIMIT 1) s`,
);
const MARK_CLICKED = statement(
  `UPDATE finderfee.search_events SET is_clicked = true WHERE session_id = ANY (ARRAY(
     SELECT session_id FROM finderfee.search_events WHERE session_id = ANY ($1::text[]) AND NOT is_clicked
     ORDER BY session_id FOR UPDATE))
   RETURNING query, at_ms`,
);
/** In the order of COUNT. */
export const LOCK_COUNTS = statement(
  `SELECT FROM (SELECT r.day, r.query FROM unnest($1::bigint[], $2::text[]) AS r (day, query)
       ORDER BY r.day, r.query COLLATE "C") k
     CROSS JOIN LATERAL (SELECT f.day, f.query FROM finderfee.query_counts f
       WHERE f.day = k.day AND f.query = k.query OFFSET 0 FOR UPDATE) c`,
);
const ADD_CLICKS = statement(
  `UPDATE finderfee.query_counts c SET with_click = least(c.with_click + k.clicks, c.with_conversation)
   FROM unnest($1::bigint[], $2::text[], $3::bigint[]) AS k (day, query, clicks)
   WHERE c.day = k.day AND c.query = k.query`,
);
const PURGE = statement(
  `DELETE FROM finderfee.query_counts WHERE ctid = ANY (ARRAY(
     SELECT ctid FROM finderfee.query_counts WHERE day < $1 ORDER BY day, query LIMIT $2 FOR UPDATE SKIP LOCKED))`,
);

type Counted = NewRankingSession & { counted: CountedSearch };

export const isCounted = (session: NewRankingSession): session is Counted => session.counted !== undefined;

/** Sent with the commit, so that instances wait for each other's popular queries only that long. */
export function count(tx: Transaction, sessions: readonly Counted[]): void {
  if (sessions.length === 0) return;
  const { max_callers } = sessions[0]!.counted;
  const counts = sessions.map((session) => countsOf(session, session.counted));
  const rows = addUpCounts(counts, max_callers);
  tx.send(
    COUNT,
    ...columnsOf(rows, 'day', 'query', 'searches', 'without_results', 'with_conversation'),
    rows.map(({ callers }) => callers.join(',')),
    max_callers,
  );
}

export async function report(
  db: Queryable,
  { kind, first_day, last_day, min_callers, limit }: SearchReportBy,
): Promise<SearchReportRow[]> {
  return (await db.rows(REPORTS[kind], first_day, last_day, min_callers, limit)).map(toSearchReportRow);
}

export async function attributeClicks(tx: Transaction, { clicks }: { clicks: SearchClick[] }): Promise<number> {
  const latest = await tx.rows(LATEST_SEARCHES, ...columnsOf(clicks, 'convo_id', 'at_ms'));
  const ids = [...new Set(latest.map((row) => text(row, 'session_id')))];
  if (ids.length === 0) return 0;
  const clicked = await tx.rows(MARK_CLICKED, ids);
  const searches = clicked.map((row) => ({ query: text(row, 'query'), at_ms: number(row, 'at_ms') }));
  if (searches.length === 0) return 0;
  const sums = clicksByKey(searches);
  tx.send(LOCK_COUNTS, ...columnsOf(sums, 'day', 'query'));
  // A day that was purged stays so.
  tx.send(ADD_CLICKS, ...columnsOf(sums, 'day', 'query', 'n'));
  return searches.length;
}

export const purge = (tx: Transaction, { before_ms, limit }: PurgeBy): Promise<number> =>
  tx.run(PURGE, dayOf(before_ms), limit);
