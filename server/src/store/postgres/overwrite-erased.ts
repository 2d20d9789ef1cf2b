// Vacuums erased row versions. Write-ahead log and backups hold them until their own retention ends.
import { SCANNED_TABLES, type ScannedPart } from '../rules/mentions.ts';
import { type Statement, statement } from './statement.ts';
import type { Queryable } from './transaction.ts';

const vacuum = (...tables: string[]) => statement(`VACUUM ${tables.map((name) => `finderfee.${name}`).join(', ')}`);

const VACUUM: Record<ScannedPart, Statement> = {
  ledger: vacuum('people', ...SCANNED_TABLES.ledger.map(({ name }) => name)),
  sessions: vacuum(...SCANNED_TABLES.sessions.map(({ name }) => name)),
};

/** Runs outside of a transaction. */
export const overwriteErased = (part: ScannedPart) => async (db: Queryable) => {
  await db.rows(VACUUM[part]);
  return true;
};
