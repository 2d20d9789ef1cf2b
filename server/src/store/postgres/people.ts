// People on PostgreSQL: the only table that holds emails.
import { foldEmail } from '../../text/fold-email.ts';
import { number, numberOrNull, text } from '../columns.ts';
import { SEEN_LAG_MS, withoutIdentifiers } from '../rules/person-data.ts';
import { columnsOf } from './columns-of.ts';
import { statement } from './statement.ts';
import type { Transaction } from './transaction.ts';

/** People are locked against an erasure or a purge until the commit, because new facts will refer to them. */
const FIND = statement(`
  SELECT k.email_key, p.person_no, p.seen_at_ms,
    CASE WHEN p.person_no IS NULL THEN nextval('finderfee.people_person_no_seq') END AS new_no
  FROM unnest($1::text[]) AS k (email_key)
    LEFT JOIN LATERAL (SELECT f.person_no, f.seen_at_ms FROM finderfee.people f
      WHERE f.email_key = k.email_key FOR KEY SHARE) p ON true`);
const ALLOCATE = statement(`
  SELECT nextval('finderfee.people_person_no_seq') AS person_no FROM generate_series(1, $1::integer)`);
const INSERT = statement(`
  INSERT INTO finderfee.people (person_no, email, email_key, seen_at_ms)
  SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[])`);
const UPDATE_LAST_SEEN = statement(`
  INSERT INTO finderfee.people AS p (person_no, seen_at_ms)
  SELECT * FROM unnest($1::bigint[], $2::bigint[])
  ON CONFLICT (person_no) DO UPDATE SET seen_at_ms = excluded.seen_at_ms WHERE p.seen_at_ms < excluded.seen_at_ms`);
/** For people whose emails are not known here. */
const UPDATE_SEEN_BEFORE = statement(`
  INSERT INTO finderfee.people AS p (person_no, seen_at_ms)
  SELECT k.person_no, $2::bigint FROM unnest($1::bigint[]) AS k (person_no)
  ON CONFLICT (person_no) DO UPDATE SET seen_at_ms = excluded.seen_at_ms WHERE p.seen_at_ms < $3::bigint`);
const ERASE = statement(`
  UPDATE finderfee.people SET email = NULL, email_key = NULL, seen_at_ms = NULL
  WHERE email_key = $1 RETURNING person_no`);
const SELECT_REQUESTS = statement(`
  SELECT message_id, data FROM finderfee.signup_requests WHERE person_no = $1 ORDER BY message_id FOR NO KEY UPDATE`);
const UPDATE_REQUEST = statement('UPDATE finderfee.signup_requests SET data = $1 WHERE message_id = $2');

interface Person {
  person_no: number;
  /** Set if a fact of the batch adds the person. */
  email?: string | null;
  /** Null: nothing identifies the person. */
  email_key: string | null;
  /** Null: no fact has added the person yet. */
  seen_at_ms: number | null;
}

/** The people whom the calls of a batch mention. */
export class PersonBatch {
  readonly #people: Map<string, Person>;
  /** Numbers for people without an email. */
  readonly #allocated: number[];
  readonly #added = new Set<Person>();
  /** Known people who were last seen more than a day ago. */
  readonly #seen = new Set<Person>();

  private constructor(people: Map<string, Person>, allocated: number[]) {
    this.#people = people;
    this.#allocated = allocated;
  }

  /** One email per fact; null for a person without one. */
  static async read(tx: Transaction, emails: readonly (string | null)[]): Promise<PersonBatch> {
    const known = emails.filter((email) => email !== null);
    const keys = new Set(known.map(foldEmail));
    const nameless = emails.length - known.length;
    const [rows, allocated] = await Promise.all([
      keys.size > 0 ? tx.rows(FIND, [...keys].sort()) : [],
      nameless > 0 ? tx.rows(ALLOCATE, nameless) : [],
    ]);
    const people = rows.map((row): [string, Person] => {
      const email_key = text(row, 'email_key');
      const person_no = numberOrNull(row, 'person_no') ?? number(row, 'new_no');
      return [email_key, { person_no, email_key, seen_at_ms: numberOrNull(row, 'seen_at_ms') }];
    });
    return new PersonBatch(
      new Map(people),
      allocated.map((row) => number(row, 'person_no')),
    );
  }

  /** Returns the number of the person with this email, and updates when they were last seen. */
  findOrAdd(email: string | null, now_ms: number): number {
    if (email === null) return this.#addNameless();
    const person = this.#people.get(foldEmail(email))!;
    if (person.seen_at_ms === null) {
      Object.assign(person, { email, seen_at_ms: now_ms });
      this.#added.add(person);
    } else if (person.seen_at_ms < now_ms - SEEN_LAG_MS) {
      person.seen_at_ms = now_ms;
      if (!this.#added.has(person)) this.#seen.add(person);
    }
    return person.person_no;
  }

  #addNameless(): number {
    const person_no = this.#allocated.pop()!;
    this.#added.add({ person_no, email: null, email_key: null, seen_at_ms: null });
    return person_no;
  }

  write(tx: Transaction): void {
    const added = [...this.#added].sort((a, b) => ((a.email_key ?? '') < (b.email_key ?? '') ? -1 : 1));
    if (added.length > 0) tx.send(INSERT, ...columnsOf(added, 'person_no', 'email', 'email_key', 'seen_at_ms'));
    const seen = [...this.#seen].sort((a, b) => a.person_no - b.person_no);
    if (seen.length > 0) tx.send(UPDATE_LAST_SEEN, ...columnsOf(seen, 'person_no', 'seen_at_ms'));
  }
}

export function updateLastSeen(tx: Transaction, personNos: readonly number[], now_ms: number): void {
  const sorted = [...new Set(personNos)].sort((a, b) => a - b);
  if (sorted.length > 0) tx.send(UPDATE_SEEN_BEFORE, sorted, now_ms, now_ms - SEEN_LAG_MS);
}

export async function erase(tx: Transaction, { email }: { email: string }): Promise<boolean> {
  const person = await tx.row(ERASE, foldEmail(email));
  if (!person) return false;
  for (const row of await tx.rows(SELECT_REQUESTS, number(person, 'person_no')))
    tx.send(UPDATE_REQUEST, withoutIdentifiers(text(row, 'data')), text(row, 'message_id'));
  return true;
}
