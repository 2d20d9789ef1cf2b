// The search report: which queries are frequent, find nothing, or lead to no click.
import type { Input } from '@finderfee/contract/endpoints.ts';
import type { SearchReportRow, SearchReportStore } from '../store/search-report-store.ts';
import { readRange } from './report-range.ts';

export interface SearchReportDeps {
  store: Pick<SearchReportStore, 'reportSearches'>;
  /** Queries of fewer distinct callers are left out. */
  report_min_count: number;
}

export async function reportSearches(
  { store, report_min_count }: SearchReportDeps,
  { from, to, kind, limit }: Input<'reportSearches'>['query'],
) {
  const by = { kind, ...readRange({ from, to }), min_callers: report_min_count, limit };
  return { rows: (await store.reportSearches(by)).map(toWire) };
}

const toWire = ({ with_click, ...row }: SearchReportRow) => ({
  ...row,
  without_clicks: row.with_conversation - with_click,
  click_through_rate: row.with_conversation === 0 ? null : round(with_click / row.with_conversation),
});

const round = (ratio: number) => Math.round(ratio * 10_000) / 10_000;
