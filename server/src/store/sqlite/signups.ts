// Signups in SQLite: every request is stored, and its job makes it a signup.

import { number, numberOrNull } from '../columns.ts';
import type { SignupWrite } from '../ledger-store.ts';
import { toSignupRequest } from '../rows/signup-request-row.ts';
import { signupDelta } from '../rules/funnel-deltas.ts';
import { newJob } from '../rules/job-transitions.ts';
import { signupEffect } from '../rules/signup-effect.ts';
import { signupEvent } from '../rules/trace-events.ts';
import { signupRecorded } from '../rules/webhook-events.ts';
import type { Connection } from './connection.ts';
import { appendEvent } from './events.ts';
import { logDeltas } from './funnel.ts';
import { insert as insertJob } from './jobs.ts';
import { findOrAddPerson } from './people.ts';
import { publish } from './webhook-events.ts';

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
  insertJob(db, newJob(message_id, { kind: 'record_signup', message_id }, now_ms));
  appendEvent(db, signupEvent(signup), person_no);
}

/** The effect of the `record_signup` job. */
export function recordSignup(db: Connection, message_id: string, now_ms: number): void {
  const row = db.get(
    'SELECT program, person_no, convo_id, may_replace, received_at_ms FROM signup_requests WHERE message_id = ?',
    message_id,
  )!;
  const request = toSignupRequest(row);
  const { program, person_no, convo_id, received_at_ms } = request;
  const signup = db.get(
    `SELECT s.id, r.received_at_ms FROM signups s
       LEFT JOIN signup_requests r ON r.message_id = coalesce(s.data_from, s.message_id)
     WHERE s.program = ? AND s.person_no = ?`,
    program,
    person_no,
  );
  const effect = signupEffect(request, signup && { data_received_at_ms: numberOrNull(signup, 'received_at_ms') });
  if (effect === 'insert') {
    logDeltas(db, [signupDelta(program, received_at_ms)]);
    const id = db.insert(
      'INSERT INTO signups (program, person_no, message_id, signed_at_ms) VALUES (?, ?, ?, ?)',
      program,
      person_no,
      message_id,
      received_at_ms,
    );
    const recorded = { id, message_id, program, convo_id, person_no, signed_at_ms: received_at_ms };
    publish(db, 'signup.recorded', () => signupRecorded(recorded, now_ms));
  }
  if (effect === 'replace_data')
    db.run('UPDATE signups SET data_from = ? WHERE id = ?', message_id, number(signup!, 'id'));
}
