// The audit log in PostgreSQL.
import type { AuditEntry, AuditFilter, NewAuditEntry } from '../audit-store.ts';
import { AUDIT_FILTERS, auditValues, toAuditEntry } from '../rows/audit-row.ts';
import { filteredList } from './filtered-list.ts';
import { statement } from './statement.ts';
import type { Queryable, Transaction } from './transaction.ts';

const INSERT = statement(`
  INSERT INTO finderfee.audit_log (at_ms, key_id, key_name, action, subject, request_id) VALUES ($1, $2, $3, $4, $5, $6)`);
const ENTRIES = filteredList('SELECT * FROM finderfee.audit_log WHERE true', 'no', AUDIT_FILTERS);

export async function record(tx: Transaction, entry: NewAuditEntry): Promise<void> {
  await tx.run(INSERT, ...auditValues(entry));
}

export async function list(db: Queryable, { before, limit, ...filters }: AuditFilter): Promise<AuditEntry[]> {
  return (await ENTRIES(db, { filters, before, limit })).map(toAuditEntry);
}
