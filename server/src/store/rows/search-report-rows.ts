// Rows of the search report, and of clicks that wait for their search.
import { number, type Row, text } from '../columns.ts';
import type { SearchClick, SearchReportRow } from '../search-report-store.ts';

export const toSearchReportRow = (row: Row): SearchReportRow => ({
  query: text(row, 'query'),
  searches: number(row, 'searches'),
  without_results: number(row, 'without_results'),
  with_conversation: number(row, 'with_conversation'),
  with_click: number(row, 'with_click'),
});

export const toSearchClick = (row: Row): SearchClick => ({
  no: number(row, 'no'),
  convo_id: text(row, 'convo_id'),
  at_ms: number(row, 'at_ms'),
});
