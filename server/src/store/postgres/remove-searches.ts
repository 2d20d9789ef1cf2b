// Removes the searches of a conversation, on PostgreSQL.
import { number } from '../columns.ts';
import { removedSearches } from '../rules/removed-facts.ts';
import { columnsOf } from './columns-of.ts';
import { LOCK_COUNTS } from './query-counts.ts';
import { DELETE_COUNTERS, LOCK_COUNTERS, RAISE_WATERMARK } from './ranking-sessions.ts';
import { statement } from './statement.ts';
import type { Transaction } from './transaction.ts';

const SEARCHES = statement(`
  DELETE FROM finderfee.search_events WHERE convo_id = $1
  RETURNING search_no, query, at_ms, is_clicked, is_empty`);
const SESSIONS = statement('DELETE FROM finderfee.ranking_sessions WHERE convo_id = $1');
/** The last listed caller stays: a row of searches without any is never counted. */
const TAKE_OFF = statement(`
  UPDATE finderfee.query_counts c SET searches = c.searches - k.searches,
    without_results = c.without_results - k.without_results,
    with_conversation = c.with_conversation - k.with_conversation, with_click = c.with_click - k.with_click,
    callers = coalesce(
      nullif(btrim(replace(',' || c.callers || ',', ',' || $7::text || ',', ','), ','), ''), c.callers)
  FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
    AS k (day, query, searches, without_results, with_conversation, with_click)
  WHERE c.day = k.day AND c.query = k.query`);
const DELETE_EMPTY = statement(`
  DELETE FROM finderfee.query_counts c USING unnest($1::bigint[], $2::text[]) AS k (day, query)
  WHERE c.day = k.day AND c.query = k.query AND c.searches <= 0`);
const TAKE_OFF_QUARTERS = statement(`
  UPDATE finderfee.search_counts c SET searches = c.searches - k.searches
  FROM unnest($1::bigint[], $2::bigint[]) AS k (at_ms, searches) WHERE c.at_ms = k.at_ms`);
const DELETE_QUARTERS = statement(`
  DELETE FROM finderfee.search_counts WHERE at_ms = ANY ($1::bigint[]) AND searches <= 0`);

export async function removeSearches(
  tx: Transaction,
  { convo_id, caller }: { convo_id: string; caller: number | null },
): Promise<number> {
  tx.send(LOCK_COUNTERS, [convo_id]);
  const rows = await tx.rows(SEARCHES, convo_id);
  tx.send(SESSIONS, convo_id);
  if (rows.length === 0) return 0;
  const { queries, quarters } = removedSearches(rows);
  const counts = ['searches', 'without_results', 'with_conversation', 'with_click'] as const;
  tx.send(LOCK_COUNTS, ...columnsOf(queries, 'day', 'query'));
  tx.send(TAKE_OFF, ...columnsOf(queries, 'day', 'query', ...counts), String(caller ?? ''));
  tx.send(DELETE_EMPTY, ...columnsOf(queries, 'day', 'query'));
  tx.send(TAKE_OFF_QUARTERS, ...columnsOf(quarters, 'at_ms', 'searches'));
  tx.send(
    DELETE_QUARTERS,
    quarters.map(({ at_ms }) => at_ms),
  );
  tx.send(RAISE_WATERMARK, Math.max(...rows.map((row) => number(row, 'search_no'))));
  tx.send(DELETE_COUNTERS, [convo_id]);
  return rows.length;
}
