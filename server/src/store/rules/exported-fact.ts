// The facts of an export: their fields, in the order in which they are written.
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

/** A stored fact. Flags may be numbers; objects are JSON. */
export interface StoredFact extends Omit<ExportRow, 'data'> {
  columns: Record<string, unknown>;
}

export const exportedFact = (kind: ExportKind, { no, at_ms, email, columns }: StoredFact): ExportRow => ({
  no,
  at_ms,
  email,
  data: Object.fromEntries(FIELDS[kind].map((field) => [field, decode(field, columns[field])])),
});

function decode(field: string, value: unknown): unknown {
  if (value === undefined) throw new TypeError(`the export misses the column ${field}`);
  if (FLAGS.includes(field)) return Boolean(value);
  return JSON_FIELDS.includes(field) ? JSON.parse(String(value)) : value;
}
