// Entries of the audit log as rows.
import type { AuditEntry, AuditFilter, NewAuditEntry } from '../audit-store.ts';
import { number, type Row, text, textOrNull } from '../columns.ts';

export const toAuditEntry = (row: Row): AuditEntry => ({
  no: number(row, 'no'),
  at_ms: number(row, 'at_ms'),
  key_id: text(row, 'key_id'),
  key_name: text(row, 'key_name'),
  action: text(row, 'action'),
  subject: textOrNull(row, 'subject'),
  request_id: textOrNull(row, 'request_id'),
});

/** Values of all columns but the number, in the order of `NewAuditEntry`. */
export const auditValues = (entry: NewAuditEntry) => [
  entry.at_ms,
  entry.key_id,
  entry.key_name,
  entry.action,
  entry.subject,
  entry.request_id,
];

/** The condition of each filter, given the parameter of its value. */
export const AUDIT_FILTERS: Record<keyof Omit<AuditFilter, 'before' | 'limit'>, (parameter: string) => string> = {
  key_id: (key) => `key_id = ${key}`,
  action: (action) => `action = ${action}`,
  subject: (subject) => `subject = ${subject}`,
  from_ms: (from) => `at_ms >= ${from}`,
  to_ms: (to) => `at_ms < ${to}`,
};
