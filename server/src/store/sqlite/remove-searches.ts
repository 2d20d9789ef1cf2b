// Removes the searches of a conversation, in SQLite.
import { number } from '../columns.ts';
import { removedSearches } from '../rules/removed-facts.ts';
import type { Connection } from './connection.ts';

/** The last listed caller stays: a row of searches without any is never counted. */
const TAKE_OFF = `UPDATE query_counts SET searches = searches - ?3, without_results = without_results - ?4,
    with_conversation = with_conversation - ?5, with_click = with_click - ?6,
    callers = coalesce(nullif(trim(replace(',' || callers || ',', ',' || ?7 || ',', ','), ','), ''), callers)
  WHERE day = ?1 AND query = ?2`;

export function removeSearches(
  db: Connection,
  { convo_id, caller }: { convo_id: string; caller: number | null },
): number {
  const rows = db.all(
    'DELETE FROM search_events WHERE convo_id = ? RETURNING search_no, query, at_ms, is_clicked, is_empty',
    convo_id,
  );
  db.run('DELETE FROM ranking_sessions WHERE convo_id = ?', convo_id);
  const { queries, quarters } = removedSearches(rows);
  for (const { day, query, searches, without_results, with_conversation, with_click } of queries) {
    const counts = [searches, without_results, with_conversation, with_click];
    db.run(TAKE_OFF, ...[day, query, ...counts, String(caller ?? '')]);
    db.run('DELETE FROM query_counts WHERE day = ? AND query = ? AND searches <= 0', day, query);
  }
  for (const { at_ms, searches } of quarters) {
    db.run('UPDATE search_counts SET searches = searches - ? WHERE at_ms = ?', searches, at_ms);
    db.run('DELETE FROM search_counts WHERE at_ms = ? AND searches <= 0', at_ms);
  }
  const last = Math.max(0, ...rows.map((row) => number(row, 'search_no')));
  db.run('UPDATE purged_searches SET search_no = ?1 WHERE search_no < ?1', last);
  return rows.length;
}
