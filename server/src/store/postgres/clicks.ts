// Clicks on PostgreSQL: one per program and click id.

import { networkForm } from '../../text/network-click-id.ts';
import { text } from '../columns.ts';
import type { ClickOutcome, ClickWrite, VisitWrite } from '../ledger-store.ts';
import type { ClickedOffer } from '../rows/offer-row.ts';
import { compareClicks, visitRecord } from '../rules/click-outcome.ts';
import { matchJobs } from '../rules/job-transitions.ts';
import { clickEvent } from '../rules/trace-events.ts';
import { clickRecorded } from '../rules/webhook-events.ts';
import { columnsOf } from './columns-of.ts';
import type { EventBatch } from './events.ts';
import type { AttributedClick, FunnelBatch } from './funnel-batch.ts';
import type { JobBatch } from './jobs.ts';
import type { PersonBatch } from './people.ts';
import { append as appendSearchClicks } from './search-clicks.ts';
import { statement } from './statement.ts';
import type { Transaction } from './transaction.ts';
import { findWaitingForClicks } from './waiting-conversions.ts';
import type { WebhookEventBatch } from './webhook-events.ts';

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
    (click_no, network_click_id, person_no, program, click_id, convo_id, presentation_id, click_at_ms, received_at_ms,
     offer_id, merchant_id, is_unique)
  SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[],
    $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::boolean[])`);
const INSERT_NON_CLICKS = statement(`
  INSERT INTO finderfee.non_clicks (program, convo_id, presentation_id, reason, received_at_ms, merchant_id)
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[])`);

type Presentment = Pick<ClickWrite, 'convo_id' | 'presentation_id'>;

interface NewClick {
  key: string;
  click_no: number;
  click: ClickWrite;
  person_no: number | null;
  network_click_id: string | null;
  attributed: AttributedClick;
}

interface Facts {
  people: PersonBatch;
  jobs: JobBatch;
  events: EventBatch;
  webhooks: WebhookEventBatch;
  funnel: FunnelBatch;
}

/** NUL cannot be in a text that PostgreSQL accepts. */
const keyOf = (program: string, click_id: string) => `${program}\0${click_id}`;

/** The clicks and visits of a batch. */
export class ClickBatch {
  readonly #recorded = new Map<string, Presentment>();
  /** The form of an id that networks are given, by key; null if it is the id itself. */
  readonly #networkForms = new Map<string, string | null>();
  #numbers: number[] = [];
  /** Conversions that wait for a click, by the reported id. */
  #waiting = new Map<string, number[]>();
  readonly #added: NewClick[] = [];
  readonly #nonClicks: (VisitWrite & Pick<ClickedOffer, 'merchant_id'>)[] = [];

  static async read(tx: Transaction, clicks: readonly ClickWrite[]): Promise<ClickBatch> {
    const batch = new ClickBatch();
    if (clicks.length === 0) return batch;
    for (const { program, click_id } of clicks)
      batch.#networkForms.set(keyOf(program, click_id), networkForm(program, click_id));
    const networkForms = [...batch.#networkForms.values()].filter((form) => form !== null);
    const [found, allocated, waiting] = await Promise.all([
      tx.rows(FIND, ...columnsOf(clicks, 'program', 'click_id')),
      tx.row(ALLOCATE, clicks.length),
      findWaitingForClicks(tx, [...clicks.map(({ click_id }) => click_id), ...networkForms]),
    ]);
    for (const row of found)
      batch.#recorded.set(keyOf(text(row, 'program'), text(row, 'click_id')), {
        convo_id: text(row, 'convo_id'),
        presentation_id: text(row, 'presentation_id'),
      });
    batch.#numbers = text(allocated!, 'numbers').split(',').map(Number);
    batch.#waiting = waiting;
    return batch;
  }

  record(
    click: ClickWrite,
    offer: ClickedOffer | null,
    { people, jobs, events, funnel, webhooks }: Facts,
  ): ClickOutcome {
    const { program, click_id, email, now_ms } = click;
    const key = keyOf(program, click_id);
    const first = this.#recorded.get(key);
    if (first) return compareClicks(first, click);
    this.#recorded.set(key, click);
    const click_no = this.#numbers[this.#added.length]!;
    const person_no = email === '' ? null : people.findOrAdd(email, now_ms);
    const network_click_id = this.#networkForms.get(key)!;
    const attributed = funnel.addClick(click, offer);
    this.#added.push({ key, click_no, click, person_no, network_click_id, attributed });
    events.append(clickEvent(click, click_no), person_no);
    webhooks.publish('click.recorded', () => clickRecorded(click, click_no, person_no));
    const waiting = [click_id, network_click_id].flatMap((id) => this.#waiting.get(id ?? '') ?? []);
    for (const job of matchJobs(`click-${click_no}`, waiting, now_ms)) jobs.schedule(job);
    return 'recorded';
  }

  recordVisit(visit: VisitWrite, offer: ClickedOffer | null, facts: Facts): void {
    const kind = visitRecord(visit, offer?.visited ?? null);
    if (kind === 'non_click') {
      this.#nonClicks.push({ ...visit, merchant_id: offer!.merchant_id });
      facts.funnel.addNonClick(visit, offer!);
    }
    // A conflicting click id is not recorded, but the visitor is still redirected.
    if (kind === 'click') this.record(visit, offer, facts);
  }

  write(tx: Transaction): void {
    if (this.#added.length > 0) {
      const added = this.#added.sort((a, b) => (a.key < b.key ? -1 : 1));
      const clicks = added.map(({ click }) => click);
      tx.send(
        INSERT,
        ...columnsOf(added, 'click_no', 'network_click_id', 'person_no'),
        ...columnsOf(clicks, 'program', 'click_id', 'convo_id', 'presentation_id', 'click_at_ms', 'now_ms'),
        ...columnsOf(
          added.map(({ attributed }) => attributed),
          ...(['offer_id', 'merchant_id', 'is_unique'] as const),
        ),
      );
      appendSearchClicks(tx, clicks);
    }
    if (this.#nonClicks.length > 0)
      tx.send(
        INSERT_NON_CLICKS,
        ...columnsOf(this.#nonClicks, 'program', 'convo_id', 'presentation_id', 'non_click', 'now_ms', 'merchant_id'),
      );
  }
}
