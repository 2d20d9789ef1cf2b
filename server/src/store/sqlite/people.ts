// People in SQLite: the only place where an email stands.
import { foldEmail } from '../../text/fold-email.ts';
import type { Connection } from './connection.ts';

/** A person's last fact is noted at most this late: nearly no fact has to write it. */
export const SEEN_STEP_MS = 24 * 3_600_000;

/** The number of the person with this email, made when there is none. Notes that they were seen. */
export function personNoOf(db: Connection, email: string, now_ms: number): number {
  const key = foldEmail(email);
  const known = db.get('SELECT person_no FROM people WHERE email_key = ?', key)?.person_no as number | undefined;
  if (known !== undefined) {
    noteSeen(db, known, now_ms);
    return known;
  }
  return db.insert('INSERT INTO people (email, email_key, seen_at_ms) VALUES (?, ?, ?)', email, key, now_ms);
}

export function noteSeen(db: Connection, person_no: number, now_ms: number): void {
  db.run(
    'UPDATE people SET seen_at_ms = ? WHERE person_no = ? AND seen_at_ms < ?',
    now_ms,
    person_no,
    now_ms - SEEN_STEP_MS,
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
  // What else says who it was.
  db.run(
    `UPDATE signup_requests SET data = json_remove(data, '$.external_id', '$.card_bin') WHERE person_no = ?`,
    person.person_no as number,
  );
  return true;
}
