// The facts of an export: their fields, in the order in which they are written.
import { formatMicros } from '../../product/micros.ts';
import { toIso } from '../../text/to-iso.ts';
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
  clicks: [
    'click_no',
    'program',
    'click_id',
    'convo_id',
    'presentation_id',
    'clicked_at_ms',
    'offer_id',
    'merchant_id',
  ],
  non_clicks: ['no', 'program', 'convo_id', 'presentation_id', 'reason', 'merchant_id'],
  signups: ['id', 'program', 'message_id', 'convo_id', 'details'],
  conversions: [
    'id',
    'network',
    'transaction_id',
    'item_id',
    'order_id',
    'status',
    'is_paid',
    'sale_amount',
    'commission',
    'currency',
    'occurred_at',
    'click_id',
    'clicked_at',
    'offer_id',
    'merchant_id',
    'program',
    'unmatched_reason',
    'reward_amount',
    'reward_currency',
    'reward_reason',
  ],
  rewards: ['no', 'conversion_id', 'program', 'status', 'amount', 'currency'],
};

const FLAGS = ['is_registered', 'is_paid'];
const JSON_FIELDS = ['product', 'details'];
/** Columns in milliseconds, exported as ISO 8601. */
const TIMES = ['occurred_at', 'clicked_at'];
/** Columns in millionths, exported as decimal strings, each with the column of its currency. */
const AMOUNTS = new Map([
  ['sale_amount', 'currency'],
  ['commission', 'currency'],
  ['reward_amount', 'reward_currency'],
  ['amount', 'currency'],
]);

/** The row has `no`, `at_ms`, `email` and the fact's columns. Flags and amounts may be numbers; objects are JSON. */
export const exportedFact = (kind: ExportKind, row: Row): ExportRow => ({
  no: number(row, 'no'),
  at_ms: number(row, 'at_ms'),
  email: textOrNull(row, 'email'),
  data: Object.fromEntries(FIELDS[kind].map((field) => [field, decode(field, row)])),
});

function decode(field: string, row: Row): unknown {
  const value = row[field];
  if (value === undefined) throw new TypeError(`the export misses the column ${field}`);
  if (FLAGS.includes(field)) return Boolean(value);
  if (value === null) return null;
  if (TIMES.includes(field)) return toIso(number(row, field));
  const currency = AMOUNTS.get(field);
  if (currency !== undefined) return formatMicros(BigInt(value as bigint | number | string), textOrNull(row, currency));
  return JSON_FIELDS.includes(field) ? JSON.parse(String(value)) : value;
}
