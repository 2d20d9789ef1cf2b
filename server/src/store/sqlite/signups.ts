// Signups in SQLite. Every request is stored; the first per person and program becomes the signup, and a privileged
// later one replaces its data.
import type { SignupWrite, StoredJob } from '../ledger-store.ts';
import type { Connection } from './connection.ts';
import { appendEvent } from './events.ts';
import { addJob } from './jobs.ts';
import { findOrAddPerson } from './people.ts';

export function accept(db: Connection, signup: SignupWrite): void {
  const { message_id, program, email, convo_id, data, may_replace, now_ms } = signup;
  const person_no = findOrAddPerson(db, email, now_ms);
  db.run(
    `INSERT INTO signup_requests (message_id, program, person_no, convo_id, data, may_replace, received_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    message_id,
    program,
    person_no,
    convo_id,
    data,
    Number(may_replace),
    now_ms,
  );
  addJob(db, { id: message_id, kind: 'record_signup', subject: message_id, now_ms });
  appendEvent(db, {
    convo_id,
    at_ms: now_ms,
    kind: 'signup',
    id: message_id,
    data: { program, message_id },
    person_no,
  });
}

/** The effect of the `record_signup` job. Does not create a second signup for the same person and program. */
export function recordSignup(db: Connection, { subject }: StoredJob): void {
  const inserted = db.run(
    `INSERT INTO signups (program, person_no, message_id, signed_at_ms)
     SELECT program, person_no, message_id, received_at_ms FROM signup_requests WHERE message_id = ?
     ON CONFLICT (program, person_no) DO NOTHING`,
    subject,
  );
  if (inserted === 0) replaceData(db, subject);
}

/** Jobs may run out of order: the data of the latest request wins. */
function replaceData(db: Connection, message_id: string): void {
  db.run(
    `UPDATE signups AS s SET data_from = r.message_id FROM signup_requests r
     WHERE r.message_id = ? AND r.may_replace = 1 AND s.program = r.program AND s.person_no = r.person_no
       AND r.received_at_ms >= (SELECT received_at_ms FROM signup_requests
         WHERE message_id = coalesce(s.data_from, s.message_id))`,
    message_id,
  );
}
