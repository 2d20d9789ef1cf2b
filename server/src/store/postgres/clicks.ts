// Clicks on PostgreSQL: one per program and click id.

import { text } from '../columns.ts';
import type { ClickOutcome, ClickWrite, OfferLinks, VisitWrite } from '../ledger-store.ts';
import { compareClicks, visitRecord } from '../rules/click-outcome.ts';
import { clickEvent } from '../rules/trace-events.ts';
import { columnsOf } from './columns-of.ts';
import type { EventBatch } from './events.ts';
import type { PersonBatch } from './people.ts';
import { statement } from './statement.ts';
import type { Transaction } from './transaction.ts';

const FIND = statement(`
  SELECT c.program, c.click_id, c.convo_id, c.presentation_id
  FROM unnest($1::text[], $2::text[]) AS k (program, click_id)
    CROSS JOIN LATERAL (SELECT * FROM finderfee.clicks f
      WHERE f.program = k.program AND f.click_id = k.click_id OFFSET 0) c`);
/** As one text, because a row for each number costs more than the number. */
const ALLOCATE = statement(`
  SELECT string_agg(nextval('finderfee.clicks_click_no_seq')::text, ',') AS numbers
  FROM generate_series(1, $1::integer)`);
const INSERT = statement(`
  INSERT INTO finderfee.clicks
    (click_no, program, click_id, convo_id, presentation_id, person_no, click_at_ms, received_at_ms)
  SELECT * FROM
    unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[])`);
const INSERT_NON_CLICKS = statement(`
  INSERT INTO finderfee.non_clicks (convo_id, presentation_id, reason, received_at_ms)
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[])`);

type Presentment = Pick<ClickWrite, 'convo_id' | 'presentation_id'>;

interface NewClick {
  key: string;
  click_no: number;
  click: ClickWrite;
  person_no: number | null;
}

/** NUL cannot be in a text that PostgreSQL accepts. */
const keyOf = (program: string, click_id: string) => `${program}\0${click_id}`;

/** The clicks and visits of a batch. */
export class ClickBatch {
  readonly #recorded: Map<string, Presentment>;
  readonly #numbers: number[];
  readonly #added: NewClick[] = [];
  readonly #nonClicks: VisitWrite[] = [];

  private constructor(recorded: Map<string, Presentment>, numbers: number[]) {
    this.#recorded = recorded;
    this.#numbers = numbers;
  }

  static async read(tx: Transaction, clicks: readonly ClickWrite[]): Promise<ClickBatch> {
    if (clicks.length === 0) return new ClickBatch(new Map(), []);
    const [found, allocated] = await Promise.all([
      tx.rows(FIND, ...columnsOf(clicks, 'program', 'click_id')),
      tx.row(ALLOCATE, clicks.length),
    ]);
    const recorded = found.map((row): [string, Presentment] => [
      keyOf(text(row, 'program'), text(row, 'click_id')),
      { convo_id: text(row, 'convo_id'), presentation_id: text(row, 'presentation_id') },
    ]);
    return new ClickBatch(new Map(recorded), text(allocated!, 'numbers').split(',').map(Number));
  }

  record(click: ClickWrite, people: PersonBatch, events: EventBatch): ClickOutcome {
    const { program, click_id, email, now_ms } = click;
    const key = keyOf(program, click_id);
    const first = this.#recorded.get(key);
    if (first) return compareClicks(first, click);
    this.#recorded.set(key, click);
    const click_no = this.#numbers[this.#added.length]!;
    const person_no = email === '' ? null : people.findOrAdd(email, now_ms);
    this.#added.push({ key, click_no, click, person_no });
    events.append(clickEvent(click, click_no), person_no);
    return 'recorded';
  }

  recordVisit(visit: VisitWrite, offer: OfferLinks | null, people: PersonBatch, events: EventBatch): void {
    const kind = visitRecord(visit, offer);
    if (kind === 'non_click') this.#nonClicks.push(visit);
    // A conflicting click id is not recorded, but the visitor is still redirected.
    if (kind === 'click') this.record(visit, people, events);
  }

  write(tx: Transaction): void {
    if (this.#added.length > 0) {
      const added = this.#added.sort((a, b) => (a.key < b.key ? -1 : 1));
      const clicks = added.map(({ click }) => click);
      tx.send(
        INSERT,
        ...columnsOf(added, 'click_no'),
        ...columnsOf(clicks, 'program', 'click_id', 'convo_id', 'presentation_id'),
        ...columnsOf(added, 'person_no'),
        ...columnsOf(clicks, 'click_at_ms', 'now_ms'),
      );
    }
    if (this.#nonClicks.length > 0)
      tx.send(INSERT_NON_CLICKS, ...columnsOf(this.#nonClicks, 'convo_id', 'presentation_id', 'non_click', 'now_ms'));
  }
}
