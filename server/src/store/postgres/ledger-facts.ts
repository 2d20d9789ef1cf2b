// The ledger lookup on PostgreSQL: facts by any of their ids, and by the facts that they belong to.
import type { FactKey, FactKind, FactQuery, LedgerFact, Member, SignupFact } from '../lookup-store.ts';
import { TO_FACT, toSignupFact } from '../rows/ledger-fact-row.ts';
import { newestFacts } from '../rules/newest-facts.ts';
import { columnsOf } from './columns-of.ts';
import { CONVERSION_SELECTION } from './conversion-queries.ts';
import { statement } from './statement.ts';
import type { Queryable } from './transaction.ts';

const emailOf = (table: string) =>
  `(SELECT p.email FROM finderfee.people p WHERE p.person_no = ${table}.person_no) AS email`;

const OFFERS = `SELECT o.id AS no, o.created_at_ms AS at_ms, ${emailOf('o')}, o.* FROM finderfee.offers o`;
const CLICKS = `SELECT c.click_no AS no, c.received_at_ms AS at_ms, ${emailOf('c')}, c.* FROM finderfee.clicks c`;
const SIGNUP = `SELECT coalesce(s.id, 0) AS no, r.received_at_ms AS at_ms, ${emailOf('r')}, r.*, s.id AS signup_id,
  s.message_id AS recorded_by`;
const SIGNUPS = `${SIGNUP} FROM finderfee.signups s CROSS JOIN LATERAL
  (SELECT * FROM finderfee.signup_requests q WHERE q.message_id = s.message_id OFFSET 0) r`;
const SIGNUP_REQUESTS = `${SIGNUP} FROM finderfee.signup_requests r LEFT JOIN LATERAL
  (SELECT * FROM finderfee.signups q WHERE q.program = r.program AND q.person_no = r.person_no OFFSET 0) s ON true`;
const CONVERSIONS = `SELECT c.id AS no, coalesce(c.occurred_at_ms, c.changed_at_ms) AS at_ms, ${emailOf('c')},
  ${CONVERSION_SELECTION} FROM finderfee.conversions c`;
const REWARDS = `SELECT r.no, r.changed_at_ms AS at_ms, ${emailOf('r')}, r.program, r.person_no, r.conversion_id,
  r.status, r.amount::text AS amount, r.currency,
  (SELECT c.convo_id FROM finderfee.conversions c WHERE c.id = r.conversion_id) AS convo_id FROM finderfee.rewards r`;

/** The facts of each value by themselves, so that each is a search in the index of its column. */
const listed = (type: 'text' | 'bigint', select: string, condition: string, no: string) =>
  statement(`
    SELECT f.* FROM unnest($1::${type}[]) AS k (value) CROSS JOIN LATERAL (
      ${select} WHERE ${condition} AND ${no} < $2 ORDER BY ${no} DESC LIMIT $3) f
    ORDER BY f.no DESC LIMIT $3`);
const offersBy = (column: string, type: 'text' | 'bigint' = 'text') =>
  listed(type, OFFERS, `o.${column} = k.value`, 'o.id');
const clicksBy = (column: string, type: 'text' | 'bigint' = 'text') =>
  listed(type, CLICKS, `c.${column} = k.value`, 'c.click_no');
const conversionsBy = (column: string, type: 'text' | 'bigint', condition = 'true') =>
  listed(type, CONVERSIONS, `c.status IS NOT NULL AND ${condition} AND c.${column} = k.value`, 'c.id');
const rewardsBy = (column: string) => listed('bigint', REWARDS, `r.${column} = k.value`, 'r.no');
/** Only the conversion has a state; what corrects it has none. */
const correctedBy = (column: string, type: 'text' | 'bigint') =>
  statement(`
    WITH RECURSIVE corrected (id, corrects) AS (
      SELECT id, corrects FROM finderfee.conversions WHERE ${column} = ANY ($1::${type}[])
      UNION SELECT n.id, n.corrects FROM corrected t CROSS JOIN LATERAL
        (SELECT f.id, f.corrects FROM finderfee.conversions f WHERE f.id = t.corrects OFFSET 0) n)
    SELECT f.* FROM corrected t CROSS JOIN LATERAL (
      ${CONVERSIONS} WHERE c.id = t.id AND c.status IS NOT NULL AND c.id < $2 OFFSET 0) f
    ORDER BY f.no DESC LIMIT $3`);

/** Parameters: the values, the number that facts are below, and the limit. */
const QUERIES: Record<FactKey, ReturnType<typeof statement>> = {
  'offer.id': offersBy('id', 'bigint'),
  'offer.presentation_id': offersBy('presentation_id'),
  'offer.click_id': offersBy('click_id'),
  'offer.message_id': offersBy('message_id'),
  'click.click_no': clicksBy('click_no', 'bigint'),
  'click.click_id': clicksBy('click_id'),
  'click.network_click_id': clicksBy('network_click_id'),
  'click.offer_id': clicksBy('offer_id', 'bigint'),
  'signup.id': listed('bigint', SIGNUPS, 's.id = k.value', 's.id'),
  'signup.message_id': listed('text', SIGNUP_REQUESTS, 'r.message_id = k.value', 'coalesce(s.id, 0)'),
  'conversion.id': correctedBy('id', 'bigint'),
  'conversion.transaction_id': correctedBy('transaction_id', 'text'),
  'conversion.order_id': conversionsBy('order_id', 'text'),
  'conversion.click_no': conversionsBy('click_no', 'bigint'),
  'conversion.person_no': conversionsBy('person_no', 'bigint'),
  'conversion.unknown_click_id': conversionsBy('click_id', 'text', `c.unmatched_reason = 'unknown_click'`),
  'reward.no': rewardsBy('no'),
  'reward.conversion_id': rewardsBy('conversion_id'),
};

export async function list(db: Queryable, { key, values, before, limit }: FactQuery): Promise<LedgerFact[]> {
  // A repeated value would find its facts twice, within the limit.
  const rows = await db.rows(QUERIES[key], [...new Set(values)], before ?? Number.MAX_SAFE_INTEGER, limit);
  return newestFacts(rows.map(TO_FACT[key.split('.')[0] as FactKind]), limit);
}

const SIGNUPS_OF_MEMBERS = statement(`
  SELECT f.* FROM unnest($1::text[], $2::bigint[]) AS k (program, person_no) CROSS JOIN LATERAL (
    ${SIGNUPS} WHERE s.program = k.program AND s.person_no = k.person_no OFFSET 0) f`);

export async function listSignups(db: Queryable, { members }: { members: Member[] }): Promise<SignupFact[]> {
  const rows = await db.rows(SIGNUPS_OF_MEMBERS, ...columnsOf(members, 'program', 'person_no'));
  return newestFacts(rows.map(toSignupFact));
}
