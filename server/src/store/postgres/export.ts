// Exports ledger facts in insertion order.

import type { ExportKind, ExportPage, ExportRow } from '../ledger-store.ts';
import { exportedFact } from '../rules/exported-fact.ts';
import { type Statement, statement } from './statement.ts';
import type { Queryable } from './transaction.ts';

/** Each query selects the cursor `no`, the time `at_ms`, the person's email, and the fact's columns. */
const QUERIES: Record<ExportKind, Statement> = {
  offers: statement(`
    SELECT o.*, o.id AS no, o.created_at_ms AS at_ms,
      (SELECT p.email FROM finderfee.people p WHERE p.person_no = o.person_no) AS email
    FROM finderfee.offers o WHERE o.id > $1 AND o.created_at_ms >= $2 AND o.created_at_ms < $3 ORDER BY o.id LIMIT $4`),
  clicks: statement(`
    SELECT c.*, c.click_no AS no, c.received_at_ms AS at_ms, c.click_at_ms AS clicked_at_ms,
      (SELECT p.email FROM finderfee.people p WHERE p.person_no = c.person_no) AS email
    FROM finderfee.clicks c WHERE c.click_no > $1 AND c.received_at_ms >= $2 AND c.received_at_ms < $3 ORDER BY c.click_no LIMIT $4`),
  non_clicks: statement(`
    SELECT n.*, n.received_at_ms AS at_ms, NULL AS email
    FROM finderfee.non_clicks n WHERE n.no > $1 AND n.received_at_ms >= $2 AND n.received_at_ms < $3 ORDER BY n.no LIMIT $4`),
  signups: statement(`
    SELECT s.*, s.id AS no, s.signed_at_ms AS at_ms, r.convo_id,
      coalesce((SELECT d.data FROM finderfee.signup_requests d WHERE d.message_id = s.data_from), r.data) AS details,
      (SELECT p.email FROM finderfee.people p WHERE p.person_no = s.person_no) AS email
    FROM finderfee.signups s CROSS JOIN LATERAL
      (SELECT q.convo_id, q.data FROM finderfee.signup_requests q WHERE q.message_id = s.message_id OFFSET 0) r
    WHERE s.id > $1 AND s.signed_at_ms >= $2 AND s.signed_at_ms < $3 ORDER BY s.id LIMIT $4`),
  conversions: statement(`
    SELECT c.id AS no, c.changed_at_ms AS at_ms, c.id, c.transaction_id, c.item_id, c.order_id, c.status, c.is_paid,
      c.sale_amount::text AS sale_amount, c.commission::text AS commission, c.currency, c.occurred_at_ms AS occurred_at,
      coalesce(c.matched_click_id, c.click_id) AS click_id, c.click_at_ms AS clicked_at, c.offer_id, c.merchant_id,
      c.program, c.unmatched_reason,
      c.reward_amount::text AS reward_amount, c.reward_currency, c.reward_reason,
      (SELECT a.name FROM finderfee.network_accounts a WHERE a.account_no = c.account_no) AS network,
      (SELECT p.email FROM finderfee.people p WHERE p.person_no = c.person_no) AS email
    FROM finderfee.conversions c
    WHERE c.status IS NOT NULL AND c.id > $1 AND c.changed_at_ms >= $2 AND c.changed_at_ms < $3 ORDER BY c.id LIMIT $4`),
  rewards: statement(`
    SELECT r.no, r.changed_at_ms AS at_ms, r.conversion_id, r.program, r.status, r.amount::text AS amount, r.currency,
      (SELECT p.email FROM finderfee.people p WHERE p.person_no = r.person_no) AS email
    FROM finderfee.rewards r WHERE r.no > $1 AND r.changed_at_ms >= $2 AND r.changed_at_ms < $3 ORDER BY r.no LIMIT $4`),
};

export async function exportFacts(
  db: Queryable,
  { kind, after, since_ms, until_ms, limit }: ExportPage,
): Promise<ExportRow[]> {
  const rows = await db.rows(QUERIES[kind], after, since_ms, until_ms ?? Number.MAX_SAFE_INTEGER, limit);
  return rows.map((row) => exportedFact(kind, row));
}
