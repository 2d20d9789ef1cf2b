// Counts the funnel report one fact at a time, from an export. What a report must equal.

import { EXPORT_KINDS } from '@finderfee/contract/administration.ts';
import type { FunnelReport } from '../../server/src/reports/funnel-rows.ts';
import type { FunnelQuery } from '../../server/src/reports/report-funnel.ts';
import type { ExportKind, ExportRow } from '../../server/src/store/ledger-store.ts';
import type { Store } from '../../server/src/store/store.ts';

type Row = FunnelReport['rows'][number];
// biome-ignore lint/suspicious/noExplicitAny: an exported fact.
type Fact = any;

export type ExportedFacts = Record<ExportKind, ExportRow[]> & { searches: number[] };

/** `searches` are the times of all searches, which are not exported. */
export async function exportAll(store: Store, searches: number[]): Promise<ExportedFacts> {
  const facts = {} as Record<ExportKind, ExportRow[]>;
  for (const kind of EXPORT_KINDS)
    facts[kind] = await store.exportFacts({ kind, after: 0, since_ms: 0, limit: 1_000_000 });
  return { ...facts, searches };
}

interface Tally {
  counts: Record<'searches' | 'offers' | 'clicks' | 'unique_clicks' | 'signups', number>;
  nonClicks: Record<string, number>;
  statuses: Record<string, number>;
  /** Millionths by currency. */
  money: Map<string | null, { sales: number; sale: bigint; commission: bigint; approved: bigint; rewards: bigint }>;
}

const newTally = (): Tally => ({
  counts: { searches: 0, offers: 0, clicks: 0, unique_clicks: 0, signups: 0 },
  nonClicks: {},
  statuses: { pending: 0, approved: 0, declined: 0 },
  money: new Map(),
});

const OMITTED = {
  none: [],
  day: [],
  program: ['searches'],
  merchant: ['searches', 'signups'],
  network: ['searches', 'offers', 'clicks', 'unique_clicks', 'non_clicks', 'signups'],
};

export function countFunnel(facts: ExportedFacts, query: FunnelQuery): FunnelReport {
  const { from, to, tz, group_by, date_basis, program, merchant: only } = query;
  const dates = new Intl.DateTimeFormat('sv-SE', { timeZone: tz });
  const tallies = new Map<string | null, Tally>();
  if (group_by === 'none') tallies.set(null, newTally());
  for (let day = Date.parse(from); group_by === 'day' && day <= Date.parse(to); day += 86_400_000)
    tallies.set(new Date(day).toISOString().slice(0, 10), newTally());

  /** Calls `add` with the tally of a fact, if its day is in the report. */
  const count = (at_ms: number, fact: Fact, add: (tally: Tally) => void) => {
    const date = dates.format(at_ms);
    if (date < from || date > to) return;
    const merchant = fact.merchant_id === null ? null : String(fact.merchant_id);
    if (program !== undefined && fact.program !== program) return;
    if (only !== undefined && merchant !== only) return;
    const key = { none: null, day: date, program: fact.program, merchant, network: fact.network }[group_by];
    if (key === undefined) return;
    const tally = tallies.get(key) ?? newTally();
    tallies.set(key, tally);
    add(tally);
  };

  const dimension = program !== undefined ? 'program' : only !== undefined ? 'merchant' : group_by;
  const applies = (column: string) => !(OMITTED[dimension] as string[]).includes(column);
  if (applies('searches')) for (const at_ms of facts.searches) count(at_ms, {}, ({ counts }) => counts.searches++);
  if (applies('offers'))
    for (const { at_ms, data } of facts.offers)
      count(at_ms, { ...data, merchant_id: merchantOf(data) }, ({ counts }) => counts.offers++);
  if (applies('signups'))
    for (const { at_ms, data } of facts.signups) count(at_ms, data, ({ counts }) => counts.signups++);
  const clicked = new Set<string>();
  for (const { data } of applies('clicks') ? facts.clicks : []) {
    const presentment = JSON.stringify([data.convo_id, data.presentation_id]);
    const isFirst = !clicked.has(presentment);
    clicked.add(presentment);
    count(Number(data.clicked_at_ms), data, ({ counts }) => {
      counts.clicks++;
      if (isFirst) counts.unique_clicks++;
    });
  }
  for (const { at_ms, data } of applies('non_clicks') ? facts.non_clicks : [])
    count(at_ms, data, ({ nonClicks }) => {
      nonClicks[String(data.reason)] = (nonClicks[String(data.reason)] ?? 0) + 1;
    });

  const unmatched = newTally();
  for (const { data } of facts.conversions) {
    const fact: Fact = data;
    if (fact.occurred_at === null) continue;
    const sold_ms = Date.parse(fact.occurred_at);
    if (fact.unmatched_reason !== null) {
      if (program !== undefined || only !== undefined) continue;
      const date = dates.format(sold_ms);
      if (date >= from && date <= to) addConversion(unmatched, fact);
    } else {
      const at_ms = date_basis === 'click' ? Date.parse(fact.clicked_at) : sold_ms;
      count(at_ms, fact, (tally) => addConversion(tally, fact));
    }
  }
  const found = group_by === 'none' || group_by === 'day';
  const rows = [...tallies]
    .filter(([, tally]) => found || !isEmpty(tally))
    .sort(([a], [b]) => compare(a, b))
    .map(([key, tally]) => toRow(key, tally, applies));
  const { statuses } = unmatched;
  return {
    rows,
    unmatched: {
      count: statuses.pending! + statuses.approved! + statuses.declined!,
      amounts: moneyOf(unmatched).map(([currency, { sale, commission }]) => ({
        ...{ currency, sale_amount: decimal(sale, currency), commission: decimal(commission, currency) },
      })),
    },
  };
}

