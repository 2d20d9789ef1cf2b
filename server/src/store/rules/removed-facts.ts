// What facts that are removed take off the reports.
import { flag, number, numberOrNull, type Row, text, textOrNull } from '../columns.ts';
import { toCountedClick } from '../rows/funnel-row.ts';
import type { Transaction } from './conversion-state.ts';
import {
  clickDelta,
  conversionDeltas,
  type FunnelDelta,
  nonClickDelta,
  offerDelta,
  quarterOf,
  signupDelta,
  takenOff,
} from './funnel-deltas.ts';
import { type QueryCounts, queryCountKey } from './query-counts.ts';

interface RemovedRows {
  offers: readonly Row[];
  clicks: readonly Row[];
  non_clicks: readonly Row[];
  signups: readonly Row[];
}

const attributed = (row: Row) => ({ program: text(row, 'program'), merchant_id: numberOrNull(row, 'merchant_id') });

/** Non-clicks of version 0.1 have no program and were never counted. */
export const removedFacts = ({ offers, clicks, non_clicks, signups }: RemovedRows): FunnelDelta[] =>
  takenOff([
    ...offers.map((row) => offerDelta(attributed(row), number(row, 'created_at_ms'))),
    ...clicks.map((row) => clickDelta(toCountedClick(row))),
    ...non_clicks
      .filter((row) => textOrNull(row, 'program') !== null)
      .map((row) => nonClickDelta(attributed(row), text(row, 'reason'), number(row, 'received_at_ms'))),
    ...signups.map((row) => signupDelta(text(row, 'program'), number(row, 'signed_at_ms'))),
  ]);

export const removedConversions = (transactions: readonly Transaction[]): FunnelDelta[] =>
  transactions.flatMap(({ account, state }) => conversionDeltas(account.name, state, null));

interface RemovedCounts {
  /** By day and query. */
  queries: (Omit<QueryCounts, 'callers'> & { with_click: number })[];
  quarters: { at_ms: number; searches: number }[];
}

/** All searches count in their quarter of an hour, and those of the search report in the row of their query. */
export function removedSearches(rows: readonly Row[]): RemovedCounts {
  const queries = new Map<string, RemovedCounts['queries'][number]>();
  const quarters = new Map<number, number>();
  for (const row of rows) {
    const at_ms = number(row, 'at_ms');
    quarters.set(quarterOf(at_ms), (quarters.get(quarterOf(at_ms)) ?? 0) + 1);
    if (row.is_clicked === null) continue;
    const key = queryCountKey({ query: text(row, 'query'), at_ms });
    const name = `${key.day} ${key.query}`;
    const sum = queries.get(name) ?? { ...key, searches: 0, without_results: 0, with_conversation: 0, with_click: 0 };
    sum.searches++;
    sum.with_conversation++;
    sum.without_results += Number(flag(row, 'is_empty'));
    sum.with_click += Number(flag(row, 'is_clicked'));
    queries.set(name, sum);
  }
  const inOrder = [...queries.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
  return { queries: inOrder, quarters: Array.from(quarters, ([at_ms, searches]) => ({ at_ms, searches })) };
}
