// Offers in SQLite: one per conversation, presentment and click id. They are never replaced.

import { numberOrNull } from '../columns.ts';
import type { OfferAnswer, OfferIdentity, OfferWrite, RegisterOutcome, StoredOffer } from '../ledger-store.ts';
import { type ClickedOffer, toClickedOffer, toKnownOffer, toOffer, toRegisteredOffer } from '../rows/offer-row.ts';
import { newJob } from '../rules/job-transitions.ts';
import { chooseOffer, type FoundOffer, merchantOf, type OfferedClick } from '../rules/offer-promise.ts';
import { hasPosition, isRegisteredAtOnce, nextPosition, registerOffers } from '../rules/offer-replay.ts';
import { offerEvent } from '../rules/trace-events.ts';
import { offerRegistered, type RegisteredOffer } from '../rules/webhook-events.ts';
import type { Connection, Row } from './connection.ts';
import { appendEvent } from './events.ts';
import { countOffer } from './funnel.ts';
import { insert as insertJob } from './jobs.ts';
import { findOrAddPerson } from './people.ts';
import { wakeByOffer } from './wake-conversions.ts';
import { publish } from './webhook-events.ts';

export function register(
  db: Connection,
  { offers, now_ms }: { offers: OfferWrite[]; now_ms: number },
): RegisterOutcome {
  const stored = offers.map((offer) => {
    const row = findExact(db, offer, SELECT_OFFER);
    return row && toKnownOffer(row);
  });
  return registerOffers(offers, stored, (offer) => insert(db, offer, now_ms));
}

function insert(db: Connection, offer: OfferWrite, now_ms: number): OfferAnswer {
  const person_no = findOrAddPerson(db, offer.email, now_ms);
  const { message_id } = offer;
  const merchant_id = merchantOf(offer);
  const id = db.insert(
    `INSERT INTO offers (convo_id, presentation_id, click_id, program, person_no, click_at_ms, format, position,
       direct_link, detail_link, product, message_id, is_registered, has_key, created_at_ms, merchant_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    offer.convo_id,
    offer.presentation_id,
    offer.click_id,
    offer.program,
    person_no,
    offer.click_at_ms,
    offer.format,
    hasPosition(offer) ? nextPosition(lastPosition(db, offer)) : null,
    offer.direct_link,
    offer.detail_link,
    offer.product,
    message_id,
    Number(isRegisteredAtOnce(offer)),
    Number(offer.has_key),
    now_ms,
    merchant_id,
  );
  if (message_id !== null) insertJob(db, newJob(message_id, { kind: 'register_offer', offer_id: id }, now_ms));
  appendEvent(db, offerEvent(offer, id, now_ms), person_no);
  if (isRegisteredAtOnce(offer)) publishOffer(db, { ...offer, id, person_no }, now_ms);
  wakeByOffer(db, { ...offer, id }, now_ms);
  countOffer(db, { ...offer, id, merchant_id }, now_ms);
  return { id, message_id, is_replay: false };
}

function lastPosition(db: Connection, { convo_id }: OfferWrite): number | null {
  const last = 'SELECT max(position) AS last FROM offers WHERE convo_id = ? AND position IS NOT NULL';
  return numberOrNull(db.get(last, convo_id)!, 'last');
}

/** The effect of the `register_offer` job. */
export function markRegistered(db: Connection, id: number, now_ms: number): void {
  const row = db.get('UPDATE offers SET is_registered = 1 WHERE id = ? RETURNING *', id);
  if (row) publishOffer(db, toRegisteredOffer(row), now_ms);
}

const publishOffer = (db: Connection, offer: RegisteredOffer, now_ms: number) =>
  publish(db, 'offer.registered', () => offerRegistered(offer, now_ms));

export function find(db: Connection, by: OfferIdentity): StoredOffer | null {
  const row = findOfPresentment(db, by, SELECT_OFFER);
  return row ? toOffer(row) : null;
}

export function findClicked(db: Connection, by: OfferIdentity): ClickedOffer | null {
  const row = findOfPresentment(db, by, SELECT_CLICKED);
  return row ? toClickedOffer(row) : null;
}

/** What the offer of a click promises for a sale. */
export function findPromised(db: Connection, click: OfferedClick): FoundOffer | null {
  const { convo_id, presentation_id, program } = click;
  const ofPresentment = `${SELECT_PROMISED} WHERE o.convo_id = ? AND o.presentation_id = ?`;
  const rows = [
    findExact(db, click, SELECT_PROMISED),
    db.get(`${ofPresentment} ORDER BY o.id LIMIT 1`, convo_id, presentation_id),
    db.get(
      `${ofPresentment} AND o.program = ? AND o.has_key = 1 ORDER BY o.id LIMIT 1`,
      convo_id,
      presentation_id,
      program,
    ),
  ];
  return chooseOffer(
    rows.filter((row) => row !== undefined),
    click,
  );
}

const SELECT_OFFER = 'SELECT o.*, p.email_key FROM offers o JOIN people p USING (person_no)';
const SELECT_CLICKED = 'SELECT o.id, o.click_id, o.direct_link, o.detail_link, o.merchant_id FROM offers o';
const SELECT_PROMISED = 'SELECT o.id, o.click_id, o.program, o.product, o.has_key, o.person_no FROM offers o';
type Select = typeof SELECT_OFFER | typeof SELECT_CLICKED | typeof SELECT_PROMISED;

/** Falls back to the first offer of the presentment: the ids are public, so a later offer must not capture its clicks. */
function findOfPresentment(db: Connection, by: OfferIdentity, select: Select): Row | undefined {
  return (
    findExact(db, by, select) ??
    db.get(
      `${select} WHERE o.convo_id = ? AND o.presentation_id = ? ORDER BY o.id LIMIT 1`,
      by.convo_id,
      by.presentation_id,
    )
  );
}

function findExact(db: Connection, by: OfferIdentity, select: Select): Row | undefined {
  return db.get(
    `${select} WHERE o.convo_id = ? AND o.presentation_id = ? AND o.click_id = ?`,
    by.convo_id,
    by.presentation_id,
    by.click_id,
  );
}
