// The counts of the search report in SQLite.
import { number, text } from '../columns.ts';
import type { PurgeBy } from '../purge-by.ts';
import { toSearchReportRow } from '../rows/search-report-rows.ts';
import { clicksByKey, countsOf, dayOf } from '../rules/query-counts.ts';
import type {
  CountedSearch,
  SearchClick,
  SearchReportBy,
  SearchReportKind,
  SearchReportRow,
} from '../search-report-store.ts';
import type { RankingSession } from '../session-store.ts';
import type { Connection } from './connection.ts';

export function count(db: Connection, session: RankingSession, counted: CountedSearch): void {
  const { day, query, without_results, with_conversation } = countsOf(session, counted);
  db.run(
    `INSERT INTO query_counts AS c (day, query, searches, without_results, with_conversation, with_click, callers)
     VALUES (?1, ?2, 1, ?3, ?4, 0, ?5)
     ON CONFLICT (day, query) DO UPDATE SET
       searches = c.searches + 1,
       without_results = c.without_results + excluded.without_results,
       with_conversation = c.with_conversation + excluded.with_conversation,
       callers = CASE
         WHEN instr(',' || c.callers || ',', ',' || excluded.callers || ',') > 0 THEN c.callers
         WHEN json_array_length('[' || c.callers || ']') >= ?6 THEN c.callers
         ELSE c.callers || ',' || excluded.callers END`,
    ...[day, query, without_results, with_conversation, String(counted.caller), counted.max_callers],
  );
}

/** What the queries of a kind are ordered by. */
const COUNTS: Record<SearchReportKind, string> = {
  top: 'searches',
  no_results: 'without_results',
  no_clicks: 'with_conversation - with_click',
};

export function report(
  db: Connection,
  { kind, first_day, last_day, min_callers, limit }: SearchReportBy,
): SearchReportRow[] {
  const counted = COUNTS[kind];
  return db
    .all(
      `SELECT query, searches, without_results, with_conversation, with_click FROM
         (SELECT *, ${counted} AS counted FROM
            (SELECT query, sum(searches) AS searches, sum(without_results) AS without_results,
               sum(with_conversation) AS with_conversation, sum(with_click) AS with_click, group_concat(callers) AS callers
             FROM query_counts WHERE day BETWEEN ?1 AND ?2 GROUP BY query)
          WHERE ${counted} > 0 AND 1 + length(callers) - length(replace(callers, ',', '')) >= ?3
          ORDER BY counted DESC, query LIMIT -1)
       WHERE (SELECT count(DISTINCT value) FROM json_each('[' || callers || ']')) >= ?3
       ORDER BY counted DESC, query LIMIT ?4`,
      ...[first_day, last_day, min_callers, limit],
    )
    .map(toSearchReportRow);
}

export function attributeClicks(db: Connection, { clicks }: { clicks: SearchClick[] }): number {
  const clicked = clicks.flatMap(({ convo_id, at_ms }) =>
    db.all(
      `UPDATE search_events SET is_clicked = 1 WHERE is_clicked = 0 AND session_id =
         (SELECT session_id FROM search_events WHERE convo_id = ? AND at_ms <= ? AND is_clicked IS NOT NULL
          ORDER BY at_ms DESC, search_no DESC LIMIT 1)
       RETURNING query, at_ms`,
      convo_id,
      at_ms,
    ),
  );
  const searches = clicked.map((row) => ({ query: text(row, 'query'), at_ms: number(row, 'at_ms') }));
  // A day that was purged stays so.
  for (const { day, query, n } of clicksByKey(searches))
    db.run(
      'UPDATE query_counts SET with_click = min(with_click + ?, with_conversation) WHERE day = ? AND query = ?',
      n,
      day,
      query,
    );
  return searches.length;
}

export const purge = (db: Connection, { before_ms, limit }: PurgeBy): number =>
  db.run(
    `DELETE FROM query_counts WHERE (day, query) IN
       (SELECT day, query FROM query_counts WHERE day < ? ORDER BY day, query LIMIT ?)`,
    dayOf(before_ms),
    limit,
  );
