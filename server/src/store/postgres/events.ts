// Conversation traces on PostgreSQL: one numbered event per fact.

import { number, text } from '../columns.ts';
import type { TraceCursor, TraceEvent, TracePage } from '../ledger-store.ts';
import { toTraceEvent } from '../rows/trace-event-row.ts';
import type { NewEvent } from '../rules/trace-events.ts';
import { columnsOf } from './columns-of.ts';
import { statement } from './statement.ts';
import type { Queryable, Transaction } from './transaction.ts';

/**
 * Locks the counters of conversations in the order given and reserves event numbers, above those of purged events. `$2` is
 * the number of events per conversation.
 */
const RESERVE = statement(`
  INSERT INTO finderfee.conversation_counters AS c (convo_id, last_event)
  SELECT t.convo_id, t.count + (SELECT p.event_no FROM finderfee.purged_events p WHERE p.one = 1)
  FROM unnest($1::text[], $2::bigint[]) AS t (convo_id, count)
  ON CONFLICT (convo_id) DO UPDATE SET last_event = excluded.last_event
    + greatest(c.last_event - (SELECT p.event_no FROM finderfee.purged_events p WHERE p.one = 1), 0)
  RETURNING c.convo_id, c.last_event`);
const WATERMARK = statement('SELECT event_no FROM finderfee.purged_events WHERE one = 1');
const INSERT = statement(`
  INSERT INTO finderfee.events (convo_id, event_no, at_ms, kind, id, data, person_no)
  SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::bigint[])`);
const CORRECT = statement(`
  INSERT INTO finderfee.conversation_counters (convo_id, last_event)
  SELECT * FROM unnest($1::text[], $2::bigint[])
  ON CONFLICT (convo_id) DO UPDATE SET last_event = excluded.last_event`);
const DELETE_UNUSED = statement(`
  DELETE FROM finderfee.conversation_counters c WHERE c.convo_id = ANY ($1::text[])
    AND (SELECT e.event_no FROM finderfee.events e WHERE e.convo_id = c.convo_id LIMIT 1) IS NULL`);
const LIST = statement(`
  SELECT e.event_no, e.at_ms, e.kind, e.id, e.data,
    (SELECT p.email FROM finderfee.people p WHERE p.person_no = e.person_no) AS email
  FROM finderfee.events e WHERE e.convo_id = $1 AND e.event_no > $2 ORDER BY e.event_no LIMIT $3`);
const LIST_OF = statement(`
  SELECT c.position, e.event_no, e.at_ms, e.kind, e.id, e.data,
    (SELECT p.email FROM finderfee.people p WHERE p.person_no = e.person_no) AS email
  FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS c (convo_id, after, position)
  CROSS JOIN LATERAL (
    SELECT * FROM finderfee.events e
    WHERE e.convo_id = c.convo_id AND e.event_no > c.after ORDER BY e.event_no LIMIT $3
  ) e
  ORDER BY c.position, e.event_no`);

interface EventRow {
  convo_id: string;
  event_no: number;
  at_ms: number;
  kind: string;
  id: string;
  data: string;
  person_no: number | null;
}

/** Locks the counters of conversations. Every transaction that locks several does it by this, in the same order. */
export async function lockCounters(
  tx: Transaction,
  counts: ReadonlyMap<string, number>,
): Promise<{ convo_id: string; last: number }[]> {
  const convoIds = [...counts.keys()].sort();
  const rows = await tx.rows(
    RESERVE,
    convoIds,
    convoIds.map((convo_id) => counts.get(convo_id)),
  );
  return rows.map((row) => ({ convo_id: text(row, 'convo_id'), last: number(row, 'last_event') }));
}

/** Deletes those of locked counters that have no events: the watermark takes their place. */
export function deleteUnusedCounters(tx: Transaction, convoIds: readonly string[]): void {
  tx.send(DELETE_UNUSED, convoIds);
}

interface Numbering {
  /** The last number that is reserved. */
  reserved: number;
  /** The last number that is used. */
  last: number;
  count: number;
}

/** The new events of a batch. Its conversations are locked, so that events are numbered in commit order. */
export class EventBatch {
  readonly #numbering: Map<string, Numbering>;
  readonly #rows: EventRow[] = [];

  private constructor(numbering: Map<string, Numbering>) {
    this.#numbering = numbering;
  }

  /** `convoIds` are the conversations of the events that the batch may append, one for each. */
  static async read(tx: Transaction, convoIds: readonly string[]): Promise<EventBatch> {
    if (convoIds.length === 0) return new EventBatch(new Map());
    const counts = new Map<string, number>();
    for (const convo_id of convoIds) counts.set(convo_id, (counts.get(convo_id) ?? 0) + 1);
    const [counters, watermark] = await Promise.all([lockCounters(tx, counts), tx.row(WATERMARK)]);
    // Read again after the lock, which may have waited for a purge.
    const purged = number(watermark!, 'event_no');
    const numbering = counters.map(({ convo_id, last }): [string, Numbering] => [
      convo_id,
      { reserved: last, last: Math.max(last - counts.get(convo_id)!, purged), count: 0 },
    ]);
    return new EventBatch(new Map(numbering));
  }

  append({ convo_id, data, ...event }: NewEvent, person_no: number | null): void {
    const numbering = this.#numbering.get(convo_id)!;
    numbering.last++;
    numbering.count++;
    this.#rows.push({ ...event, convo_id, event_no: numbering.last, data: JSON.stringify(data), person_no });
  }

  write(tx: Transaction): void {
    if (this.#rows.length > 0)
      tx.send(INSERT, ...columnsOf(this.#rows, 'convo_id', 'event_no', 'at_ms', 'kind', 'id', 'data', 'person_no'));
    // A repeated click, a conflict or a stale turn has no event.
    const corrected = [...this.#numbering].filter(([, { reserved, last }]) => reserved !== last);
    if (corrected.length === 0) return;
    tx.send(
      CORRECT,
      corrected.map(([convo_id]) => convo_id),
      corrected.map(([, { last }]) => last),
    );
    const unused = corrected.filter(([, { count }]) => count === 0).map(([convo_id]) => convo_id);
    if (unused.length > 0) deleteUnusedCounters(tx, unused);
  }
}

export async function list(db: Queryable, { convo_id, after, limit }: TracePage): Promise<TraceEvent[]> {
  return (await db.rows(LIST, convo_id, after, limit)).map(toTraceEvent);
}

export async function listOf(
  db: Queryable,
  { positions, limit }: { positions: TraceCursor[]; limit: number },
): Promise<TraceEvent[][]> {
  const events: TraceEvent[][] = positions.map(() => []);
  const rows = await db.rows(LIST_OF, ...columnsOf(positions, 'convo_id', 'after'), limit);
  for (const row of rows) events[number(row, 'position') - 1]!.push(toTraceEvent(row));
  return events;
}
