// The funnel report: from searches to rewards, by day, program, merchant or network.
import type { Input } from '@finderfee/contract/endpoints.ts';
import { InvalidInput } from '../invalid-input.ts';
import { type FunnelSpan, type ReportStore, WIDTHS_MS } from '../store/report-store.ts';
import type { StoreDeps } from '../store-deps.ts';
import { maskFor } from '../text/mask.ts';
import { type FunnelReport, toReport } from './funnel-rows.ts';
import { readRange } from './report-range.ts';
import { daysOf, type Period } from './zone-days.ts';

export type FunnelQuery = Input<'reportFunnel'>['query'];

export async function reportFunnel(
  { store }: Pick<StoreDeps<ReportStore>, 'store'>,
  query: FunnelQuery,
  { seesEmails } = { seesEmails: false },
): Promise<FunnelReport> {
  const { from, to, group_by, date_basis, tz } = query;
  readRange({ from, to });
  const only = readOnly(query);
  const days = daysOf(from, to, tz);
  const whole = { from_ms: days[0]!.from_ms, to_ms: days.at(-1)!.to_ms };
  const isByDay = group_by === 'day';
  const periods = isByDay ? days.map(({ from_ms, to_ms }) => ({ from_ms, to_ms })) : [whole];
  const isTotal = isByDay || group_by === 'none';
  const { dimension, key } = only ?? { dimension: isTotal ? ('total' as const) : group_by, key: null };
  const spans = [
    ...periods.flatMap((period, row_no) =>
      (['activity', date_basis] as const).flatMap((kind) => spansOf({ row_no, dimension, key, kind }, period)),
    ),
    ...(only ? [] : spansOf({ row_no: 0, dimension: 'unmatched', key, kind: 'unmatched' }, whole)),
  ];
  const [found, searches] = await Promise.all([
    store.readFunnel({ spans }),
    dimension === 'total' ? store.countSearches({ periods }) : [],
  ]);
  const heads = periods.map((_, i) => ({ key: isByDay ? days[i]!.date : null, searches: searches[i] ?? null }));
  const report = toReport(dimension, isTotal ? heads : undefined, found);
  // Callers choose the names of programs.
  if (group_by === 'program') for (const row of report.rows) row.key = row.key && maskFor(seesEmails)(row.key);
  return report;
}

/** The program or merchant that the report is narrowed to. A row of the cells is of one of them, not of both. */
function readOnly({
  program,
  merchant,
  group_by,
}: FunnelQuery): { dimension: 'program' | 'merchant'; key: string } | undefined {
  const refuse = (name: string, input: string, message: string): never => {
    throw new InvalidInput([{ path: [name], message, input }], 'query');
  };
  if (program !== undefined && merchant !== undefined) refuse('merchant', merchant, 'cannot be combined with program');
  if (program === undefined && merchant === undefined) return undefined;
  if (group_by !== 'day' && group_by !== 'none')
    refuse('group_by', group_by, 'must be day or none in the report of a program or merchant');
  return program === undefined ? { dimension: 'merchant', key: merchant! } : { dimension: 'program', key: program };
}

/** The widest cells that fit into a period, with narrower ones before and after them. */
function spansOf(
  of: Pick<FunnelSpan, 'row_no' | 'dimension' | 'key' | 'kind'>,
  { from_ms, to_ms }: Period,
  widths: readonly FunnelSpan['width_ms'][] = WIDTHS_MS,
): FunnelSpan[] {
  const width_ms = widths.at(-1);
  if (width_ms === undefined || from_ms >= to_ms) return [];
  const narrower = widths.slice(0, -1);
  const first = Math.ceil(from_ms / width_ms) * width_ms;
  const last = Math.floor(to_ms / width_ms) * width_ms;
  if (first >= last) return spansOf(of, { from_ms, to_ms }, narrower);
  return [
    ...spansOf(of, { from_ms, to_ms: first }, narrower),
    { ...of, width_ms, from_ms: first, to_ms: last },
    ...spansOf(of, { from_ms: last, to_ms }, narrower),
  ];
}
