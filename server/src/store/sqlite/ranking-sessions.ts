// Ranking sessions in SQLite: fixed ranks, kept until they expire.
import type { ListedSession, RankingSession, SearchEvent } from '../port.ts';
import type { PurgeBy } from '../retention-port.ts';
import type { Connection, Row } from './connection.ts';

export function insert(db: Connection, session: RankingSession): void {
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
  if (session.convo_id !== null) noteSearch(db, session);
}

function noteSearch(db: Connection, session: RankingSession): void {
  db.run(
    `INSERT INTO search_events (session_id, convo_id, query, criteria, at_ms, expires_at_ms, search_no)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6,
       (SELECT 1 + max(p.search_no, coalesce((SELECT max(search_no) FROM search_events WHERE convo_id = ?2), 0))
        FROM purged_searches p WHERE p.one = 1))`,
    session.id,
    session.convo_id,
    session.query,
    JSON.stringify(session.criteria),
    session.created_at_ms,
    session.expires_at_ms,
  );
}

interface SearchesBy {
  convo_id: string;
  after: number;
  limit: number;
}

export function listSearches(db: Connection, { convo_id, after, limit }: SearchesBy): SearchEvent[] {
  return db
    .all(
      `SELECT search_no, session_id, query, criteria, at_ms, expires_at_ms FROM search_events
       WHERE convo_id = ? AND search_no > ? ORDER BY search_no LIMIT ?`,
      convo_id,
      after,
      limit,
    )
    .map((row) => readRow(row) as unknown as SearchEvent);
}

export function get(db: Connection, { id }: { id: string }): RankingSession | null {
  const row = db.get('SELECT * FROM ranking_sessions WHERE id = ?', id);
  if (!row) return null;
  // Copied, because a view of four-byte numbers needs an aligned buffer.
  const { buffer } = Uint8Array.from(row.product_nos as Uint8Array);
  return { ...readRow(row), product_nos: new Uint32Array(buffer) } as RankingSession;
}

interface ListBy {
  convo_id: string | null;
  now_ms: number;
  offset: number;
  limit: number;
}

export function list(db: Connection, { convo_id, now_ms, offset, limit }: ListBy): ListedSession[] {
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
    .map((row) => readRow(row) as unknown as ListedSession);
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
  ) as { session_id: string; search_no: number }[];
  for (const { session_id, search_no } of old) {
    db.run('DELETE FROM search_events WHERE session_id = ?', session_id);
    db.run('UPDATE purged_searches SET search_no = ?1 WHERE search_no < ?1', search_no);
  }
  return old.length;
}

const readRow = (row: Row) => ({ ...row, criteria: JSON.parse(row.criteria as string) });
