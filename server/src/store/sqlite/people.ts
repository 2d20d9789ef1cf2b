// People in SQLite: the only place where an email stands.
import { foldEmail } from '../../text/fold-email.ts';
import type { Connection } from './connection.ts';

/** The number of the person with this email, made when there is none. */
export function personNoOf(db: Connection, email: string): number {
  const key = foldEmail(email);
  const known = db.get('SELECT person_no FROM people WHERE email_key = ?', key);
  if (known) return known.person_no as number;
  return db.get('INSERT INTO people (email, email_key) VALUES (?, ?) RETURNING person_no', email, key)!
    .person_no as number;
}

export function hasEmail(db: Connection, person_no: number, email: string): boolean {
  return db.get('SELECT email_key FROM people WHERE person_no = ?', person_no)?.email_key === foldEmail(email);
}

export function erase(db: Connection, { email }: { email: string }): boolean {
  const person = db.get(
    'UPDATE people SET email = NULL, email_key = NULL WHERE email_key = ? RETURNING person_no',
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
