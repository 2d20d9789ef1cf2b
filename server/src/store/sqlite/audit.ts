// The audit log in SQLite.
import type { AuditEntry, AuditFilter, NewAuditEntry } from '../audit-store.ts';
import { AUDIT_FILTERS, auditValues, toAuditEntry } from '../rows/audit-row.ts';
import type { Connection } from './connection.ts';

export function record(db: Connection, entry: NewAuditEntry): void {
  db.run(
    'INSERT INTO audit_log (at_ms, key_id, key_name, action, subject, request_id) VALUES (?, ?, ?, ?, ?, ?)',
    ...auditValues(entry),
  );
}

export function list(db: Connection, { before, limit, ...filters }: AuditFilter): AuditEntry[] {
  const given = (Object.keys(AUDIT_FILTERS) as (keyof typeof filters)[]).filter((name) => filters[name] !== null);
  const conditions = ['no < ?', ...given.map((name) => AUDIT_FILTERS[name]('?'))];
  const rows = db.all(
    `SELECT * FROM audit_log WHERE ${conditions.join(' AND ')} ORDER BY no DESC LIMIT ?`,
    ...[before ?? Number.MAX_SAFE_INTEGER, ...given.map((name) => filters[name]), limit],
  );
  return rows.map(toAuditEntry);
}
