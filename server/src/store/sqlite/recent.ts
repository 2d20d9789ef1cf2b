// Recent conversations in SQLite: those with the latest events, and a summary of each.
import type { RecentBy, RecentPage, SummaryBy, TraceSummary } from '../recent-store.ts';
import { boundsOf, EVENT_KINDS, recentPage, toLastEvent, toSummary } from '../rows/recent-row.ts';
import type { Connection } from './connection.ts';

type Table = 'events' | 'search_events';
const NUMBERS = { events: 'event_no', search_events: 'search_no' };

/** Reads events backwards, and keeps those that are the last of their conversation. */
function listOf(table: Table) {
  const no = NUMBERS[table];
  const walk = `SELECT convo_id, at_ms, ${no} AS no FROM ${table}
    WHERE at_ms >= ?1 AND at_ms <= ?2 AND (at_ms < ?2 OR convo_id < ?3)
    ORDER BY at_ms DESC, convo_id DESC, ${no} DESC`;
  const list = `SELECT walked.convo_id, walked.at_ms FROM (${walk} LIMIT ?4) walked
    WHERE (SELECT l.${no} FROM ${table} l WHERE l.convo_id = walked.convo_id AND l.${no} > walked.no LIMIT 1) IS NULL LIMIT ?5`;
  return (db: Connection, by: RecentBy): RecentPage => {
    const bounds = boundsOf(by);
    const rows = db.all(list, ...bounds, by.max_events, by.limit).map(toLastEvent);
    const last = rows.length < by.limit ? db.get(`${walk} LIMIT 1 OFFSET ?4`, ...bounds, by.max_events - 1) : undefined;
    return recentPage(rows, by.limit, last ? toLastEvent(last) : null);
  };
}

export const listTraces = listOf('events');
export const listSearches = listOf('search_events');

/** Counts come from the newest events. */
function summaryOf(table: Table, counts: string, latest: string): string {
  const no = NUMBERS[table];
  const ofOne = (columns: string, order: string) =>
    `SELECT ${columns} FROM ${table} WHERE convo_id = ?1 ORDER BY ${no} ${order}`;
  return `SELECT ?1 AS convo_id, (${ofOne('at_ms', '')} LIMIT 1) AS started_at_ms,
      (${ofOne('at_ms', 'DESC')} LIMIT 1) AS last_at_ms, ${counts},
      (${latest.replace('NEWEST', `(${ofOne('*', 'DESC')} LIMIT ?2)`)} LIMIT 1) AS latest
    FROM (${ofOne('*', 'DESC')} LIMIT ?2) HAVING count(*) > 0`;
}

const SUMMARISE_EVENTS = summaryOf(
  'events',
  EVENT_KINDS.map((kind) => `sum(kind = '${kind}') AS ${kind}`).join(', '),
  `SELECT data FROM NEWEST WHERE kind = 'chat'`,
);
const SUMMARISE_SEARCHES = summaryOf('search_events', 'count(*) AS search', 'SELECT query FROM NEWEST');
const [toTrace, toSearches] = [toSummary(EVENT_KINDS), toSummary(['search'])];

export const summariseTraces = (db: Connection, { convo_ids, max_events }: SummaryBy): TraceSummary[] =>
  convo_ids.flatMap((convo_id) => db.all(SUMMARISE_EVENTS, convo_id, max_events).map(toTrace));

export const summariseSearches = (db: Connection, { convo_ids, max_events }: SummaryBy): TraceSummary[] =>
  convo_ids.flatMap((convo_id) => db.all(SUMMARISE_SEARCHES, convo_id, max_events).map(toSearches));
