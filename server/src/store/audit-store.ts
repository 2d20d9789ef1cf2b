// The store port of the audit log: one entry per change that an operator made.
import type { PurgeBy } from './purge-by.ts';

export interface NewAuditEntry {
  at_ms: number;
  /** Id of the key that made the change, and its name at that time. */
  key_id: string;
  key_name: string;
  /** Name of the operation, or the command. */
  action: string;
  /** What was changed; null if it has no id. */
  subject: string | null;
  /** Null for the command line. */
  request_id: string | null;
}

export interface AuditEntry extends NewAuditEntry {
  /** Ascending; serves as the cursor. */
  no: number;
}

/** Null: the filter does not apply. */
export interface AuditFilter {
  key_id: string | null;
  action: string | null;
  subject: string | null;
  from_ms: number | null;
  /** Exclusive. */
  to_ms: number | null;
  before: number | null;
  limit: number;
}

export interface AuditStore {
  recordAction(entry: NewAuditEntry): Promise<void>;
  /** Newest first. */
  listActions(by: AuditFilter): Promise<AuditEntry[]>;
  /** In the order of their numbers. */
  purgeActions(by: PurgeBy): Promise<number>;
}
