// Recent conversations on PostgreSQL: those with the latest events, and a summary of each.
import type { RecentBy, RecentPage, SummaryBy, TraceSummary } from '../recent-store.ts';
import { boundsOf, EVENT_KINDS, recentPage, toLastEvent, toSummary } from '../rows/recent-row.ts';
import { statement } from './statement.ts';
import type { Queryable } from './transaction.ts';

type Table = 'events' | 'search_events';
const NUMBERS = { events: 'event_no', search_events: 'search_no' };

/** Reads events backwards, and keeps those that are the last of their conversation. */
function listOf(table: Table) {
  const no = NUMBERS[table];
  const walk = `SELECT convo_id, at_ms, ${no} AS no FROM finderfee.${table}
    WHERE at_ms >= $1 AND at_ms <= $2 AND (at_ms < $2 OR convo_id < $3)
    ORDER BY at_ms DESC, convo_id DESC, ${no} DESC`;
  const list = statement(`
    SELECT w.convo_id, w.at_ms FROM (${walk} LIMIT $4) w
    WHERE (SELECT l.${no} FROM finderfee.${table} l
      WHERE l.convo_id = w.convo_id AND l.${no} > w.no LIMIT 1) IS NULL
    ORDER BY w.at_ms DESC, w.convo_id DESC LIMIT $5`);
  const lastRead = statement(`${walk} LIMIT 1 OFFSET $4`);
  return async (db: Queryable, by: RecentBy): Promise<RecentPage> => {
    const bounds = boundsOf(by);
    const rows = (await db.rows(list, ...bounds, by.max_events, by.limit)).map(toLastEvent);
    const [last] = rows.length < by.limit ? await db.rows(lastRead, ...bounds, by.max_events - 1) : [];
    return recentPage(rows, by.limit, last ? toLastEvent(last) : null);
  };
}

export const listTraces = listOf('events');
export const listSearches = listOf('search_events');

/** Counts come from the newest events. */
function summaryOf(table: Table, counts: string, latest: string) {
  const no = NUMBERS[table];
  const ofOne = (columns: string, order: string) =>
    `SELECT ${columns} FROM finderfee.${table} WHERE convo_id = k.convo_id ORDER BY ${no} ${order}`;
  return statement(`
    SELECT k.convo_id, s.* FROM unnest($1::text[]) AS k (convo_id) CROSS JOIN LATERAL (
      SELECT (${ofOne('at_ms', '')} LIMIT 1) AS started_at_ms, (${ofOne('at_ms', 'DESC')} LIMIT 1) AS last_at_ms,
        ${counts}, (${latest.replace('NEWEST', `(${ofOne('*', 'DESC')} LIMIT $2) n`)} ORDER BY ${no} DESC LIMIT 1) AS latest
      FROM (${ofOne('*', 'DESC')} LIMIT $2) e HAVING count(*) > 0) s`);
}

const SUMMARISE_EVENTS = summaryOf(
  'events',
  EVENT_KINDS.map((kind) => `count(*) FILTER (WHERE e.kind = '${kind}') AS ${kind}`).join(', '),
  `SELECT n.data FROM NEWEST WHERE n.kind = 'chat'`,
);
const SUMMARISE_SEARCHES = summaryOf('search_events', 'count(*) AS search', 'SELECT n.query FROM NEWEST');
const [toTrace, toSearches] = [toSummary(EVENT_KINDS), toSummary(['search'])];

export const summariseTraces = async (db: Queryable, { convo_ids, max_events }: SummaryBy): Promise<TraceSummary[]> =>
  (await db.rows(SUMMARISE_EVENTS, convo_ids, max_events)).map(toTrace);

export const summariseSearches = async (db: Queryable, { convo_ids, max_events }: SummaryBy): Promise<TraceSummary[]> =>
  (await db.rows(SUMMARISE_SEARCHES, convo_ids, max_events)).map(toSearches);
