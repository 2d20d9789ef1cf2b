// Offers on PostgreSQL: one per conversation, presentment and click id. They are never replaced.

import { foldEmail } from '../../text/fold-email.ts';
import { number, numberOrNull, text } from '../columns.ts';
import type { OfferAnswer, OfferIdentity, OfferWrite, RegisterOutcome, StoredOffer } from '../ledger-store.ts';
import {
  type ClickedOffer,
  toClickedOffer,
  toKnownOffer,
  toOffer,
  toOfferIdentity,
  toRegisteredOffer,
} from '../rows/offer-row.ts';
import { matchJobs, newJob } from '../rules/job-transitions.ts';
import { chooseOffer, type FoundOffer, merchantOf, type OfferedClick } from '../rules/offer-promise.ts';
import {
  hasPosition,
  isRegisteredAtOnce,
  type KnownOffer,
  nextPosition,
  offerContent,
  registerOffers,
} from '../rules/offer-replay.ts';
import { offerEvent } from '../rules/trace-events.ts';
import { offerRegistered } from '../rules/webhook-events.ts';
import { columnsOf } from './columns-of.ts';
import type { EventBatch } from './events.ts';
import type { FunnelBatch } from './funnel-batch.ts';
import type { JobBatch } from './jobs.ts';
import type { PersonBatch } from './people.ts';
import { statement } from './statement.ts';
import type { Queryable, Transaction } from './transaction.ts';
import { findWaitingForOffers, presentmentOf } from './waiting-conversions.ts';
import type { WebhookEventBatch } from './webhook-events.ts';

const FIND_EXACT = statement(`
  SELECT o.id, o.convo_id, o.presentation_id, o.click_id, o.program, o.message_id, o.direct_link, o.detail_link, o.product,
    (SELECT p.email_key FROM finderfee.people p WHERE p.person_no = o.person_no) AS email_key
  FROM unnest($1::text[], $2::text[], $3::text[]) AS k (convo_id, presentation_id, click_id)
    CROSS JOIN LATERAL (SELECT * FROM finderfee.offers f WHERE f.convo_id = k.convo_id
      AND f.presentation_id = k.presentation_id AND f.click_id = k.click_id OFFSET 0) o`);
const ALLOCATE = statement(`SELECT nextval('finderfee.offers_id_seq') AS id FROM generate_series(1, $1::integer)`);
const LAST_POSITIONS = statement(`
  SELECT k.convo_id, (SELECT o.position FROM finderfee.offers o WHERE o.convo_id = k.convo_id AND o.position IS NOT NULL
    ORDER BY o.position DESC LIMIT 1) AS last
  FROM unnest($1::text[]) AS k (convo_id)`);
const INSERT = statement(`
  INSERT INTO finderfee.offers (id, convo_id, presentation_id, click_id, program, person_no, click_at_ms, format, position,
    direct_link, detail_link, product, message_id, is_registered, has_key, created_at_ms, merchant_id)
  SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[],
    $8::text[], $9::bigint[], $10::text[], $11::text[], $12::text[], $13::text[], $14::boolean[],
    $15::boolean[], $16::bigint[], $17::bigint[])`);

/**
 * Without an offer of the click id, the first one of the presentment: the ids are public, so a later offer must not
 * capture its clicks.
 */
const OF_PRESENTMENT = `
  SELECT * FROM (
    (SELECT 1 AS choice, f.* FROM finderfee.offers f
     WHERE f.convo_id = k.convo_id AND f.presentation_id = k.presentation_id AND f.click_id = k.click_id)
    UNION ALL
    (SELECT 2, f.* FROM finderfee.offers f
     WHERE f.convo_id = k.convo_id AND f.presentation_id = k.presentation_id ORDER BY f.id LIMIT 1)
  ) AS found ORDER BY choice LIMIT 1`;
const FIND = statement(`
  SELECT o.*, (SELECT p.email_key FROM finderfee.people p WHERE p.person_no = o.person_no) AS email_key
  FROM (SELECT $1::text, $2::text, $3::text) AS k (convo_id, presentation_id, click_id)
    CROSS JOIN LATERAL (${OF_PRESENTMENT}) o`);
