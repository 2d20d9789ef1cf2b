// The store port of console sessions: an API key exchanged for a token in a cookie.
import type { PurgeBy } from './purge-by.ts';

export interface ConsoleSession {
  /** SHA-256 of the token. The token itself is only in the cookie. */
  digest: Uint8Array;
  /** Of the key that the session acts for. */
  key_digest: Uint8Array;
  created_at_ms: number;
  expires_at_ms: number;
}

export interface ConsoleStore {
  insertConsoleSession(session: ConsoleSession): Promise<void>;
  /** Also an expired one, until it is purged. */
  getConsoleSession(by: { digest: Uint8Array }): Promise<ConsoleSession | null>;
  /** Does nothing if the session was deleted meanwhile. */
  extendConsoleSession(by: { digest: Uint8Array; expires_at_ms: number }): Promise<void>;
  deleteConsoleSession(by: { digest: Uint8Array }): Promise<void>;
  /** Those that expired before a time, oldest first. */
  purgeConsoleSessions(by: PurgeBy): Promise<number>;
}
