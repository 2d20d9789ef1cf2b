// Offers in SQLite: one per conversation, presentment and click id. They are never replaced.
import type {
  OfferAnswer,
  OfferIdentity,
  OfferLinks,
  OfferWrite,
  RegisterOutcome,
  StoredJob,
  StoredOffer,
} from '../ledger-store.ts';
import { flag, json, number, text, textOrNull } from './columns.ts';
import type { Connection, Row } from './connection.ts';
import { appendEvent } from './events.ts';
import { addJob } from './jobs.ts';
import { findOrAddPerson, hasEmail } from './people.ts';

/** Registers all offers or none: checks for conflicts before the first write. */
export function register(
  db: Connection,
  { offers, now_ms }: { offers: OfferWrite[]; now_ms: number },
): RegisterOutcome {
  const seen = new Map<string, OfferWrite>();
  for (const [i, offer] of offers.entries()) {
    const old = findExact(db, offer);
    const twin = seen.get(identityOf(offer));
    if ((old && !isReplay(db, old, offer)) || (twin && contentOf(twin) !== contentOf(offer))) return { conflict: i };
    seen.set(identityOf(offer), offer);
  }
  return { answers: offers.map((offer) => answerTo(db, offer, now_ms)) };
}

const identityOf = ({ convo_id, presentation_id, click_id }: OfferWrite) =>
  JSON.stringify([convo_id, presentation_id, click_id]);

/** Two offers with one identity are replays of each other if their person, program and product are equal. */
const contentOf = ({ program, email_key, name, value, direct_link, detail_link }: OfferWrite) =>
  JSON.stringify([program, email_key, name, value, direct_link, detail_link]);

function isReplay(db: Connection, old: Row, offer: OfferWrite): boolean {
  const product = json(old, 'product');
  return (
    old.program === offer.program &&
    hasEmail(db, number(old, 'person_no'), offer.email) &&
    product.name === offer.name &&
    (product.value ?? null) === offer.value &&
    old.direct_link === offer.direct_link &&
    old.detail_link === offer.detail_link
  );
}

function findExact(
  db: Connection,
  { convo_id, presentation_id, click_id }: OfferIdentity,
  columns: Columns = '*',
): Row | undefined {
  return db.get(
    `SELECT ${columns} FROM offers WHERE convo_id = ? AND presentation_id = ? AND click_id = ?`,
    convo_id,
    presentation_id,
    click_id,
  );
}

function answerTo(db: Connection, offer: OfferWrite, now_ms: number): OfferAnswer {
  const old = findExact(db, offer);
  if (old) return { ...answerOf(old), is_replay: true };
  return { ...answerOf(insert(db, offer, now_ms)), is_replay: false };
}

/** Replays get the first answer: with a message id if that was an acknowledgement. */
const answerOf = (row: Row) => ({ id: number(row, 'id'), message_id: textOrNull(row, 'message_id') });

function insert(db: Connection, offer: OfferWrite, now_ms: number): Row {
  const person_no = findOrAddPerson(db, offer.email, now_ms);
  const { convo_id, presentation_id, click_id, format, message_id } = offer;
  const row = db.get(
    `INSERT INTO offers (convo_id, presentation_id, click_id, program, person_no, click_at_ms, format, position,
       direct_link, detail_link, product, message_id, is_registered, created_at_ms)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7,
       CASE WHEN ?7 = 'carousel' THEN (SELECT coalesce(max(position) + 1, 0) FROM offers WHERE convo_id = ?1 AND position IS NOT NULL) END,
       ?8, ?9, ?10, ?11, ?12, ?13)
     RETURNING *`,
    convo_id,
    presentation_id,
    click_id,
    offer.program,
    person_no,
    offer.click_at_ms,
    format,
    offer.direct_link,
    offer.detail_link,
    offer.product,
    message_id,
    message_id === null ? 1 : 0,
    now_ms,
  )!;
  const id = number(row, 'id');
  if (message_id) addJob(db, { id: message_id, kind: 'register_offer', subject: String(id), now_ms });
  const data = { id, presentation_id, click_id, format, ...(message_id ? { message_id } : {}) };
  appendEvent(db, { convo_id, at_ms: now_ms, kind: 'offer', id: String(id), data, person_no });
  return row;
}

/** The effect of the `register_offer` job. */
export function registerQueued(db: Connection, { subject }: StoredJob): void {
  db.run('UPDATE offers SET is_registered = 1 WHERE id = ?', Number(subject));
}

export function find(db: Connection, by: OfferIdentity): StoredOffer | null {
  const row = findOfPresentment(db, by, '*');
  if (!row) return null;
  const person = db.get('SELECT email_key FROM people WHERE person_no = ?', number(row, 'person_no'))!;
  return {
    id: number(row, 'id'),
    convo_id: text(row, 'convo_id'),
    presentation_id: text(row, 'presentation_id'),
    click_id: text(row, 'click_id'),
    program: text(row, 'program'),
    email_key: textOrNull(person, 'email_key'),
    click_at_ms: number(row, 'click_at_ms'),
    ...linksOf(row),
    message_id: textOrNull(row, 'message_id'),
    is_registered: flag(row, 'is_registered'),
  };
}

export function findLinks(db: Connection, by: OfferIdentity): OfferLinks | null {
  const row = findOfPresentment(db, by, 'direct_link, detail_link');
  return row ? linksOf(row) : null;
}

const linksOf = (row: Row): OfferLinks => ({
  direct_link: textOrNull(row, 'direct_link'),
  detail_link: textOrNull(row, 'detail_link'),
});

type Columns = '*' | 'direct_link, detail_link';

/** Falls back to the first offer of the presentment: the ids are public, so a later offer must not capture its clicks. */
function findOfPresentment(db: Connection, by: OfferIdentity, columns: Columns): Row | undefined {
  return (
    findExact(db, by, columns) ??
    db.get(
      `SELECT ${columns} FROM offers WHERE convo_id = ? AND presentation_id = ? ORDER BY id LIMIT 1`,
      by.convo_id,
      by.presentation_id,
    )
  );
}
