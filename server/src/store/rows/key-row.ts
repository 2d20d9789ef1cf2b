// API keys as rows.
import { bytes, json, number, numberOrNull, type Row, text } from '../columns.ts';
import type { ListedKey, StoredKey } from '../config-store.ts';

export const toKey = (row: Row): ListedKey => ({
  id: text(row, 'id'),
  name: text(row, 'name'),
  digest: bytes(row, 'digest'),
  scopes: json(row, 'scopes'),
  created_at_ms: number(row, 'created_at_ms'),
  expires_at_ms: numberOrNull(row, 'expires_at_ms'),
  revoked_at_ms: numberOrNull(row, 'revoked_at_ms'),
  last_used_at_ms: numberOrNull(row, 'last_used_at_ms'),
});

/** Values of all columns of a new key, in the order of `StoredKey`. */
export const keyValues = (key: StoredKey) => [
  key.id,
  key.name,
  key.digest,
  JSON.stringify(key.scopes),
  key.created_at_ms,
  key.expires_at_ms,
  key.revoked_at_ms,
];
