// Inserts the ranking sessions of a batch, and the searches of their conversations, with a fixed number of statements.
import type { NewRankingSession, RankingSession } from '../session-store.ts';
import type { LaneCall } from './lane.ts';
import * as queryCounts from './query-counts.ts';
import { addSearches } from './search-counts.ts';
import { statement } from './statement.ts';
import type { Transaction } from './transaction.ts';

/** As SQLite's `synchronous = NORMAL`: a crash of the server may lose the last sessions, never their consistency. */
const RELAX_COMMIT = statement('SET LOCAL synchronous_commit = off');
/** `WHERE false`: an existing row is locked, not rewritten. */
const LOCK_COUNTERS = statement(
  `INSERT INTO finderfee.search_counters AS c (convo_id, last_search)
   SELECT r.convo_id, 0 FROM unnest($1::text[]) AS r (convo_id) ORDER BY r.convo_id
   ON CONFLICT (convo_id) DO UPDATE SET last_search = c.last_search WHERE false`,
);
/** A statement of its own after the locks, because it must see the watermark of a purge that they waited for. */
const ADVANCE_COUNTERS = statement(
  `INSERT INTO finderfee.search_counters AS c (convo_id, last_search)
   SELECT r.convo_id, r.searches FROM unnest($1::text[], $2::bigint[]) AS r (convo_id, searches) ORDER BY r.convo_id
   ON CONFLICT (convo_id) DO UPDATE SET last_search = excluded.last_search
     + greatest(c.last_search, (SELECT p.search_no FROM finderfee.purged_searches p WHERE p.one = 1))`,
);
/** The product numbers of all sessions are one binary parameter: an array of bytes would be sent as text. */
const INSERT_SESSIONS = statement(
  `INSERT INTO finderfee.ranking_sessions
     (id, query, criteria, convo_id, per_page, product_nos, created_at_ms, expires_at_ms)
   SELECT r.id, r.query, r.criteria, r.convo_id, r.per_page, substring($1::bytea FROM r.start FOR r.length),
     r.created_at_ms, r.expires_at_ms
   FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::int[], $8::int[], $9::bigint[],
     $10::bigint[]) AS r (id, query, criteria, convo_id, per_page, start, length, created_at_ms, expires_at_ms)
   ORDER BY r.id
   ON CONFLICT DO NOTHING`,
);
const INSERT_SEARCHES = statement(
  `INSERT INTO finderfee.search_events
     (session_id, convo_id, search_no, query, criteria, at_ms, expires_at_ms, is_clicked, is_empty)
   SELECT r.session_id, r.convo_id,
     (SELECT c.last_search FROM finderfee.search_counters c WHERE c.convo_id = r.convo_id) - r.later,
     r.query, r.criteria, r.at_ms, r.expires_at_ms, r.is_clicked, r.is_empty
   FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::boolean[],
     $9::boolean[]) AS r (session_id, convo_id, later, query, criteria, at_ms, expires_at_ms, is_clicked, is_empty)
   ORDER BY r.session_id
   ON CONFLICT DO NOTHING`,
);

/** All calls of the batch are `insertRankingSession`. */
export async function runSessionBatch(tx: Transaction, calls: readonly LaneCall[]): Promise<undefined[]> {
  const sessions = calls.map(({ input }) => input as NewRankingSession);
  tx.send(RELAX_COMMIT);
  const searches = sessions.filter(isSearch);
  const isComplete = await Promise.all([
    ...(searches.length > 0 ? [insertSearches(tx, searches)] : []),
    insertAll(tx, sessions),
  ]);
  if (!isComplete.every(Boolean)) throw new Error('a session of this id exists');
  queryCounts.count(tx, sessions.filter(queryCounts.isCounted));
  addSearches(
    tx,
    sessions.map(({ created_at_ms }) => created_at_ms),
  );
  return calls.map(() => undefined);
}

type Search = NewRankingSession & { convo_id: string };

const isSearch = (session: NewRankingSession): session is Search => session.convo_id !== null;

async function insertSearches(tx: Transaction, searches: Search[]): Promise<boolean> {
  const counts = new Map<string, number>();
  // Numbers are assigned from the counter downwards: the last search of a conversation gets the highest.
  const later = searches.toReversed().map(({ convo_id }) => {
    const count = counts.get(convo_id) ?? 0;
    counts.set(convo_id, count + 1);
    return count;
  });
  tx.send(LOCK_COUNTERS, [...counts.keys()]);
  tx.send(ADVANCE_COUNTERS, [...counts.keys()], [...counts.values()]);
  const inserted = await tx.run(
    INSERT_SEARCHES,
    searches.map(({ id }) => id),
    searches.map(({ convo_id }) => convo_id),
    later.toReversed(),
    searches.map(({ query }) => query),
    searches.map(({ criteria }) => JSON.stringify(criteria)),
    searches.map(({ created_at_ms }) => created_at_ms),
    searches.map(({ expires_at_ms }) => expires_at_ms),
    searches.map(({ counted }) => (counted ? false : null)),
    searches.map(({ product_nos }) => product_nos.length === 0),
  );
  return inserted === searches.length;
}

async function insertAll(tx: Transaction, sessions: RankingSession[]): Promise<boolean> {
  const numbers = sessions.map(({ product_nos: { buffer, byteOffset, byteLength } }) =>
    Buffer.from(buffer, byteOffset, byteLength),
  );
  const starts: number[] = [];
  let start = 1;
  for (const { byteLength } of numbers) {
    starts.push(start);
    start += byteLength;
  }
  const inserted = await tx.run(
    INSERT_SESSIONS,
    Buffer.concat(numbers),
    sessions.map(({ id }) => id),
    sessions.map(({ query }) => query),
    sessions.map(({ criteria }) => JSON.stringify(criteria)),
    sessions.map(({ convo_id }) => convo_id),
    sessions.map(({ per_page }) => per_page),
    starts,
    numbers.map(({ byteLength }) => byteLength),
    sessions.map(({ created_at_ms }) => created_at_ms),
    sessions.map(({ expires_at_ms }) => expires_at_ms),
  );
  return inserted === sessions.length;
}
