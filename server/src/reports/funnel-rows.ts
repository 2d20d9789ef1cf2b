// Makes the rows of a funnel report from the sums of the store.
import type { ReplyBody } from '@finderfee/contract/endpoints.ts';
import { divideMicros, formatMicros, type Micros } from '../product/micros.ts';
import { CONVERSION_STATUSES, type ConversionStatus } from '../store/conversion-store.ts';
import type { FunnelSums } from '../store/report-store.ts';

export type FunnelReport = ReplyBody<'reportFunnel'>;
type FunnelRow = FunnelReport['rows'][number];
/** What the facts of a report have in common. */
type Dimension = Exclude<FunnelSums['dimension'], 'unmatched'>;
type Column = 'searches' | 'offers' | 'clicks' | 'unique_clicks' | 'non_clicks' | 'signups';

/** Columns that do not apply. */
const OMITTED: Record<Dimension, readonly Column[]> = {
  total: [],
  program: ['searches'],
  merchant: ['searches', 'signups'],
  network: ['searches', 'offers', 'clicks', 'unique_clicks', 'non_clicks', 'signups'],
};

interface CurrencySums {
  /** Pending and approved. */
  conversions: number;
  sale_amount: Micros;
  commission: Micros;
  approved_commission: Micros;
  rewards: Micros;
}

class RowSums {
  readonly counts = { offers: 0, clicks: 0, unique_clicks: 0, signups: 0 };
  readonly nonClicks = new Map<string, number>();
  readonly conversions: Record<ConversionStatus, number> = { pending: 0, approved: 0, declined: 0 };
  readonly #amounts = new Map<string | null, CurrencySums>();

  add(sums: FunnelSums): void {
    if (sums.kind === 'activity') {
      for (const column of ['offers', 'clicks', 'unique_clicks', 'signups'] as const)
        this.counts[column] += sums[column];
      if (sums.non_clicks !== 0)
        this.nonClicks.set(sums.detail, (this.nonClicks.get(sums.detail) ?? 0) + sums.non_clicks);
      return;
    }
    const status = CONVERSION_STATUSES.find((each) => each === sums.detail)!;
    this.conversions[status] += sums.conversions;
    if (status !== 'declined') this.#addAmounts(status, sums);
  }

  #addAmounts(status: ConversionStatus, { currency, conversions, sale_amount, commission, reward }: FunnelSums): void {
    const none = { conversions: 0, sale_amount: 0n, commission: 0n, approved_commission: 0n, rewards: 0n };
    const sums = this.#amounts.get(currency) ?? none;
    this.#amounts.set(currency, {
      conversions: sums.conversions + conversions,
      sale_amount: sums.sale_amount + sale_amount,
      commission: sums.commission + commission,
      approved_commission: sums.approved_commission + (status === 'approved' ? commission : 0n),
      rewards: sums.rewards + reward,
    });
  }

  get all(): number {
    const { pending, approved, declined } = this.conversions;
    return pending + approved + declined;
  }

  get isEmpty(): boolean {
    return this.all === 0 && this.nonClicks.size === 0 && Object.values(this.counts).every((count) => count === 0);
  }

  /** Those that a conversion or a reward is in. */
  get amounts(): ({ currency: string | null } & CurrencySums)[] {
    return Array.from(this.#amounts, ([currency, sums]) => ({ currency, ...sums }))
      .filter(({ conversions, rewards }) => conversions !== 0 || rewards !== 0n)
      .sort((a, b) => compareKeys(a.currency, b.currency));
  }
}

interface RowHead {
  key: string | null;
  searches: number | null;
}

/** `heads` are the rows of a report by day or as a whole; without them there is a row for each key that is found. */
export function toReport(
  dimension: Dimension,
  heads: readonly RowHead[] | undefined,
  found: readonly FunnelSums[],
): FunnelReport {
  const unmatched = new RowSums();
  const byRow = new Map<string, RowSums>(heads?.map((_, row_no) => [rowKey(row_no, ''), new RowSums()]));
  for (const sums of found) {
    const key = rowKey(sums.row_no, heads ? '' : sums.key);
    const row = sums.dimension === 'unmatched' ? unmatched : (byRow.get(key) ?? new RowSums());
    row.add(sums);
    if (row !== unmatched) byRow.set(key, row);
  }
  const rows = heads
    ? heads.map((head, row_no) => ({ head, sums: byRow.get(rowKey(row_no, ''))! }))
    : Array.from(byRow, ([key, sums]) => ({ head: { key: keyOf(key) || null, searches: null }, sums }))
        .filter(({ sums }) => !sums.isEmpty)
        .sort((a, b) => compareKeys(a.head.key, b.head.key));
  return {
    rows: rows.map(({ head, sums }) => toRow(dimension, head, sums)),
    unmatched: {
      count: unmatched.all,
      amounts: unmatched.amounts.map(({ currency, sale_amount, commission }) => ({
        currency,
        sale_amount: formatMicros(sale_amount, currency),
        commission: formatMicros(commission, currency),
      })),
    },
  };
}

const rowKey = (row_no: number, key: string) => `${row_no} ${key}`;
const keyOf = (rowKey: string) => rowKey.slice(rowKey.indexOf(' ') + 1);

/** Null comes last. */
function compareKeys(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a < b ? -1 : Number(a > b);
}

function toRow(dimension: Dimension, { key, searches }: RowHead, sums: RowSums): FunnelRow {
  const applies = <T>(column: Column, value: T): T | null => (OMITTED[dimension].includes(column) ? null : value);
  const { conversions, counts, all } = sums;
  const clicks = applies('clicks', counts.clicks);
  return {
    key,
    searches: applies('searches', searches),
    offers: applies('offers', counts.offers),
    clicks,
    unique_clicks: applies('unique_clicks', counts.unique_clicks),
    non_clicks: applies('non_clicks', Object.fromEntries([...sums.nonClicks].sort())),
    signups: applies('signups', counts.signups),
    conversions: { ...conversions },
    conversion_rate: ratio(all, clicks),
    approval_rate: ratio(conversions.approved, conversions.approved + conversions.declined),
    undecided_share: ratio(conversions.pending, all),
    amounts: sums.amounts.map((amounts) => ({
      currency: amounts.currency,
      sale_amount: formatMicros(amounts.sale_amount, amounts.currency),
      commission: formatMicros(amounts.commission, amounts.currency),
      rewards: formatMicros(amounts.rewards, amounts.currency),
      epc_all: perClick(amounts.commission, clicks, amounts.currency),
      epc_confirmed: perClick(amounts.approved_commission, clicks, amounts.currency),
    })),
  };
}

const ratio = (part: number, whole: number | null): number | null =>
  whole ? Math.round((part / whole) * 1_000_000) / 1_000_000 : null;

const perClick = (amount: Micros, clicks: number | null, currency: string | null): string | null =>
  clicks ? formatMicros(divideMicros(amount, clicks), currency) : null;
