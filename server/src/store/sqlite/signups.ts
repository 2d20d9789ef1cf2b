// Signups in SQLite: every request is kept, the first of a person and a program becomes the signup.
import type { SignupWrite, StoredJob } from '../port.ts';
import type { Connection } from './connection.ts';
import { noteEvent } from './events.ts';
import { addJob } from './jobs.ts';
import { personNoOf } from './people.ts';

export function accept(db: Connection, { message_id, program, email, convo_id, data, now_ms }: SignupWrite): void {
  const person_no = personNoOf(db, email, now_ms);
  db.run(
    `INSERT INTO signup_requests (message_id, program, person_no, convo_id, data, received_at_ms) VALUES (?, ?, ?, ?, ?, ?)`,
    message_id,
    program,
    person_no,
    convo_id,
    data,
    now_ms,
  );
  addJob(db, { id: message_id, kind: 'record_signup', subject: message_id, now_ms });
  noteEvent(db, { convo_id, at_ms: now_ms, kind: 'signup', id: message_id, data: { program, message_id }, person_no });
}

/** The effect of the job: makes the signup, unless the person has signed up already. */
export function recordSignup(db: Connection, { subject }: StoredJob): void {
  db.run(
    `INSERT INTO signups (program, person_no, message_id, signed_at_ms)
     SELECT program, person_no, message_id, received_at_ms FROM signup_requests WHERE message_id = ?
     ON CONFLICT (program, person_no) DO NOTHING`,
    subject,
  );
}

export function count(db: Connection, { program }: { program: string }): number {
  return Number(db.get('SELECT count(*) AS count FROM signups WHERE program = ?', program)!.count);
}
