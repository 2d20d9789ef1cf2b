// Signups on PostgreSQL: every request is stored, and its job makes it a signup.

import { number, numberOrNull, type Row, text } from '../columns.ts';
import type { SignupWrite } from '../ledger-store.ts';
import { type StoredSignupRequest, toSignupRequest } from '../rows/signup-request-row.ts';
import { signupDelta } from '../rules/funnel-deltas.ts';
import { newJob } from '../rules/job-transitions.ts';
import { signupEffect } from '../rules/signup-effect.ts';
import { signupEvent } from '../rules/trace-events.ts';
import { signupRecorded } from '../rules/webhook-events.ts';
import { columnsOf } from './columns-of.ts';
import type { EventBatch } from './events.ts';
import { logDeltas } from './funnel.ts';
import type { JobBatch } from './jobs.ts';
import type { PersonBatch } from './people.ts';
import { statement } from './statement.ts';
import type { Transaction } from './transaction.ts';
import type { WebhookEventBatch } from './webhook-events.ts';

const INSERT_REQUESTS = statement(`
  INSERT INTO finderfee.signup_requests (message_id, program, convo_id, data, may_replace, received_at_ms, person_no)
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::boolean[], $6::bigint[], $7::bigint[])`);
/** The requests of jobs, with the signup of the same person and program, locked in a fixed order. */
const FIND = statement(`
  SELECT r.*, s.id, (SELECT d.received_at_ms FROM finderfee.signup_requests d
      WHERE d.message_id = coalesce(s.data_from, s.message_id)) AS data_received_at_ms
  FROM (SELECT f.* FROM unnest($1::text[]) AS k (message_id)
      CROSS JOIN LATERAL (SELECT * FROM finderfee.signup_requests q WHERE q.message_id = k.message_id OFFSET 0) f
      ORDER BY f.program, f.person_no OFFSET 0) r
    LEFT JOIN LATERAL (SELECT * FROM finderfee.signups g
      WHERE g.program = r.program AND g.person_no = r.person_no FOR UPDATE) s ON true`);
const INSERT = statement(`
  INSERT INTO finderfee.signups (id, program, person_no, message_id, signed_at_ms, data_from)
  SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::bigint[], $6::text[])`);
const ALLOCATE = statement(`SELECT nextval('finderfee.signups_id_seq') AS id FROM generate_series(1, $1::integer)`);
const REPLACE_DATA = statement('UPDATE finderfee.signups SET data_from = $1 WHERE id = $2');

interface Facts {
  people: PersonBatch;
  jobs: JobBatch;
  events: EventBatch;
}

/** The requests that the calls of a batch make. */
export class SignupBatch {
  readonly #added: (SignupWrite & { person_no: number })[] = [];

  accept(signup: SignupWrite, { people, jobs, events }: Facts): void {
    const { message_id, email, now_ms } = signup;
    jobs.add('signup', newJob(message_id, { kind: 'record_signup', message_id }, now_ms));
    const person_no = people.findOrAdd(email, now_ms);
    this.#added.push({ ...signup, person_no });
    events.append(signupEvent(signup), person_no);
  }

  write(tx: Transaction): void {
    if (this.#added.length === 0) return;
    const added = this.#added.sort((a, b) => (a.message_id < b.message_id ? -1 : 1));
    tx.send(
      INSERT_REQUESTS,
      ...columnsOf(added, 'message_id', 'program', 'convo_id', 'data', 'may_replace', 'now_ms', 'person_no'),
    );
  }
}

interface Signup {
  id: number;
  /** Whether a job of the batch creates it. */
  is_new: boolean;
  program: string;
  person_no: number;
  message_id: string;
  data_from: string | null;
  data_received_at_ms: number | null;
  signed_at_ms: number;
}

/** The effects of the `record_signup` jobs of a batch. */
export class SignupEffects {
  readonly #requests = new Map<string, StoredSignupRequest>();
  readonly #signups = new Map<string, Signup>();
  readonly #changed = new Set<Signup>();
  #ids: number[] = [];

  static async read(tx: Transaction, messageIds: readonly string[]): Promise<SignupEffects> {
    const effects = new SignupEffects();
    if (messageIds.length === 0) return effects;
    const [rows, allocated] = await Promise.all([tx.rows(FIND, messageIds), tx.rows(ALLOCATE, messageIds.length)]);
    for (const row of rows) effects.#addRow(row);
    effects.#ids = allocated.map((row) => number(row, 'id'));
    return effects;
  }

  #addRow(row: Row): void {
    const request = toSignupRequest(row);
    this.#requests.set(text(row, 'message_id'), request);
    const id = numberOrNull(row, 'id');
    if (id === null) return;
    const { program, person_no } = request;
    const data_received_at_ms = numberOrNull(row, 'data_received_at_ms');
    const unused = { is_new: false, message_id: '', data_from: null, signed_at_ms: 0 };
    this.#signups.set(keyOf(request), { id, program, person_no, data_received_at_ms, ...unused });
  }

  record(message_id: string, { webhooks, now_ms }: { webhooks: WebhookEventBatch; now_ms: number }): void {
    const request = this.#requests.get(message_id);
    if (!request) throw new Error(`the signup request ${message_id} does not exist`);
    const { program, person_no, convo_id, received_at_ms } = request;
    const signup = this.#signups.get(keyOf(request));
    const effect = signupEffect(request, signup);
    if (effect === 'insert') {
      const recorded = { id: this.#ids.shift()!, program, person_no, message_id, signed_at_ms: received_at_ms };
      const added = { ...recorded, is_new: true, data_from: null, data_received_at_ms: received_at_ms };
      this.#signups.set(keyOf(request), added);
      this.#changed.add(added);
      webhooks.publish('signup.recorded', () => signupRecorded({ ...recorded, convo_id }, now_ms));
    }
    if (effect === 'replace_data') {
      Object.assign(signup!, { data_from: message_id, data_received_at_ms: received_at_ms });
      this.#changed.add(signup!);
    }
  }

  write(tx: Transaction): void {
    const changed = [...this.#changed].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    const added = changed.filter(({ is_new }) => is_new);
    logDeltas(
      tx,
      added.map(({ program, signed_at_ms }) => signupDelta(program, signed_at_ms)),
    );
    if (added.length > 0)
      tx.send(INSERT, ...columnsOf(added, 'id', 'program', 'person_no', 'message_id', 'signed_at_ms', 'data_from'));
    for (const { id, is_new, data_from } of changed) if (!is_new) tx.send(REPLACE_DATA, data_from, id);
  }
}

const keyOf = ({ program, person_no }: { program: string; person_no: number }) => `${person_no} ${program}`;
