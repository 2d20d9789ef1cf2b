// Offers in SQLite: one per conversation, presentment and click id. They are never replaced.

import { flag, json, number, numberOrNull, text, textOrNull } from '../columns.ts';
import type {
  OfferAnswer,
  OfferIdentity,
  OfferLinks,
  OfferWrite,
  RegisterOutcome,
  StoredOffer,
  VisitedOffer,
} from '../ledger-store.ts';
import { newJob } from '../rules/job-transitions.ts';
import {
  findReplays,
  hasPosition,
  isRegisteredAtOnce,
  nextPosition,
  type OfferContent,
} from '../rules/offer-replay.ts';
import { offerEvent } from '../rules/trace-events.ts';
import type { Connection, Row } from './connection.ts';
import { appendEvent } from './events.ts';
import { insert as insertJob } from './jobs.ts';
import { findOrAddPerson } from './people.ts';

/** Registers all offers or none: checks for conflicts before the first write. */
export function register(
  db: Connection,
  { offers, now_ms }: { offers: OfferWrite[]; now_ms: number },
): RegisterOutcome {
  const stored = offers.map((offer) => findExact(db, offer, SELECT_OFFER));
  const replays = findReplays(
    offers,
    stored.map((row) => row && contentOf(row)),
  );
  if ('conflict' in replays) return replays;
  const answers: OfferAnswer[] = [];
  for (const [i, first] of replays.firsts.entries()) {
    const old = stored[i];
    if (first < i) answers.push({ ...answers[first]!, is_replay: true });
    else if (old) answers.push({ id: number(old, 'id'), message_id: textOrNull(old, 'message_id'), is_replay: true });
    else answers.push(insert(db, offers[i]!, now_ms));
  }
  return { answers };
}

function contentOf(row: Row): OfferContent {
  const { name, value = null } = json(row, 'product');
  return { program: text(row, 'program'), email_key: textOrNull(row, 'email_key'), name, value, ...linksOf(row) };
}

function insert(db: Connection, offer: OfferWrite, now_ms: number): OfferAnswer {
  const person_no = findOrAddPerson(db, offer.email, now_ms);
  const { message_id } = offer;
  const id = db.insert(
    `INSERT INTO offers (convo_id, presentation_id, click_id, program, person_no, click_at_ms, format, position,
       direct_link, detail_link, product, message_id, is_registered, created_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
    now_ms,
  );
  if (message_id !== null) insertJob(db, newJob(message_id, { kind: 'register_offer', offer_id: id }, now_ms));
  appendEvent(db, offerEvent(offer, id, now_ms), person_no);
  return { id, message_id, is_replay: false };
}

function lastPosition(db: Connection, { convo_id }: OfferWrite): number | null {
  const last = 'SELECT max(position) AS last FROM offers WHERE convo_id = ? AND position IS NOT NULL';
  return numberOrNull(db.get(last, convo_id)!, 'last');
}

/** The effect of the `register_offer` job. */
export function markRegistered(db: Connection, id: number): void {
  db.run('UPDATE offers SET is_registered = 1 WHERE id = ?', id);
}

export function find(db: Connection, by: OfferIdentity): StoredOffer | null {
  const row = findOfPresentment(db, by, SELECT_OFFER);
  if (!row) return null;
  return {
    id: number(row, 'id'),
    convo_id: text(row, 'convo_id'),
    presentation_id: text(row, 'presentation_id'),
    click_id: text(row, 'click_id'),
    program: text(row, 'program'),
    email_key: textOrNull(row, 'email_key'),
    click_at_ms: number(row, 'click_at_ms'),
    ...linksOf(row),
    message_id: textOrNull(row, 'message_id'),
    is_registered: flag(row, 'is_registered'),
  };
}

export function findVisited(db: Connection, by: OfferIdentity): VisitedOffer | null {
  const row = findOfPresentment(db, by, SELECT_VISITED);
  return row ? { id: number(row, 'id'), click_id: text(row, 'click_id'), ...linksOf(row) } : null;
}

const linksOf = (row: Row): OfferLinks => ({
  direct_link: textOrNull(row, 'direct_link'),
  detail_link: textOrNull(row, 'detail_link'),
});

const SELECT_OFFER = 'SELECT o.*, p.email_key FROM offers o JOIN people p USING (person_no)';
const SELECT_VISITED = 'SELECT o.id, o.click_id, o.direct_link, o.detail_link FROM offers o';
type Select = typeof SELECT_OFFER | typeof SELECT_VISITED;

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