const merchantOf = ({ product }: Fact): number | null => product.merchant?.id ?? null;

const compare = (a: string | null, b: string | null) =>
  a === null || b === null ? Number(a === null) - Number(b === null) : a < b ? -1 : 1;

const isEmpty = ({ counts, nonClicks, statuses }: Tally) =>
  [counts, nonClicks, statuses].every((each) => Object.values(each).every((value) => value === 0));

function addConversion(tally: Tally, fact: Fact): void {
  tally.statuses[fact.status]!++;
  if (fact.status === 'declined') return;
  const moneyIn = (currency: string | null) => {
    const money = tally.money.get(currency) ?? { sales: 0, sale: 0n, commission: 0n, approved: 0n, rewards: 0n };
    tally.money.set(currency, money);
    return money;
  };
  const money = moneyIn(fact.currency);
  money.sales++;
  money.sale += millionths(fact.sale_amount);
  money.commission += millionths(fact.commission);
  if (fact.status === 'approved') money.approved += millionths(fact.commission);
  if (fact.reward_amount !== null) moneyIn(fact.reward_currency).rewards += millionths(fact.reward_amount);
}

const moneyOf = ({ money }: Tally) =>
  [...money].filter(([, { sales, rewards }]) => sales > 0 || rewards !== 0n).sort(([a], [b]) => compare(a, b));

function toRow(key: string | null, tally: Tally, applies: (column: string) => boolean): Row {
  const { counts, nonClicks, statuses } = tally;
  const { pending = 0, approved = 0, declined = 0 } = statuses;
  const given = (column: keyof Tally['counts']) => (applies(column) ? counts[column] : null);
  const clicks = given('clicks');
  const rate = (part: number, whole: number | null) => (whole ? Number((part / whole).toFixed(6)) : null);
  const perClick = (amount: bigint, currency: string | null) =>
    clicks ? decimal(share(amount, clicks), currency) : null;
  return {
    ...{ key, searches: given('searches'), offers: given('offers'), clicks, unique_clicks: given('unique_clicks') },
    ...{ non_clicks: applies('non_clicks') ? nonClicks : null, signups: given('signups') },
    conversions: { pending, approved, declined },
    conversion_rate: rate(pending + approved + declined, clicks),
    approval_rate: rate(approved, approved + declined),
    undecided_share: rate(pending, pending + approved + declined),
    amounts: moneyOf(tally).map(([currency, { sale, commission, approved: confirmed, rewards }]) => ({
      ...{ currency, sale_amount: decimal(sale, currency), commission: decimal(commission, currency) },
      ...{ rewards: decimal(rewards, currency), epc_all: perClick(commission, currency) },
      epc_confirmed: perClick(confirmed, currency),
    })),
  };
}

function millionths(text: string | null): bigint {
  const [, sign, whole, fraction] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text ?? '0')!;
  return BigInt(`${sign}${whole}${(fraction ?? '').padEnd(6, '0')}`);
}

/** Half-even. */
function share(amount: bigint, parts: number): bigint {
  const size = amount < 0n ? -amount : amount;
  const [whole, rest] = [size / BigInt(parts), (size % BigInt(parts)) * 2n];
  const isUp = rest > BigInt(parts) || (rest === BigInt(parts) && whole % 2n === 1n);
  const rounded = whole + (isUp ? 1n : 0n);
  return amount < 0n ? -rounded : rounded;
}

function decimal(amount: bigint, currency: string | null): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(7, '0');
  const fraction = digits
    .slice(-6)
    .replace(/0+$/, '')
    .padEnd(currency === 'JPY' ? 0 : 2, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -6)}${fraction === '' ? '' : `.${fraction}`}`;
}
