// The funnel report as lines of a table: one per row and currency.
import type { FunnelReport } from './funnel-rows.ts';
import type { Cell } from './print-report.ts';

type Row = FunnelReport['rows'][number];
type Amounts = Row['amounts'][number];

const NO_AMOUNTS: Record<keyof Amounts, null> = {
  currency: null,
  sale_amount: null,
  commission: null,
  rewards: null,
  epc_all: null,
  epc_confirmed: null,
};

/** Counts are on the first line of a row only, so that a column can be added up. */
export const funnelLines = ({ rows }: FunnelReport): Record<string, Cell>[] =>
  rows.flatMap((row) => {
    const [first = NO_AMOUNTS, ...others] = row.amounts;
    const counts = countsOf(row);
    const blank = Object.fromEntries(Object.keys(counts).map((column) => [column, null]));
    return [{ ...counts, ...first }, ...others.map((amounts) => ({ ...blank, key: row.key, ...amounts }))];
  });

function countsOf({ amounts: _, non_clicks, conversions, ...counts }: Row): Record<string, Cell> {
  const { conversion_rate, approval_rate, undecided_share, ...others } = counts;
  const visits = non_clicks && Object.values(non_clicks).reduce((sum, count) => sum + count, 0);
  return { ...others, non_clicks: visits, ...conversions, conversion_rate, approval_rate, undecided_share };
}

export function describeUnmatched({ unmatched: { count, amounts } }: FunnelReport): string {
  const sums = amounts.map(({ currency, commission }) => `${commission} ${currency ?? 'of an unknown currency'}`);
  const worth = sums.length > 0 ? `, commission ${sums.join(', ')}` : '';
  return `${count} ${count === 1 ? 'conversion' : 'conversions'} without a known click${worth}`;
}
