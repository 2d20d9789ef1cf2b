// People in SQLite: the only table that holds emails.
import { foldEmail } from '../../text/fold-email.ts';
import { number } from './columns.ts';
import type { Connection } from './connection.ts';

/** `seen_at_ms` may lag by this much, so that most facts do not have to update it. */
export const SEEN_LAG_MS = 24 * 3_600_000;

/** Returns the number of the person with this email, and updates when they were last seen. */
export function findOrAddPerson(db: Connection, email: string, now_ms: number): number {
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

export function hasEmail(db: Connection, person_no: number, email: string): boolean {
  return db.get('SELECT email_key FROM people WHERE person_no = ?', person_no)?.email_key === foldEmail(email);
}

export function erase(db: Connection, { email }: { email: string }): boolean {
  const person = db.get(
    'UPDATE people SET email = NULL, email_key = NULL, seen_at_ms = NULL WHERE email_key = ? RETURNING person_no',
    foldEmail(email),
  );
  if (!person) return false;
  // Other identifying fields.
  db.run(
    `UPDATE signup_requests SET data = json_remove(data, '$.external_id', '$.card_bin') WHERE person_no = ?`,
    number(person, 'person_no'),
  );
  return true;
}
