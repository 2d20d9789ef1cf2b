// Conversations in SQLite: their state, and each turn with its event.
import type { TurnWrite } from '../conversation-port.ts';
import type { Connection } from './connection.ts';
import { noteEvent } from './events.ts';

export function getState(db: Connection, { convo_id }: { convo_id: string }): string | null {
  return (db.get('SELECT state FROM conversations WHERE convo_id = ?', convo_id)?.state as string | undefined) ?? null;
}

export function saveTurn(db: Connection, { convo_id, message_id, state, data, now_ms }: TurnWrite): void {
  db.run(
    `INSERT INTO conversations (convo_id, state, updated_at_ms) VALUES (?1, ?2, ?3)
     ON CONFLICT (convo_id) DO UPDATE SET state = ?2, updated_at_ms = ?3`,
    convo_id,
    state,
    now_ms,
  );
  noteEvent(db, { convo_id, at_ms: now_ms, kind: 'chat', id: message_id, data, person_no: null });
}
