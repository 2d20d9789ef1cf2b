// Exports ledger facts in insertion order.
import type { ExportKind, ExportRow } from '../ledger-store.ts';
import { json, number, textOrNull } from './columns.ts';
import type { Connection } from './connection.ts';

/** Each query selects the cursor `no`, the time `at_ms`, the person's email, and the fact as JSON in `data`. */
const QUERIES: Record<ExportKind, string> = {
  offers: `SELECT o.id AS no, o.created_at_ms AS at_ms, p.email, json_object('id', o.id, 'convo_id', o.convo_id,
      'presentation_id', o.presentation_id, 'click_id', o.click_id, 'program', o.program, 'format', o.format,
      'position', o.position, 'message_id', o.message_id, 'is_registered', json(iif(o.is_registered, 'true', 'false')),
      'direct_link', o.direct_link, 'detail_link', o.detail_link, 'product', json(o.product)) AS data
    FROM offers o LEFT JOIN people p USING (person_no)`,
  clicks: `SELECT c.click_no AS no, c.received_at_ms AS at_ms, p.email, json_object('click_no', c.click_no,
      'program', c.program, 'click_id', c.click_id, 'convo_id', c.convo_id, 'presentation_id', c.presentation_id,
      'clicked_at_ms', c.click_at_ms, 'offer_id', coalesce(
        (SELECT o.id FROM offers o
         WHERE o.convo_id = c.convo_id AND o.presentation_id = c.presentation_id AND o.click_id = c.click_id),
        (SELECT o.id FROM offers o
         WHERE o.convo_id = c.convo_id AND o.presentation_id = c.presentation_id ORDER BY o.id LIMIT 1))) AS data
    FROM clicks c LEFT JOIN people p USING (person_no)`,
  signups: `SELECT s.id AS no, s.signed_at_ms AS at_ms, p.email, json_object('id', s.id, 'program', s.program,
      'message_id', s.message_id, 'convo_id', r.convo_id, 'details', json(coalesce(d.data, r.data))) AS data
    FROM signups s JOIN signup_requests r USING (message_id)
      LEFT JOIN signup_requests d ON d.message_id = s.data_from LEFT JOIN people p ON p.person_no = s.person_no`,
};

interface ExportBy {
  kind: ExportKind;
  after: number;
  since_ms: number;
  limit: number;
}

export function exportFacts(db: Connection, { kind, after, since_ms, limit }: ExportBy): ExportRow[] {
  const rows = db.all(
    `SELECT * FROM (${QUERIES[kind]}) WHERE no > ? AND at_ms >= ? ORDER BY no LIMIT ?`,
    after,
    since_ms,
    limit,
  );
  return rows.map((row) => ({
    no: number(row, 'no'),
    at_ms: number(row, 'at_ms'),
    email: textOrNull(row, 'email'),
    data: json(row, 'data'),
  }));
}
