// The funnel report, and what the parts of the page read from it.
import type { FunnelReport, ReportFunnelQuery } from '@finderfee/client';
import { api } from '../../api.ts';
import { place } from '../../router.ts';
import type { Days } from '../../ui/days.ts';
import { useResource } from '../../use-resource.ts';

const REFRESH_MS = 30_000;

/** The program or merchant that the page is about, if it is about one. */
export type Narrowing = Pick<ReportFunnelQuery, 'program' | 'merchant'>;
export type Row = FunnelReport['rows'][number];
export type Amounts = Row['amounts'][number];
export type Grouping = NonNullable<ReportFunnelQuery['group_by']>;

/** Days begin where the person is. */
export function useFunnel(
  { from, to }: Days,
  group_by: Grouping,
  only: Narrowing = {},
  { refreshMs = REFRESH_MS } = {},
) {
  const tz = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const query = { from, to, group_by, tz, ...only };
  return useResource((options) => api.reports.funnel(query, options), [query], { refreshMs });
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

const METRIC_NAMES = Object.keys(METRICS) as Metric[];

/** A search is of no program, and a search or signup of no merchant. */
export const metricsOf = ({ program, merchant }: Narrowing): Metric[] => {
  const isOmitted = (metric: Metric) =>
    (metric === 'searches' && (program ?? merchant) !== undefined) || (metric === 'signups' && merchant !== undefined);
  return METRIC_NAMES.filter((metric) => !isOmitted(metric));
};

export const chosenMetric = (metrics: readonly Metric[]): Metric => {
  const name = place.value.query.get('metric');
  return metrics.find((metric) => metric === name) ?? 'clicks';
};

export const countOf = (row: Row | undefined, metric: Count): number | null => {
  if (!row) return null;
  return metric === 'conversions' ? conversionsOf(row) : row[metric];
};

/** A currency that is not known has no name. */
export const nameOf = ({ currency }: Pick<Amounts, 'currency'>): string => currency ?? 'not known';

export const amountsIn = (row: Row | undefined, currency: string): Amounts | undefined =>
  row?.amounts.find((each) => nameOf(each) === currency);
