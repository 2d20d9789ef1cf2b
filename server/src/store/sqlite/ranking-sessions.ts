// Ranking sessions in SQLite: the fixed result list of a search, until it expires.

import { number, text } from '../columns.ts';
import type { TraceCursor, TracePage } from '../ledger-store.ts';
import type { PurgeBy } from '../purge-by.ts';
import { toListedSession, toRankingSession, toSearchEvent } from '../rows/ranking-session-row.ts';
import type { ListedSession, NewRankingSession, RankingSession, SearchEvent, SessionPage } from '../session-store.ts';
import type { Connection } from './connection.ts';
import { count } from './query-counts.ts';
import { addSearch } from './search-counts.ts';

export function insert(db: Connection, session: NewRankingSession): void {
  const { product_nos } = session;
  db.run(
    `INSERT INTO ranking_sessions (id, query, criteria, convo_id, per_page, product_nos, created_at_ms, expires_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    session.id,
    session.query,
    JSON.stringify(session.criteria),
    session.convo_id,
    session.per_page,
    new Uint8Array(product_nos.buffer, product_nos.byteOffset, product_nos.byteLength),
    session.created_at_ms,
    session.expires_at_ms,
  );
  addSearch(db, session.created_at_ms);
  if (session.convo_id !== null) appendSearch(db, session);
  if (session.counted) count(db, session, session.counted);
}

function appendSearch(db: Connection, session: NewRankingSession): void {
  db.run(
    `INSERT INTO search_events (session_id, convo_id, query, criteria, at_ms, expires_at_ms, is_clicked, is_empty,
       search_no)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8,
       (SELECT 1 + max(p.search_no, coalesce((SELECT max(search_no) FROM search_events WHERE convo_id = ?2), 0))
        FROM purged_searches p WHERE p.one = 1))`,
    session.id,
    session.convo_id,
    session.query,
    JSON.stringify(session.criteria),
    session.created_at_ms,
    session.expires_at_ms,
    session.counted ? 0 : null,
    Number(session.product_nos.length === 0),
  );
}

export function listSearches(db: Connection, { convo_id, after, limit }: TracePage): SearchEvent[] {
  return db
    .all(
      `SELECT search_no, session_id, query, criteria, at_ms, expires_at_ms FROM search_events
       WHERE convo_id = ? AND search_no > ? ORDER BY search_no LIMIT ?`,
      convo_id,
      after,
      limit,
    )
    .map(toSearchEvent);
}

export const listSearchesOf = (db: Connection, { positions, limit }: { positions: TraceCursor[]; limit: number }) =>
  positions.map((position) => listSearches(db, { ...position, limit }));

export function get(db: Connection, { id }: { id: string }): RankingSession | null {
  const row = db.get('SELECT * FROM ranking_sessions WHERE id = ?', id);
  return row ? toRankingSession(row) : null;
}

export function list(db: Connection, { convo_id, now_ms, offset, limit }: SessionPage): ListedSession[] {
  const columns =
    'id, query, criteria, convo_id, per_page, created_at_ms, expires_at_ms, length(product_nos) / 4 AS total';
  const where = convo_id === null ? '' : 'AND convo_id = ?';
  const params = convo_id === null ? [now_ms] : [now_ms, convo_id];
  return db
    .all(
      `SELECT ${columns} FROM ranking_sessions WHERE expires_at_ms > ? ${where}
       ORDER BY created_at_ms DESC, id LIMIT ? OFFSET ?`,
      ...params,
      limit,
      offset,
    )
    .map(toListedSession);
}

export function purge(db: Connection, { now_ms, limit }: { now_ms: number; limit: number }): number {
  return db.run(
    'DELETE FROM ranking_sessions WHERE id IN (SELECT id FROM ranking_sessions WHERE expires_at_ms <= ? LIMIT ?)',
    now_ms,
    limit,
  );
}

export function purgeSearches(db: Connection, { before_ms, limit }: PurgeBy): number {
  const old = db.all(
    'SELECT session_id, search_no FROM search_events WHERE at_ms < ? ORDER BY at_ms LIMIT ?',
    before_ms,
    limit,
  );
  for (const row of old) {
    db.run('DELETE FROM search_events WHERE session_id = ?', text(row, 'session_id'));
    db.run('UPDATE purged_searches SET search_no = ?1 WHERE search_no < ?1', number(row, 'search_no'));
  }
  return old.length;
}
