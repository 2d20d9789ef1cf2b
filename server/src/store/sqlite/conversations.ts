// Conversations in SQLite: the current state, and an event per turn.

import { number, text } from '../columns.ts';
import type { ConversationState, TurnWrite } from '../conversation-store.ts';
import { turnEvent } from '../rules/trace-events.ts';
import type { Connection } from './connection.ts';
import { appendEvent } from './events.ts';

export function getState(db: Connection, { convo_id }: { convo_id: string }): ConversationState | null {
  const row = db.get('SELECT state, version FROM conversations WHERE convo_id = ?', convo_id);
  return row ? { state: text(row, 'state'), version: number(row, 'version') } : null;
}

export function saveTurn(db: Connection, turn: TurnWrite): 'saved' | 'stale' {
  const sql =
    turn.version === 0
      ? 'INSERT INTO conversations (state, updated_at_ms, version, convo_id) VALUES (?, ?, ? + 1, ?) ON CONFLICT DO NOTHING'
      : 'UPDATE conversations SET state = ?1, updated_at_ms = ?2, version = ?3 + 1 WHERE convo_id = ?4 AND version = ?3';
  if (db.run(sql, turn.state, turn.now_ms, turn.version, turn.convo_id) === 0) return 'stale';
  appendEvent(db, turnEvent(turn), null);
  return 'saved';
}
