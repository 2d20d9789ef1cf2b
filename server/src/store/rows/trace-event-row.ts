// Events of conversation traces as rows.
import { json, number, oneOf, type Row, text, textOrNull } from '../columns.ts';
import { TRACE_KINDS, type TraceEvent } from '../ledger-store.ts';

export const toTraceEvent = (row: Row): TraceEvent => ({
  event_no: number(row, 'event_no'),
  at_ms: number(row, 'at_ms'),
  kind: oneOf(row, 'kind', TRACE_KINDS),
  id: text(row, 'id'),
  data: json(row, 'data'),
  email: textOrNull(row, 'email'),
});
