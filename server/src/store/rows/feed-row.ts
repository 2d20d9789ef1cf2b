// Registered feeds as rows.
import { flag, number, oneOf, type Row, text, textOrNull } from '../columns.ts';
import { type RegisteredFeed, RUN_MODES, type RunRequest } from '../feed-store.ts';

/** The column of the run request differs between engines. */
export const toFeed = (row: Row, run_request: RunRequest | null): RegisteredFeed => ({
  id: text(row, 'id'),
  url: text(row, 'url'),
  mode: oneOf(row, 'mode', RUN_MODES),
  every_ms: number(row, 'every_ms'),
  options: text(row, 'options'),
  is_paused: flag(row, 'is_paused'),
  run_request,
  etag: textOrNull(row, 'etag'),
  last_modified: textOrNull(row, 'last_modified'),
  next_run_at_ms: number(row, 'next_run_at_ms'),
  failures: number(row, 'failures'),
  created_at_ms: number(row, 'created_at_ms'),
});
