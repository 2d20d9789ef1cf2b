// Conversation traces on PostgreSQL: one numbered event per fact.

import { json, number, oneOf, text, textOrNull } from '../columns.ts';
import { TRACE_KINDS, type TraceEvent } from '../ledger-store.ts';
import type { NewEvent } from '../rules/trace-events.ts';
import { columnsOf } from './columns-of.ts';
import { statement } from './statement.ts';
import type { Queryable, Transaction } from './transaction.ts';

/** Adds the counters of new conversations. Locks them in the order given. */
const LOCK = statement(`
  INSERT INTO finderfee.conversation_counters AS c (convo_id, last_event)
  SELECT t.convo_id, 0 FROM unnest($1::text[]) AS t (convo_id)
  ON CONFLICT (convo_id) DO UPDATE SET last_event = c.last_event
  RETURNING c.convo_id, c.last_event`);
const WATERMARK = statement('SELECT event_no FROM finderfee.purged_events WHERE one = 1');
const INSERT = statement(`
  INSERT INTO finderfee.events (convo_id, event_no, at_ms, kind, id, data, person_no)
  SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::bigint[])`);
const ADVANCE = statement(`
  INSERT INTO finderfee.conversation_counters (convo_id, last_event)
  SELECT * FROM unnest($1::text[], $2::bigint[])
  ON CONFLICT (convo_id) DO UPDATE SET last_event = excluded.last_event`);
const DELETE_UNUSED = statement(
  'DELETE FROM finderfee.conversation_counters WHERE convo_id = ANY ($1::text[]) AND last_event = 0',
);
const LIST = statement(`
  SELECT e.event_no, e.at_ms, e.kind, e.id, e.data,
    (SELECT p.email FROM finderfee.people p WHERE p.person_no = e.person_no) AS email
  FROM finderfee.events e WHERE e.convo_id = $1 AND e.event_no > $2 ORDER BY e.event_no LIMIT $3`);

interface EventRow {
  convo_id: string;
  event_no: number;
  at_ms: number;
  kind: string;
  id: string;
  data: string;
  person_no: number | null;
}

/** Locks the counters of conversations and returns their last event numbers. Every transaction locks in this order. */
export async function lockCounters(tx: Transaction, convoIds: Iterable<string>): Promise<Map<string, number>> {
  const rows = await tx.rows(LOCK, [...new Set(convoIds)].sort());
  return new Map(rows.map((row) => [text(row, 'convo_id'), number(row, 'last_event')]));
}

/** The new events of a batch. Its conversations are locked, so that events are numbered in commit order. */
export class EventBatch {
  readonly #last: Map<string, number>;
  readonly #purged: number;
  readonly #advanced = new Map<string, number>();
  readonly #rows: EventRow[] = [];

  private constructor(last: Map<string, number>, purged: number) {
    this.#last = last;
    this.#purged = purged;
  }

  static async read(tx: Transaction, convoIds: Iterable<string>): Promise<EventBatch> {
    // Read after the lock: a purge that deleted a counter has raised the watermark.
    const [last, watermark] = await Promise.all([lockCounters(tx, convoIds), tx.row(WATERMARK)]);
    return new EventBatch(last, number(watermark!, 'event_no'));
  }

  /** Event numbers grow within a conversation and stay above those of purged events, so cursors remain valid. */
  append({ convo_id, data, ...event }: NewEvent, person_no: number | null): void {
    const last = this.#advanced.get(convo_id) ?? Math.max(this.#purged, this.#last.get(convo_id)!);
    this.#advanced.set(convo_id, last + 1);
    this.#rows.push({ ...event, convo_id, event_no: last + 1, data: JSON.stringify(data), person_no });
  }

  write(tx: Transaction): void {
    if (this.#rows.length > 0) {
      tx.send(INSERT, ...columnsOf(this.#rows, 'convo_id', 'event_no', 'at_ms', 'kind', 'id', 'data', 'person_no'));
      const convoIds = [...this.#advanced.keys()].sort();
      const numbers = convoIds.map((convo_id) => this.#advanced.get(convo_id));
      tx.send(ADVANCE, convoIds, numbers);
    }
    const unused = [...this.#last].filter(([convo_id, last]) => last === 0 && !this.#advanced.has(convo_id));
    if (unused.length > 0)
      tx.send(
        DELETE_UNUSED,
        unused.map(([convo_id]) => convo_id),
      );
  }
}

interface ListBy {
  convo_id: string;
  after: number;
  limit: number;
}

export async function list(db: Queryable, { convo_id, after, limit }: ListBy): Promise<TraceEvent[]> {
  const rows = await db.rows(LIST, convo_id, after, limit);
  return rows.map((row) => ({
    event_no: number(row, 'event_no'),
    at_ms: number(row, 'at_ms'),
    kind: oneOf(row, 'kind', TRACE_KINDS),
    id: text(row, 'id'),
    data: json(row, 'data'),
    email: textOrNull(row, 'email'),
  }));
}
