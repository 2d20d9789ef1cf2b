// Network accounts and their postbacks as rows.
import { number, type Row, text, textOrNull } from '../columns.ts';
import type { NetworkAccount, StoredPostback } from '../conversion-store.ts';

export const toNetwork = (row: Row): NetworkAccount => ({
  name: text(row, 'name'),
  dialect: textOrNull(row, 'dialect'),
  mapping: textOrNull(row, 'mapping'),
  currency: textOrNull(row, 'currency'),
  token: textOrNull(row, 'token'),
  created_at_ms: number(row, 'created_at_ms'),
});

export const toPostback = (row: Row): StoredPostback => ({
  no: number(row, 'no'),
  network: text(row, 'network'),
  received_at_ms: number(row, 'received_at_ms'),
  fields: text(row, 'fields'),
  reason: textOrNull(row, 'reason'),
});
