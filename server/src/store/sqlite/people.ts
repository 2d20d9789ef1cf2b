// People in SQLite: the only table that holds emails.
import { foldEmail } from '../../text/fold-email.ts';
import { number, text } from '../columns.ts';
import { SEEN_LAG_MS, withoutIdentifiers } from '../rules/person-data.ts';
import type { Connection } from './connection.ts';

/** Returns the number of the person with this email, and updates when they were last seen. */
export function findOrAddPerson(db: Connection, email: string | null, now_ms: number): number {
  if (email === null) return db.insert('INSERT INTO people (email, email_key, seen_at_ms) VALUES (NULL, NULL, NULL)');
  const key = foldEmail(email);
  const known = db.get('SELECT person_no FROM people WHERE email_key = ?', key);
  if (known) {
    const person_no = number(known, 'person_no');
    updateLastSeen(db, person_no, now_ms);
    return person_no;
  }
  return db.insert('INSERT INTO people (email, email_key, seen_at_ms) VALUES (?, ?, ?)', email, key, now_ms);
}

export function updateLastSeen(db: Connection, person_no: number, now_ms: number): void {
  db.run(
    'UPDATE people SET seen_at_ms = ? WHERE person_no = ? AND seen_at_ms < ?',
    now_ms,
    person_no,
    now_ms - SEEN_LAG_MS,
  );
}

export function erase(db: Connection, { email }: { email: string }): boolean {
  const person = db.get(
    'UPDATE people SET email = NULL, email_key = NULL, seen_at_ms = NULL WHERE email_key = ? RETURNING person_no',
    foldEmail(email),
  );
  if (!person) return false;
  for (const row of db.all(
    'SELECT message_id, data FROM signup_requests WHERE person_no = ?',
    number(person, 'person_no'),
  ))
    db.run(
      'UPDATE signup_requests SET data = ? WHERE message_id = ?',
      withoutIdentifiers(text(row, 'data')),
      text(row, 'message_id'),
    );
  return true;
}
