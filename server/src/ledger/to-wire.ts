// Facts of the ledger as the API shows them.
import type { ReplyBody } from '@finderfee/contract/endpoints.ts';
import { formatMicros, formatMicrosOrNull, type Micros, microsOfNumber } from '../product/micros.ts';
import type { LedgerFact } from '../store/lookup-store.ts';
import { maskEmail, maskFor, maskTexts } from '../text/mask.ts';
import { toIso } from '../text/to-iso.ts';

/** Whether the caller's key has the scope `pii`. */
export interface Sight {
  seesEmails: boolean;
}

export type WireFact = ReplyBody<'findFacts'>['items'][number];
type Amount = WireFact['amounts'][number];

/** What differs between kinds. Ids that are null are left out. */
interface Particulars {
  id: string;
  status: string | null;
  ids: Record<string, string | number | null>;
  amounts: Amount[];
  summary: string;
}

export function toWire(fact: LedgerFact, { seesEmails }: Sight): WireFact {
  const { kind, at_ms, program, convo_id, email } = fact;
  const { id, ids, ...particulars } = describe(fact);
  const known = Object.entries(ids).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]));
  const texts = { program, convo_id, ids: Object.fromEntries(known), ...particulars };
  const masked = maskTexts(texts, maskFor(seesEmails)) as typeof texts;
  return { kind, id, at: toIso(at_ms), email: email === null || seesEmails ? email : maskEmail(email), ...masked };
}

function describe(fact: LedgerFact): Particulars {
  switch (fact.kind) {
    case 'offer':
      return describeOffer(fact);
    case 'click':
      return describeClick(fact);
    case 'signup':
      return describeSignup(fact);
    case 'conversion':
      return describeConversion(fact);
    case 'reward':
      return describeReward(fact);
  }
}

type FactOf<K extends LedgerFact['kind']> = Extract<LedgerFact, { kind: K }>;

const amountOf = (name: Amount['name'], amount: Micros | null, currency: string | null): Amount[] =>
  amount === null ? [] : [{ name, amount: formatMicros(amount, currency), currency }];
const textOf = ({ amount, currency }: Pick<Amount, 'amount' | 'currency'>) =>
  currency === null ? amount : `${amount} ${currency}`;

function describeOffer({ no, presentation_id, click_id, message_id, is_registered, product }: FactOf<'offer'>) {
  const { name, value = null, currency = null, rebate_pct = null } = JSON.parse(product);
  const amounts = amountOf('value', value === null ? null : (microsOfNumber(value) ?? null), currency);
  const rebate = rebate_pct === null ? [] : [`${rebate_pct}% back`];
  return {
    id: String(no),
    status: is_registered ? 'registered' : 'acknowledged',
    ids: { presentation_id, click_id, message_id },
    amounts,
    summary: [shorten(name), ...amounts.map(textOf), ...rebate].join(', '),
  };
}

/** Names of products may be as long as a page. */
const MAX_NAME = 120;
const shorten = (name: string) => {
  const points = [...name];
  return points.length <= MAX_NAME ? name : `${points.slice(0, MAX_NAME - 1).join('')}…`;
};

const describeClick = ({ no, presentation_id, click_id, network_click_id, offer_id }: FactOf<'click'>) => ({
  id: String(no),
  status: null,
  ids: { click_id, network_click_id, presentation_id, offer_id },
  amounts: [],
  summary: `Click ${click_id} on ${presentation_id}`,
});

const SIGNUPS = {
  recorded: (program: string) => `Signed up for ${program}`,
  repeated: (program: string) => `Signed up for ${program} again, which changes nothing`,
  acknowledged: (program: string) => `Signup for ${program}, not recorded yet`,
};

function describeSignup({ message_id, signup_id, recorded_by, program }: FactOf<'signup'>) {
  const status = recorded_by === null ? 'acknowledged' : recorded_by === message_id ? 'recorded' : 'repeated';
  return {
    id: message_id,
    status,
    ids: { message_id, signup_id },
    amounts: [],
    summary: SIGNUPS[status](program ?? ''),
  };
}

function describeConversion({ conversion }: FactOf<'conversion'>) {
  const { network, transaction_id, item_id, order_id, status, match, reward, currency, unmatched_reason } = conversion;
  const amounts = [
    ...amountOf('sale_amount', conversion.sale_amount, currency),
    ...amountOf('commission', conversion.commission, currency),
    ...amountOf('reward', reward?.amount ?? null, reward?.currency ?? null),
  ];
  const sums = amounts.map((each) => `${NAMES[each.name]} ${textOf(each)}`);
  const without = unmatched_reason ?? reward?.reason ?? null;
  const parts = [`Sale reported by ${network}: ${status}`, ...sums, ...(without === null ? [] : [without])];
  const ids = {
    ...{ network, transaction_id, item_id: item_id === '' ? null : item_id, order_id },
    ...{ click_id: match?.click_id ?? conversion.click_id, click_no: match?.click_no ?? null },
    ...{ presentation_id: match?.presentation_id ?? null, offer_id: match?.offer?.offer_id ?? null },
  };
  return { id: String(conversion.id), status, ids, amounts, summary: parts.join(', ') };
}

const NAMES: Record<Amount['name'], string> = {
  value: 'value',
  sale_amount: 'sale',
  commission: 'commission',
  reward: 'reward',
};

function describeReward({ no, conversion_id, status, amount, currency }: FactOf<'reward'>) {
  const amounts = amountOf('reward', amount, currency);
  const size = formatMicrosOrNull(amount < 0n ? -amount : amount, currency);
  const summary = `${size} ${currency} ${amount < 0n ? 'off' : 'on'} ${status}`;
  return { id: String(no), status, ids: { conversion_id }, amounts, summary };
}