const FIND_CLICKED = statement(`
  SELECT k.i, o.id, o.click_id, o.direct_link, o.detail_link, o.merchant_id
  FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS k (convo_id, presentation_id, click_id, i)
    CROSS JOIN LATERAL (${OF_PRESENTMENT}) o`);
/** The offer with the click id, the first of the presentment, and the first with a key. */
const FIND_PROMISED = statement(`
  SELECT k.i, o.id, o.click_id, o.program, o.product, o.has_key, o.person_no
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) WITH ORDINALITY
      AS k (convo_id, presentation_id, click_id, program, i)
    CROSS JOIN LATERAL (
      (SELECT * FROM finderfee.offers f WHERE f.convo_id = k.convo_id AND f.presentation_id = k.presentation_id
        AND f.click_id = k.click_id)
      UNION ALL
      (SELECT * FROM finderfee.offers f WHERE f.convo_id = k.convo_id AND f.presentation_id = k.presentation_id
        ORDER BY f.id LIMIT 1)
      UNION ALL
      (SELECT * FROM finderfee.offers f WHERE f.convo_id = k.convo_id AND f.presentation_id = k.presentation_id
        AND f.program = k.program AND f.has_key ORDER BY f.id LIMIT 1)
      OFFSET 0) o`);

const MARK_REGISTERED = statement(`
  UPDATE finderfee.offers SET is_registered = true WHERE id = ANY (ARRAY(
    SELECT id FROM finderfee.offers WHERE id = ANY ($1::bigint[]) ORDER BY id FOR NO KEY UPDATE))
  RETURNING id, convo_id, presentation_id, click_id, program, format, product, message_id, person_no`);

interface NewOffer {
  key: string;
  id: number;
  offer: OfferWrite;
  person_no: number;
  position: number | null;
  is_registered: boolean;
  merchant_id: number | null;
  now_ms: number;
}

interface Facts {
  people: PersonBatch;
  jobs: JobBatch;
  events: EventBatch;
  webhooks: WebhookEventBatch;
  funnel: FunnelBatch;
}

/** NUL cannot be in a text that PostgreSQL accepts. */
const keyOf = ({ convo_id, presentation_id, click_id }: OfferIdentity) =>
  `${convo_id}\0${presentation_id}\0${click_id}`;

/** The offers that the calls of a batch register. */
export class OfferBatch {
  readonly #known = new Map<string, KnownOffer>();
  readonly #lastPositions = new Map<string, number | null>();
  #ids: number[] = [];
  /** Conversions that wait for an offer, by its presentment. */
  #waiting = new Map<string, number[]>();
  readonly #added: NewOffer[] = [];

  static async read(tx: Transaction, offers: readonly OfferWrite[]): Promise<OfferBatch> {
    const batch = new OfferBatch();
    if (offers.length === 0) return batch;
    const carousels = new Set(offers.filter(hasPosition).map(({ convo_id }) => convo_id));
    const [known, allocated, positions, waiting] = await Promise.all([
      tx.rows(FIND_EXACT, ...columnsOf(offers, 'convo_id', 'presentation_id', 'click_id')),
      tx.rows(ALLOCATE, offers.length),
      carousels.size > 0 ? tx.rows(LAST_POSITIONS, [...carousels]) : [],
      findWaitingForOffers(tx, offers),
    ]);
    for (const row of known) batch.#known.set(keyOf(toOfferIdentity(row)), toKnownOffer(row));
    batch.#ids = allocated.map((row) => number(row, 'id'));
    for (const row of positions) batch.#lastPositions.set(text(row, 'convo_id'), numberOrNull(row, 'last'));
    batch.#waiting = waiting;
    return batch;
  }

