// Conversations in SQLite: the current state, and an event per turn.
import type { TurnWrite } from '../conversation-store.ts';
import { turnEvent } from '../rules/trace-events.ts';
import { text } from './columns.ts';
import type { Connection } from './connection.ts';
import { appendEvent } from './events.ts';

export function getState(db: Connection, { convo_id }: { convo_id: string }): string | null {
  const row = db.get('SELECT state FROM conversations WHERE convo_id = ?', convo_id);
  return row ? text(row, 'state') : null;
}

export function saveTurn(db: Connection, turn: TurnWrite): void {
  db.run(
    `INSERT INTO conversations (convo_id, state, updated_at_ms) VALUES (?1, ?2, ?3)
     ON CONFLICT (convo_id) DO UPDATE SET state = ?2, updated_at_ms = ?3`,
    turn.convo_id,
    turn.state,
    turn.now_ms,
  );
  appendEvent(db, turnEvent(turn), null);
}
