// Exports ledger facts in insertion order.

import type { ExportKind, ExportPage, ExportRow } from '../ledger-store.ts';
import { exportedFact } from '../rules/exported-fact.ts';
import type { Connection } from './connection.ts';

/** Each query selects the cursor `no`, the time `at_ms`, the person's email, and the fact's columns. */
const QUERIES: Record<ExportKind, string> = {
  offers: `SELECT o.id AS no, o.created_at_ms AS at_ms, p.email, o.*
    FROM offers o LEFT JOIN people p USING (person_no)`,
  clicks: `SELECT c.click_no AS no, c.received_at_ms AS at_ms, p.email, c.*, c.click_at_ms AS clicked_at_ms
    FROM clicks c LEFT JOIN people p USING (person_no)`,
  non_clicks: 'SELECT n.*, n.received_at_ms AS at_ms, NULL AS email FROM non_clicks n',
  signups: `SELECT s.id AS no, s.signed_at_ms AS at_ms, p.email, s.*, r.convo_id, coalesce(d.data, r.data) AS details
    FROM signups s JOIN signup_requests r USING (message_id)
      LEFT JOIN signup_requests d ON d.message_id = s.data_from LEFT JOIN people p ON p.person_no = s.person_no`,
  conversions: `SELECT c.id AS no, c.changed_at_ms AS at_ms, p.email, c.id, a.name AS network, c.transaction_id,
      c.item_id, c.order_id, c.status, c.is_paid, CAST(c.sale_amount AS TEXT) AS sale_amount,
      CAST(c.commission AS TEXT) AS commission, c.currency, c.occurred_at_ms AS occurred_at,
      coalesce(c.matched_click_id, c.click_id) AS click_id, c.click_at_ms AS clicked_at, c.offer_id, c.merchant_id,
      c.program, c.unmatched_reason,
      CAST(c.reward_amount AS TEXT) AS reward_amount, c.reward_currency, c.reward_reason
    FROM conversions c JOIN network_accounts a USING (account_no) LEFT JOIN people p USING (person_no)
    WHERE c.status IS NOT NULL`,
  rewards: `SELECT r.no, r.changed_at_ms AS at_ms, p.email, r.conversion_id, r.program, r.status,
      CAST(r.amount AS TEXT) AS amount, r.currency
    FROM rewards r LEFT JOIN people p USING (person_no)`,
};

/** The plus keeps SQLite from an index by time, which would sort all rows for each page. */
export function exportFacts(db: Connection, { kind, after, since_ms, until_ms, limit }: ExportPage): ExportRow[] {
  const rows = db.all(
    `SELECT * FROM (${QUERIES[kind]}) WHERE no > ? AND +at_ms >= ? AND +at_ms < ? ORDER BY no LIMIT ?`,
    ...[after, since_ms, until_ms ?? Number.MAX_SAFE_INTEGER, limit],
  );
  return rows.map((row) => exportedFact(kind, row));
}
