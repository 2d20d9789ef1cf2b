// Exports ledger facts in insertion order.

import type { ExportKind, ExportPage, ExportRow } from '../ledger-store.ts';
import { exportedFact } from '../rules/exported-fact.ts';
import type { Connection } from './connection.ts';

/** Each query selects the cursor `no`, the time `at_ms`, the person's email, and the fact's columns. */
const QUERIES: Record<ExportKind, string> = {
  offers: `SELECT o.id AS no, o.created_at_ms AS at_ms, p.email, o.*
    FROM offers o LEFT JOIN people p USING (person_no)`,
  clicks: `SELECT c.click_no AS no, c.received_at_ms AS at_ms, p.email, c.*, c.click_at_ms AS clicked_at_ms, coalesce(
      (SELECT o.id FROM offers o
       WHERE o.convo_id = c.convo_id AND o.presentation_id = c.presentation_id AND o.click_id = c.click_id),
      (SELECT o.id FROM offers o
       WHERE o.convo_id = c.convo_id AND o.presentation_id = c.presentation_id ORDER BY o.id LIMIT 1)) AS offer_id
    FROM clicks c LEFT JOIN people p USING (person_no)`,
  signups: `SELECT s.id AS no, s.signed_at_ms AS at_ms, p.email, s.*, r.convo_id, coalesce(d.data, r.data) AS details
    FROM signups s JOIN signup_requests r USING (message_id)
      LEFT JOIN signup_requests d ON d.message_id = s.data_from LEFT JOIN people p ON p.person_no = s.person_no`,
};

export function exportFacts(db: Connection, { kind, after, since_ms, limit }: ExportPage): ExportRow[] {
  const rows = db.all(
    `SELECT * FROM (${QUERIES[kind]}) WHERE no > ? AND at_ms >= ? ORDER BY no LIMIT ?`,
    after,
    since_ms,
    limit,
  );
  return rows.map((row) => exportedFact(kind, row));
}
