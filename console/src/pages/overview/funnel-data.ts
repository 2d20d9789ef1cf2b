// The funnel report, and what the parts of the page read from it.
import type { FunnelReport, ReportFunnelQuery } from '@finderfee/client';
import { api } from '../../api.ts';
import { place } from '../../router.ts';
import type { Days } from '../../ui/days.ts';
import { useResource } from '../../use-resource.ts';

const REFRESH_MS = 30_000;

export type Row = FunnelReport['rows'][number];
export type Amounts = Row['amounts'][number];
export type Grouping = NonNullable<ReportFunnelQuery['group_by']>;

/** Days begin where the person is. */
export function useFunnel({ from, to }: Days, group_by: Grouping) {
  const tz = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return useResource((options) => api.reports.funnel({ from, to, group_by, tz }, options), [from, to, group_by, tz], {
    refreshMs: REFRESH_MS,
  });
}

export const conversionsOf = ({ conversions: { pending, approved, declined } }: Row): number =>
  pending + approved + declined;

const sumOf = (counts: Readonly<Record<string, number>> | null): number =>
  Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0);

export const isEmpty = (row: Row): boolean =>
  !row.searches && !row.offers && !row.clicks && !row.signups && !sumOf(row.non_clicks) && conversionsOf(row) === 0;

/** What a line of the chart and a stage of the funnel show. */
export const METRICS = {
  searches: 'Searches',
  offers: 'Offers',
  clicks: 'Clicks',
  signups: 'Signups',
  conversions: 'Conversions',
  rewards: 'Rewards',
} as const;
export type Metric = keyof typeof METRICS;
export type Count = Exclude<Metric, 'rewards'>;

export const chosenMetric = (): Metric => {
  const name = place.value.query.get('metric') ?? '';
  return Object.hasOwn(METRICS, name) ? (name as Metric) : 'clicks';
};

export const countOf = (row: Row | undefined, metric: Count): number | null => {
  if (!row) return null;
  return metric === 'conversions' ? conversionsOf(row) : row[metric];
};

/** A currency that is not known has no name. */
export const nameOf = ({ currency }: Pick<Amounts, 'currency'>): string => currency ?? 'not known';

export const amountsIn = (row: Row | undefined, currency: string): Amounts | undefined =>
  row?.amounts.find((each) => nameOf(each) === currency);
