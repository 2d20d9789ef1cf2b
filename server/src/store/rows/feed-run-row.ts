// Feed runs as rows, with the rows of the feed that they rejected.
import { number, numberOrNull, oneOf, type Row, text } from '../columns.ts';
import { type FeedRun, type RejectedRow, RUN_MODES, RUN_STATES } from '../feed-store.ts';

export const toFeedRun = (row: Row): FeedRun => ({
  id: number(row, 'id'),
  feed: text(row, 'feed'),
  mode: oneOf(row, 'mode', RUN_MODES),
  source: text(row, 'source'),
  state: oneOf(row, 'state', RUN_STATES),
  started_at_ms: number(row, 'started_at_ms'),
  runner: text(row, 'runner'),
  seen_at_ms: number(row, 'seen_at_ms'),
  finished_at_ms: numberOrNull(row, 'finished_at_ms'),
  message: text(row, 'message'),
  report: text(row, 'report'),
});

export const toRejectedRow = (row: Row): RejectedRow & { no: number } => ({
  no: number(row, 'no'),
  line: number(row, 'line'),
  field: text(row, 'field'),
  value: text(row, 'value'),
  reason: text(row, 'reason'),
});
