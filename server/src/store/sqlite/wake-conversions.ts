// Schedules conversions that wait for a click or an offer, in the transaction in which it arrives.
import { number } from '../columns.ts';
import type { OfferIdentity } from '../ledger-store.ts';
import { matchJobs } from '../rules/job-transitions.ts';
import type { Connection, Row } from './connection.ts';
import { insert as insertJob } from './jobs.ts';

interface NewClick {
  click_no: number;
  click_id: string;
  network_click_id: string | null;
}

export function wakeByClick(db: Connection, { click_no, click_id, network_click_id }: NewClick, now_ms: number): void {
  const waiting = db.all(
    `SELECT id FROM conversions WHERE unmatched_reason = 'unknown_click' AND click_id IN (?, ?)`,
    click_id,
    network_click_id,
  );
  wake(db, waiting, `click-${click_no}`, now_ms);
}

export function wakeByOffer(db: Connection, offer: OfferIdentity & { id: number }, now_ms: number): void {
  const waiting = db.all(
    `SELECT id FROM conversions
     WHERE click_no IS NOT NULL AND offer_id IS NULL AND convo_id = ? AND presentation_id = ?`,
    offer.convo_id,
    offer.presentation_id,
  );
  wake(db, waiting, `offer-${offer.id}`, now_ms);
}

function wake(db: Connection, waiting: Row[], cause: string, now_ms: number): void {
  const ids = waiting.map((row) => number(row, 'id'));
  for (const job of matchJobs(cause, ids, now_ms)) insertJob(db, job);
}
