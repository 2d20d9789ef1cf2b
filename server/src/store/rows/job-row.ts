// Jobs as rows.
import { number, numberOrNull, oneOf, type Row, text, textOrNull } from '../columns.ts';
import { JOB_STATES, type StoredJob } from '../ledger-store.ts';

export const toJob = (row: Row): StoredJob => ({
  id: text(row, 'id'),
  kind: text(row, 'kind'),
  subject: text(row, 'subject'),
  state: oneOf(row, 'state', JOB_STATES),
  attempts: number(row, 'attempts'),
  due_at_ms: number(row, 'due_at_ms'),
  last_error: textOrNull(row, 'last_error'),
  created_at_ms: number(row, 'created_at_ms'),
  finished_at_ms: numberOrNull(row, 'finished_at_ms'),
});
