// The ledger lookup in SQLite: facts by any of their ids, and by the facts that they belong to.
import type { FactKey, FactKind, FactQuery, LedgerFact, Member, SignupFact } from '../lookup-store.ts';
import { TO_FACT, toSignupFact } from '../rows/ledger-fact-row.ts';
import { newestFacts } from '../rules/newest-facts.ts';
import type { Connection } from './connection.ts';
import { CONVERSION_SELECTION } from './conversion-queries.ts';

const emailOf = (table: string) => `(SELECT p.email FROM people p WHERE p.person_no = ${table}.person_no) AS email`;

const OFFERS = `SELECT o.id AS no, o.created_at_ms AS at_ms, ${emailOf('o')}, o.* FROM offers o`;
const CLICKS = `SELECT c.click_no AS no, c.received_at_ms AS at_ms, ${emailOf('c')}, c.* FROM clicks c`;
const SIGNUP = `SELECT coalesce(s.id, 0) AS no, r.received_at_ms AS at_ms, ${emailOf('r')}, r.*, s.id AS signup_id,
  s.message_id AS recorded_by`;
const SIGNUPS = `${SIGNUP} FROM signups s JOIN signup_requests r USING (message_id)`;
const SIGNUP_REQUESTS = `${SIGNUP} FROM signup_requests r
  LEFT JOIN signups s ON s.program = r.program AND s.person_no = r.person_no`;
const CONVERSIONS = `SELECT c.id AS no, coalesce(c.occurred_at_ms, c.changed_at_ms) AS at_ms, ${emailOf('c')},
  ${CONVERSION_SELECTION} FROM conversions c`;
const REWARDS = `SELECT r.no, r.changed_at_ms AS at_ms, ${emailOf('r')}, r.program, r.person_no, r.conversion_id,
  r.status, CAST(r.amount AS TEXT) AS amount, r.currency,
  (SELECT c.convo_id FROM conversions c WHERE c.id = r.conversion_id) AS convo_id FROM rewards r`;

const listed = (select: string, condition: string, no: string) =>
  `${select} WHERE ${condition} AND ${no} < ?2 ORDER BY ${no} DESC LIMIT ?3`;
const offersBy = (column: string) => listed(OFFERS, `o.${column} = ?1`, 'o.id');
const clicksBy = (column: string) => listed(CLICKS, `c.${column} = ?1`, 'c.click_no');
const conversionsBy = (condition: string) => listed(CONVERSIONS, `c.status IS NOT NULL AND ${condition}`, 'c.id');
const rewardsBy = (column: string) => listed(REWARDS, `r.${column} = ?1`, 'r.no');
/** Only the conversion has a state; what corrects it has none. */
const correctedBy = (column: string) =>
  conversionsBy(`c.id IN (
    WITH RECURSIVE corrected (id, corrects) AS (
      SELECT id, corrects FROM conversions WHERE ${column} = ?1
      UNION SELECT n.id, n.corrects FROM corrected JOIN conversions n ON n.id = corrected.corrects)
    SELECT id FROM corrected)`);

/** Parameters: the value, the number that facts are below, and the limit. */
const QUERIES: Record<FactKey, string> = {
  'offer.id': offersBy('id'),
  'offer.presentation_id': offersBy('presentation_id'),
  'offer.click_id': offersBy('click_id'),
  'offer.message_id': offersBy('message_id'),
  'click.click_no': clicksBy('click_no'),
  'click.click_id': clicksBy('click_id'),
  'click.network_click_id': clicksBy('network_click_id'),
  'click.offer_id': clicksBy('offer_id'),
  'signup.id': listed(SIGNUPS, 's.id = ?1', 's.id'),
  'signup.message_id': `${SIGNUP_REQUESTS} WHERE r.message_id = ?1 AND coalesce(s.id, 0) < ?2 LIMIT ?3`,
  'conversion.id': correctedBy('id'),
  'conversion.transaction_id': correctedBy('transaction_id'),
  'conversion.order_id': conversionsBy('c.order_id = ?1'),
  'conversion.click_no': conversionsBy('c.click_no = ?1'),
  'conversion.person_no': conversionsBy('c.person_no = ?1'),
  'conversion.unknown_click_id': conversionsBy(`c.click_id = ?1 AND c.unmatched_reason = 'unknown_click'`),
  'reward.no': rewardsBy('no'),
  'reward.conversion_id': rewardsBy('conversion_id'),
};

export function list(db: Connection, { key, values, before, limit }: FactQuery): LedgerFact[] {
  const toFact = TO_FACT[key.split('.')[0] as FactKind];
  const below = before ?? Number.MAX_SAFE_INTEGER;
  const rows = values.flatMap((value) => db.all(QUERIES[key], value, below, limit));
  return newestFacts(rows.map(toFact), limit);
}

export function listSignups(db: Connection, { members }: { members: Member[] }): SignupFact[] {
  const rows = members.flatMap(({ program, person_no }) =>
    db.all(`${SIGNUPS} WHERE s.program = ? AND s.person_no = ?`, program, person_no),
  );
  return newestFacts(rows.map(toSignupFact));
}