  register({ offers, now_ms }: { offers: OfferWrite[]; now_ms: number }, facts: Facts): RegisterOutcome {
    const stored = offers.map((offer) => this.#known.get(keyOf(offer)));
    return registerOffers(offers, stored, (offer) => this.#add(offer, now_ms, facts));
  }

  #add(offer: OfferWrite, now_ms: number, { people, jobs, events, funnel, webhooks }: Facts): OfferAnswer {
    const { convo_id, email, message_id } = offer;
    const [key, id] = [keyOf(offer), this.#ids[this.#added.length]!];
    const person_no = people.findOrAdd(email, now_ms);
    const position = hasPosition(offer) ? nextPosition(this.#lastPositions.get(convo_id)!) : null;
    if (position !== null) this.#lastPositions.set(convo_id, position);
    const merchant_id = merchantOf(offer);
    const is_registered = isRegisteredAtOnce(offer);
    this.#added.push({ key, id, offer, person_no, position, is_registered, merchant_id, now_ms });
    const content = offerContent({ ...offer, email_key: email === null ? null : foldEmail(email) });
    this.#known.set(key, { id, message_id, content });
    if (message_id !== null) jobs.add('offer', newJob(message_id, { kind: 'register_offer', offer_id: id }, now_ms));
    events.append(offerEvent(offer, id, now_ms), person_no);
    if (isRegisteredAtOnce(offer))
      webhooks.publish('offer.registered', () => offerRegistered({ ...offer, id, person_no }, now_ms));
    funnel.addOffer({ ...offer, id, merchant_id }, now_ms);
    const waiting = this.#waiting.get(presentmentOf(offer)) ?? [];
    for (const job of matchJobs(`offer-${id}`, waiting, now_ms)) jobs.schedule(job);
    return { id, message_id, is_replay: false };
  }

  write(tx: Transaction): void {
    if (this.#added.length === 0) return;
    const added = this.#added.sort((a, b) => (a.key < b.key ? -1 : 1));
    const offers = added.map(({ offer }) => offer);
    tx.send(
      INSERT,
      ...columnsOf(added, 'id'),
      ...columnsOf(offers, 'convo_id', 'presentation_id', 'click_id', 'program'),
      ...columnsOf(added, 'person_no'),
      ...columnsOf(offers, 'click_at_ms', 'format'),
      ...columnsOf(added, 'position'),
      ...columnsOf(offers, 'direct_link', 'detail_link', 'product', 'message_id'),
      ...columnsOf(added, 'is_registered'),
      ...columnsOf(offers, 'has_key'),
      ...columnsOf(added, 'now_ms', 'merchant_id'),
    );
  }
}

/** The effect of `register_offer` jobs. */
export async function markRegistered(
  tx: Transaction,
  ids: readonly number[],
  { webhooks, now_ms }: { webhooks: WebhookEventBatch; now_ms: number },
): Promise<void> {
  const rows = tx.rows(MARK_REGISTERED, ids);
  if (!webhooks.has('offer.registered')) return;
  const offers = (await rows).map(toRegisteredOffer);
  for (const offer of offers) webhooks.publish('offer.registered', () => offerRegistered(offer, now_ms));
}

export async function find(
  db: Queryable,
  { convo_id, presentation_id, click_id }: OfferIdentity,
): Promise<StoredOffer | null> {
  const [row] = await db.rows(FIND, convo_id, presentation_id, click_id);
  return row ? toOffer(row) : null;
}

/** The offer of each click or visit; null if there is none. */
export async function findClicked(db: Queryable, clicks: readonly OfferIdentity[]): Promise<(ClickedOffer | null)[]> {
  const offers: (ClickedOffer | null)[] = clicks.map(() => null);
  if (clicks.length === 0) return offers;
  for (const row of await db.rows(FIND_CLICKED, ...columnsOf(clicks, 'convo_id', 'presentation_id', 'click_id')))
    offers[number(row, 'i') - 1] = toClickedOffer(row);
  return offers;
}

/** What the offer of each click promises for a sale; null if there is no offer. */
export async function findPromised(db: Queryable, clicks: readonly OfferedClick[]): Promise<(FoundOffer | null)[]> {
  if (clicks.length === 0) return [];
  const columns = columnsOf(clicks, 'convo_id', 'presentation_id', 'click_id', 'program');
  const rows = Map.groupBy(await db.rows(FIND_PROMISED, ...columns), (row) => number(row, 'i'));
  return clicks.map((click, i) => chooseOffer(rows.get(i + 1) ?? [], click));
}
