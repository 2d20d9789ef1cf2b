// Ranking sessions in PostgreSQL: the fixed result list of a search, until it expires.
import { number, text } from '../columns.ts';
import type { TraceCursor, TracePage } from '../ledger-store.ts';
import type { PurgeBy } from '../purge-by.ts';
import { toListedSession, toRankingSession, toSearchEvent } from '../rows/ranking-session-row.ts';
import type { ListedSession, RankingSession, SearchEvent, SessionPage } from '../session-store.ts';
import { columnsOf } from './columns-of.ts';
import { statement } from './statement.ts';
import type { Queryable, Transaction } from './transaction.ts';

const SELECT = statement('SELECT * FROM finderfee.ranking_sessions WHERE id = $1');
const LISTED = `id, query, criteria, convo_id, per_page, created_at_ms, expires_at_ms,
  octet_length(product_nos) / 4 AS total`;
const LIST_ALL = statement(
  `SELECT ${LISTED} FROM finderfee.ranking_sessions WHERE expires_at_ms > $1
   ORDER BY created_at_ms DESC, id LIMIT $2 OFFSET $3`,
);
const LIST_OF_CONVERSATION = statement(
  `SELECT ${LISTED} FROM finderfee.ranking_sessions WHERE expires_at_ms > $1 AND convo_id = $4
   ORDER BY created_at_ms DESC, id LIMIT $2 OFFSET $3`,
);
const LIST_SEARCHES = statement(
  `SELECT search_no, session_id, query, criteria, at_ms, expires_at_ms FROM finderfee.search_events
   WHERE convo_id = $1 AND search_no > $2 ORDER BY search_no LIMIT $3`,
);
const LIST_SEARCHES_OF = statement(
  `SELECT p.position, s.* FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS p (convo_id, after, position)
   CROSS JOIN LATERAL (
     SELECT search_no, session_id, query, criteria, at_ms, expires_at_ms FROM finderfee.search_events e
     WHERE e.convo_id = p.convo_id AND e.search_no > p.after ORDER BY e.search_no LIMIT $3
   ) s
   ORDER BY p.position, s.search_no`,
);
const PURGE = statement(
  `DELETE FROM finderfee.ranking_sessions WHERE id = ANY (ARRAY(
     SELECT id FROM finderfee.ranking_sessions WHERE expires_at_ms <= $1 ORDER BY expires_at_ms LIMIT $2
     FOR UPDATE SKIP LOCKED))`,
);
const LOCK_OLD_SEARCHES = statement(
  `SELECT session_id, convo_id, search_no FROM finderfee.search_events WHERE at_ms < $1
   ORDER BY at_ms LIMIT $2 FOR UPDATE SKIP LOCKED`,
);
/** As an insert of a session does, so that no search is numbered before the new watermark is visible. */
export const LOCK_COUNTERS = statement(
  'SELECT FROM finderfee.search_counters WHERE convo_id = ANY ($1::text[]) ORDER BY convo_id FOR UPDATE',
);
const DELETE_SEARCHES = statement('DELETE FROM finderfee.search_events WHERE session_id = ANY ($1::text[])');
export const RAISE_WATERMARK = statement(
  'UPDATE finderfee.purged_searches SET search_no = $1 WHERE one = 1 AND search_no < $1',
);
export const DELETE_COUNTERS = statement(
  `DELETE FROM finderfee.search_counters c WHERE c.convo_id = ANY ($1::text[])
     AND (SELECT s.search_no FROM finderfee.search_events s WHERE s.convo_id = c.convo_id LIMIT 1) IS NULL`,
);

export async function get(db: Queryable, { id }: { id: string }): Promise<RankingSession | null> {
  const [row] = await db.rows(SELECT, id);
  return row ? toRankingSession(row) : null;
}

export async function list(db: Queryable, { convo_id, now_ms, offset, limit }: SessionPage): Promise<ListedSession[]> {
  const rows =
    convo_id === null
      ? await db.rows(LIST_ALL, now_ms, limit, offset)
      : await db.rows(LIST_OF_CONVERSATION, now_ms, limit, offset, convo_id);
  return rows.map(toListedSession);
}

export async function listSearches(db: Queryable, { convo_id, after, limit }: TracePage): Promise<SearchEvent[]> {
  return (await db.rows(LIST_SEARCHES, convo_id, after, limit)).map(toSearchEvent);
}

export async function listSearchesOf(
  db: Queryable,
  { positions, limit }: { positions: TraceCursor[]; limit: number },
): Promise<SearchEvent[][]> {
  const searches: SearchEvent[][] = positions.map(() => []);
  const rows = await db.rows(LIST_SEARCHES_OF, ...columnsOf(positions, 'convo_id', 'after'), limit);
  for (const row of rows) searches[number(row, 'position') - 1]!.push(toSearchEvent(row));
  return searches;
}

export function purge(tx: Transaction, { now_ms, limit }: { now_ms: number; limit: number }): Promise<number> {
  return tx.run(PURGE, now_ms, limit);
}

export async function purgeSearches(tx: Transaction, { before_ms, limit }: PurgeBy): Promise<number> {
  const old = await tx.rows(LOCK_OLD_SEARCHES, before_ms, limit);
  if (old.length === 0) return 0;
  const conversations = [...new Set(old.map((row) => text(row, 'convo_id')))];
  tx.send(LOCK_COUNTERS, conversations);
  tx.send(
    DELETE_SEARCHES,
    old.map((row) => text(row, 'session_id')),
  );
  tx.send(RAISE_WATERMARK, Math.max(...old.map((row) => number(row, 'search_no'))));
  tx.send(DELETE_COUNTERS, conversations);
  return old.length;
}
