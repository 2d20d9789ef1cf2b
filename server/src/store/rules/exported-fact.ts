// The facts of an export: their fields, in the order in which they are written.
import { number, type Row, textOrNull } from '../columns.ts';
import type { ExportKind, ExportRow } from '../ledger-store.ts';

const FIELDS: Record<ExportKind, string[]> = {
  offers: [
    'id',
    'convo_id',
    'presentation_id',
    'click_id',
    'program',
    'format',
    'position',
    'message_id',
    'is_registered',
    'direct_link',
    'detail_link',
    'product',
  ],
  clicks: ['click_no', 'program', 'click_id', 'convo_id', 'presentation_id', 'clicked_at_ms', 'offer_id'],
  signups: ['id', 'program', 'message_id', 'convo_id', 'details'],
};

const FLAGS = ['is_registered'];
const JSON_FIELDS = ['product', 'details'];

/** The row has `no`, `at_ms`, `email` and the fact's columns. Flags may be numbers; objects are JSON. */
export const exportedFact = (kind: ExportKind, row: Row): ExportRow => ({
  no: number(row, 'no'),
  at_ms: number(row, 'at_ms'),
  email: textOrNull(row, 'email'),
  data: Object.fromEntries(FIELDS[kind].map((field) => [field, decode(field, row[field])])),
});

function decode(field: string, value: unknown): unknown {
  if (value === undefined) throw new TypeError(`the export misses the column ${field}`);
  if (FLAGS.includes(field)) return Boolean(value);
  return JSON_FIELDS.includes(field) ? JSON.parse(String(value)) : value;
}
