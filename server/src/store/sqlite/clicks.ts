// Clicks in SQLite: one per program and click id.

import { foldEmail } from '../../text/fold-email.ts';
import { networkForm } from '../../text/network-click-id.ts';
import { number, numberOrNull, text } from '../columns.ts';
import type { ClickOutcome, ClickWrite, VisitedOffer, VisitWrite } from '../ledger-store.ts';
import { compareClicks, visitRecord } from '../rules/click-outcome.ts';
import { clickEvent } from '../rules/trace-events.ts';
import { clickRecorded } from '../rules/webhook-events.ts';
import type { Connection } from './connection.ts';
import { appendEvent } from './events.ts';
import { findVisited } from './offers.ts';
import { findOrAddPerson, updateLastSeen } from './people.ts';
import { append as appendSearchClick } from './search-clicks.ts';
import { wakeByClick } from './wake-conversions.ts';
import { publish } from './webhook-events.ts';

/** A new click of a known person takes one statement: the common case under load. */
export function record(db: Connection, click: ClickWrite): ClickOutcome {
  const { program, click_id, convo_id, presentation_id, email, click_at_ms, now_ms } = click;
  const network_click_id = networkForm(program, click_id);
  const inserted = db.get(
    `INSERT INTO clicks
       (program, click_id, network_click_id, convo_id, presentation_id, person_no, click_at_ms, received_at_ms)
     VALUES (?, ?, ?, ?, ?, (SELECT person_no FROM people WHERE email_key = ?), ?, ?)
     ON CONFLICT DO NOTHING RETURNING click_no, person_no`,
    program,
    click_id,
    network_click_id,
    convo_id,
    presentation_id,
    foldEmail(email),
    click_at_ms,
    now_ms,
  );
  if (!inserted) return compareWithFirst(db, click);
  const click_no = number(inserted, 'click_no');
  const known = numberOrNull(inserted, 'person_no');
  if (known !== null) updateLastSeen(db, known, now_ms);
  const person_no = email === '' ? null : (known ?? addPerson(db, click_no, click));
  appendEvent(db, clickEvent(click, click_no), person_no);
  appendSearchClick(db, { convo_id, at_ms: click_at_ms });
  publish(db, 'click.recorded', () => clickRecorded(click, click_no, person_no));
  wakeByClick(db, { click_no, click_id, network_click_id }, now_ms);
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
  const offer = findVisited(db, visit);
  const kind = visitRecord(visit, offer);
  if (kind === 'non_click') recordNonClick(db, visit);
  // A conflicting click id is not recorded, but the visitor is still redirected.
  if (kind === 'click') record(db, visit);
  return offer;
}

function recordNonClick(db: Connection, { convo_id, presentation_id, non_click, now_ms }: VisitWrite): void {
  db.run(
    'INSERT INTO non_clicks (convo_id, presentation_id, reason, received_at_ms) VALUES (?, ?, ?, ?)',
    convo_id,
    presentation_id,
    non_click,
    now_ms,
  );
}
