// Clicks in SQLite: one per program and click id.

import { foldEmail } from '../../text/fold-email.ts';
import { networkForm } from '../../text/network-click-id.ts';
import { flag, number, numberOrNull, text } from '../columns.ts';
import type { ClickOutcome, ClickWrite, VisitedOffer, VisitWrite } from '../ledger-store.ts';
import type { ClickedOffer } from '../rows/offer-row.ts';
import { compareClicks, visitRecord } from '../rules/click-outcome.ts';
import { clickDelta, nonClickDelta } from '../rules/funnel-deltas.ts';
import { clickEvent } from '../rules/trace-events.ts';
import { clickRecorded } from '../rules/webhook-events.ts';
import type { Connection } from './connection.ts';
import { appendEvent } from './events.ts';
import { logDeltas } from './funnel.ts';
import { findClicked } from './offers.ts';
import { findOrAddPerson, updateLastSeen } from './people.ts';
import { append as appendSearchClick } from './search-clicks.ts';
import { wakeByClick } from './wake-conversions.ts';
import { publish } from './webhook-events.ts';

export const record = (db: Connection, click: ClickWrite): ClickOutcome => insert(db, click, findClicked(db, click));

/** A new click of a known person takes one statement: the common case under load. */
function insert(db: Connection, click: ClickWrite, offer: ClickedOffer | null): ClickOutcome {
  const { program, click_id, convo_id, presentation_id, email, click_at_ms, now_ms } = click;
  const network_click_id = networkForm(program, click_id);
  const inserted = db.get(
    `INSERT INTO clicks
       (program, click_id, network_click_id, convo_id, presentation_id, person_no, click_at_ms, received_at_ms,
        offer_id, merchant_id, is_unique)
     VALUES (?1, ?2, ?3, ?4, ?5, (SELECT person_no FROM people WHERE email_key = ?6), ?7, ?8, ?9, ?10,
       NOT EXISTS (SELECT 1 FROM clicks WHERE convo_id = ?4 AND presentation_id = ?5 AND is_unique = 1))
     ON CONFLICT DO NOTHING RETURNING click_no, person_no, is_unique`,
    program,
    click_id,
    network_click_id,
    convo_id,
    presentation_id,
    foldEmail(email),
    click_at_ms,
    now_ms,
    offer?.visited.id ?? null,
    offer?.merchant_id ?? null,
  );
  if (!inserted) return compareWithFirst(db, click);
  const click_no = number(inserted, 'click_no');
  const known = numberOrNull(inserted, 'person_no');
  if (known !== null) updateLastSeen(db, known, now_ms);
  const person_no = email === '' ? null : (known ?? addPerson(db, click_no, click));
  appendEvent(db, clickEvent(click, click_no), person_no);
  appendSearchClick(db, { convo_id, at_ms: now_ms });
  publish(db, 'click.recorded', () => clickRecorded(click, click_no, person_no));
  wakeByClick(db, { click_no, click_id, network_click_id }, now_ms);
  const is_unique = flag(inserted, 'is_unique');
  logDeltas(db, [clickDelta({ program, merchant_id: offer?.merchant_id ?? null, click_at_ms, is_unique })]);
  return 'recorded';
}

function addPerson(db: Connection, click_no: number, { email, now_ms }: ClickWrite): number {
  const person_no = findOrAddPerson(db, email, now_ms);
  db.run('UPDATE clicks SET person_no = ? WHERE click_no = ?', person_no, click_no);
  return person_no;
}

function compareWithFirst(db: Connection, click: ClickWrite): ClickOutcome {
  const first = db.get(
    'SELECT convo_id, presentation_id FROM clicks WHERE program = ? AND click_id = ?',
    click.program,
    click.click_id,
  )!;
  return compareClicks({ convo_id: text(first, 'convo_id'), presentation_id: text(first, 'presentation_id') }, click);
}

/** Finds the offer and records the visit in one transaction, so that a redirect makes one round trip to the database. */
export function recordVisit(db: Connection, visit: VisitWrite): VisitedOffer | null {
  const offer = findClicked(db, visit);
  const kind = visitRecord(visit, offer?.visited ?? null);
  if (kind === 'non_click') recordNonClick(db, visit, offer!);
  // A conflicting click id is not recorded, but the visitor is still redirected.
  if (kind === 'click') insert(db, visit, offer);
  return offer?.visited ?? null;
}

function recordNonClick(db: Connection, visit: VisitWrite, { merchant_id }: ClickedOffer): void {
  const { program, convo_id, presentation_id, non_click, now_ms } = visit;
  db.run(
    `INSERT INTO non_clicks (program, merchant_id, convo_id, presentation_id, reason, received_at_ms)
     VALUES (?, ?, ?, ?, ?, ?)`,
    ...[program, merchant_id, convo_id, presentation_id, non_click, now_ms],
  );
  logDeltas(db, [nonClickDelta({ program, merchant_id }, non_click!, now_ms)]);
}
