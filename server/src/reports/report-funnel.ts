// The funnel report: from searches to rewards, by day, program, merchant or network.
import type { Input } from '@finderfee/contract/endpoints.ts';
import { DAY_MS, type FunnelDimension, type FunnelSpan, QUARTER_MS, type ReportStore } from '../store/report-store.ts';
import type { StoreDeps } from '../store-deps.ts';
import { type FunnelReport, toReport } from './funnel-rows.ts';
import { readRange } from './report-range.ts';
import { daysOf, type Period } from './zone-days.ts';

export type FunnelQuery = Input<'reportFunnel'>['query'];

export async function reportFunnel(
  { store }: Pick<StoreDeps<ReportStore>, 'store'>,
  { from, to, group_by, date_basis, tz }: FunnelQuery,
): Promise<FunnelReport> {
  readRange({ from, to });
  const days = daysOf(from, to, tz);
  const whole = { from_ms: days[0]!.from_ms, to_ms: days.at(-1)!.to_ms };
  const isByDay = group_by === 'day';
  const periods = isByDay ? days.map(({ from_ms, to_ms }) => ({ from_ms, to_ms })) : [whole];
  const dimension = isByDay || group_by === 'none' ? 'total' : group_by;
  const spans = [
    ...periods.flatMap((period, row_no) => spansOf(row_no, dimension, period)),
    ...spansOf(0, 'unmatched', whole),
  ];
  const [found, searches] = await Promise.all([
    store.readFunnel({ spans, date_basis }),
    dimension === 'total' ? store.countSearches({ periods }) : [],
  ]);
  const heads = searches.map((count, i) => ({ key: isByDay ? days[i]!.date : null, searches: count }));
  return toReport(group_by, heads, found);
}

/** Whole days in UTC, and quarters of an hour before and after them. */
function spansOf(row_no: number, dimension: FunnelDimension, { from_ms, to_ms }: Period): FunnelSpan[] {
  const firstDay = Math.ceil(from_ms / DAY_MS) * DAY_MS;
  const lastDay = Math.floor(to_ms / DAY_MS) * DAY_MS;
  const quarters = { row_no, dimension, width_ms: QUARTER_MS } as const;
  if (firstDay >= lastDay) return [{ ...quarters, from_ms, to_ms }];
  const spans: FunnelSpan[] = [
    { ...quarters, from_ms, to_ms: firstDay },
    { row_no, dimension, width_ms: DAY_MS, from_ms: firstDay, to_ms: lastDay },
    { ...quarters, from_ms: lastDay, to_ms },
  ];
  return spans.filter((span) => span.from_ms < span.to_ms);
}
