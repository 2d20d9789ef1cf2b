// Console sessions as rows.
import { bytes, number, type Row } from '../columns.ts';
import type { ConsoleSession } from '../console-store.ts';

export const toConsoleSession = (row: Row): ConsoleSession => ({
  digest: bytes(row, 'digest'),
  key_digest: bytes(row, 'key_digest'),
  created_at_ms: number(row, 'created_at_ms'),
  expires_at_ms: number(row, 'expires_at_ms'),
});

/** Values of all columns, in the order of `ConsoleSession`. */
export const consoleSessionValues = (session: ConsoleSession) => [
  session.digest,
  session.key_digest,
  session.created_at_ms,
  session.expires_at_ms,
];
