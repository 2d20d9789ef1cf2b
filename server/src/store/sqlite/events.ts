// Conversation traces in SQLite: one numbered event per fact.

import type { ToolCallWrite, TraceCursor, TraceEvent, TracePage } from '../ledger-store.ts';
import { toTraceEvent } from '../rows/trace-event-row.ts';
import { type NewEvent, toolEvent } from '../rules/trace-events.ts';
import type { Connection } from './connection.ts';

/** Event numbers grow within a conversation and stay above those of purged events, so cursors remain valid. */
export function appendEvent(db: Connection, event: NewEvent, person_no: number | null): void {
  db.run(
    `INSERT INTO events (convo_id, event_no, at_ms, kind, id, data, person_no)
     VALUES (?1, (SELECT 1 + max(p.event_no, coalesce((SELECT max(event_no) FROM events WHERE convo_id = ?1), 0))
       FROM purged_events p WHERE p.one = 1), ?2, ?3, ?4, ?5, ?6)`,
    event.convo_id,
    event.at_ms,
    event.kind,
    event.id,
    JSON.stringify(event.data),
    person_no,
  );
}

export const recordToolCall = (db: Connection, call: ToolCallWrite): void => appendEvent(db, toolEvent(call), null);

export function list(db: Connection, { convo_id, after, limit }: TracePage): TraceEvent[] {
  return db
    .all(
      `SELECT e.event_no, e.at_ms, e.kind, e.id, e.data, p.email FROM events e LEFT JOIN people p USING (person_no)
       WHERE e.convo_id = ? AND e.event_no > ? ORDER BY e.event_no LIMIT ?`,
      convo_id,
      after,
      limit,
    )
    .map(toTraceEvent);
}

export const listOf = (db: Connection, { positions, limit }: { positions: TraceCursor[]; limit: number }) =>
  positions.map((position) => list(db, { ...position, limit }));
