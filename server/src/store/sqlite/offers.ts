// Offers in SQLite: one per conversation, presentment and click id, for good.
import type { OfferAnswer, OfferIdentity, OfferWrite, RegisterOutcome, StoredJob, StoredOffer } from '../port.ts';
import type { Connection, Row } from './connection.ts';
import { noteEvent } from './events.ts';
import { addJob } from './jobs.ts';
import { hasEmail, personNoOf } from './people.ts';

/** Registers all offers or none: looks for conflicts before it writes anything. */
export function register(
  db: Connection,
  { offers, now_ms }: { offers: OfferWrite[]; now_ms: number },
): RegisterOutcome {
  const seen = new Map<string, OfferWrite>();
  for (const [i, offer] of offers.entries()) {
    const old = find(db, offer);
    const twin = seen.get(identityOf(offer));
    if ((old && !isSame(db, old, offer)) || (twin && contentOf(twin) !== contentOf(offer))) return { conflict: i };
    seen.set(identityOf(offer), offer);
  }
  return { answers: offers.map((offer) => answerTo(db, offer, now_ms)) };
}

const identityOf = ({ convo_id, presentation_id, click_id }: OfferWrite) =>
  JSON.stringify([convo_id, presentation_id, click_id]);

/** What makes two offers with one identity the same: the person, the program and the product. */
const contentOf = ({ program, email_key, name, value, direct_link, detail_link }: OfferWrite) =>
  JSON.stringify([program, email_key, name, value, direct_link, detail_link]);

function isSame(db: Connection, old: Row, offer: OfferWrite): boolean {
  const product = JSON.parse(old.product as string);
  return (
    old.program === offer.program &&
    hasEmail(db, old.person_no as number, offer.email) &&
    product.name === offer.name &&
    (product.value ?? null) === offer.value &&
    old.direct_link === offer.direct_link &&
    old.detail_link === offer.detail_link
  );
}

function find(
  db: Connection,
  { convo_id, presentation_id, click_id }: OfferIdentity,
  columns: '*' | 'direct_link, detail_link' = '*',
): Row | undefined {
  return db.get(
    `SELECT ${columns} FROM offers WHERE convo_id = ? AND presentation_id = ? AND click_id = ?`,
    convo_id,
    presentation_id,
    click_id,
  );
}

function answerTo(db: Connection, offer: OfferWrite, now_ms: number): OfferAnswer {
  const old = find(db, offer);
  if (old) return { ...answerOf(old), is_replay: true };
  return { ...answerOf(insert(db, offer, now_ms)), is_replay: false };
}

/** The first answer stays the answer: an acknowledgement where there was one, the id otherwise. */
const answerOf = (row: Row) => ({ id: row.id as number, message_id: row.message_id as string | null });

function insert(db: Connection, offer: OfferWrite, now_ms: number): Row {
  const person_no = personNoOf(db, offer.email, now_ms);
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
  const id = row.id as number;
  if (message_id) addJob(db, { id: message_id, kind: 'register_offer', subject: String(id), now_ms });
  const data = { id, presentation_id, click_id, format, ...(message_id ? { message_id } : {}) };
  noteEvent(db, { convo_id, at_ms: now_ms, kind: 'offer', id: String(id), data, person_no });
  return row;
}

/** The effect of the job of an acknowledged offer. */
export function registerQueued(db: Connection, { subject }: StoredJob): void {
  db.run('UPDATE offers SET is_registered = 1 WHERE id = ?', Number(subject));
}

export function findForVisit(db: Connection, by: OfferIdentity): StoredOffer | null {
  const row = findRow(db, by, '*');
  if (!row) return null;
  const person = db.get('SELECT email_key FROM people WHERE person_no = ?', row.person_no as number)!;
  return { ...row, ...person, is_registered: row.is_registered === 1 } as unknown as StoredOffer;
}

/** The ids stand in every link: a later offer must not capture the clicks of the first. */
export function findRow(db: Connection, by: OfferIdentity, columns: '*' | 'direct_link, detail_link'): Row | undefined {
  return (
    find(db, by, columns) ??
    db.get(
      `SELECT ${columns} FROM offers WHERE convo_id = ? AND presentation_id = ? ORDER BY id LIMIT 1`,
      by.convo_id,
      by.presentation_id,
    )
  );
}
