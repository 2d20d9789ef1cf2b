// Removes a conversation with its facts, in SQLite.
import { number, text } from '../columns.ts';
import { removedFacts } from '../rules/removed-facts.ts';
import type { Connection } from './connection.ts';
import { logDeltas } from './funnel.ts';

export function removeConversation(db: Connection, { convo_id }: { convo_id: string }): number {
  const events = db.all('DELETE FROM events WHERE convo_id = ? RETURNING event_no, kind, id', convo_id);
  const idsOf = (kind: string) => events.filter((row) => row.kind === kind).map((row) => text(row, 'id'));
  const offers = db.all(
    'DELETE FROM offers WHERE convo_id = ? RETURNING program, merchant_id, created_at_ms, message_id',
    convo_id,
  );
  const clicks = idsOf('click').flatMap((id) =>
    db.all('DELETE FROM clicks WHERE click_no = ? RETURNING program, merchant_id, click_at_ms, is_unique', Number(id)),
  );
  const non_clicks = db.all(
    'DELETE FROM non_clicks WHERE convo_id = ? RETURNING program, merchant_id, reason, received_at_ms',
    convo_id,
  );
  const messages = idsOf('signup');
  const signups = messages.flatMap((id) =>
    db.all('DELETE FROM signups WHERE message_id = ? RETURNING program, signed_at_ms', id),
  );
  for (const id of messages) db.run('DELETE FROM signup_requests WHERE message_id = ?', id);
  const acknowledged = offers.flatMap(({ message_id }) => (message_id === null ? [] : String(message_id)));
  for (const id of [...messages, ...acknowledged]) db.run('DELETE FROM jobs WHERE id = ?', id);
  db.run('DELETE FROM conversations WHERE convo_id = ?', convo_id);
  const last = Math.max(0, ...events.map((row) => number(row, 'event_no')));
  db.run('UPDATE purged_events SET event_no = ?1 WHERE event_no < ?1', last);
  logDeltas(db, removedFacts({ offers, clicks, non_clicks, signups }));
  return offers.length + clicks.length + non_clicks.length + messages.length;
}
