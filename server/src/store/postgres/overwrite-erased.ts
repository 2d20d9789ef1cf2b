// Vacuums erased row versions. Write-ahead log and backups hold them until their own retention ends.
import { flag } from '../columns.ts';
import { SCANNED_TABLES, type ScannedPart } from '../rules/mentions.ts';
import { statement } from './statement.ts';
import type { Queryable } from './transaction.ts';

const PARTS: Record<ScannedPart, ReturnType<typeof statementsOf>> = {
  ledger: statementsOf('people', ...SCANNED_TABLES.ledger.map(({ name }) => name)),
  sessions: statementsOf(...SCANNED_TABLES.sessions.map(({ name }) => name)),
};

function statementsOf(...names: string[]) {
  const tables = names.map((name) => `finderfee.${name}`);
  return {
    vacuum: statement(`VACUUM ${tables.join(', ')}`),
    // VACUUM skips the tables of other owners with a warning.
    isOwner: statement(`
      SELECT bool_and(pg_has_role(relowner, 'USAGE')) AS is_owner FROM pg_class
      WHERE oid IN (${tables.map((table) => `'${table}'::regclass`).join(', ')})`),
  };
}

/** Runs outside of a transaction. False if the role may not vacuum the tables. */
export const overwriteErased = (part: ScannedPart) => async (db: Queryable) => {
  const { vacuum, isOwner } = PARTS[part];
  await db.rows(vacuum);
  const [row] = await db.rows(isOwner);
  return flag(row!, 'is_owner');
};
