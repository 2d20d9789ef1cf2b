// Masks an erased person's email in texts outside of `people`. A scan by primary key finds the rows without a lock;
// only those are locked and rewritten.
import { Mention } from '../../text/mask-mention.ts';
import type { MentionScan, MentionScanStep } from '../mention-scan.ts';
import {
  maskedColumns,
  readRef,
  SCANNED_TABLES,
  type ScannedPart,
  type ScannedTable,
  scanStep,
} from '../rules/mentions.ts';
import { statement } from './statement.ts';
import type { Queryable, Transaction } from './transaction.ts';

const TABLES = new Map(
  Object.values(SCANNED_TABLES)
    .flat()
    .map((table) => [table.name, statementsOf(table)]),
);

/** A batch that has read the reports of an account writes their texts again, so masking waits for it. */
const accountLock = (account: string) =>
  statement(`SELECT FROM finderfee.network_accounts WHERE account_no = (${account}) FOR NO KEY UPDATE`);
const ACCOUNT_LOCKS = new Map([
  ['conversions', accountLock('SELECT c.account_no FROM finderfee.conversions c WHERE c.id = $1')],
  [
    'conversion_reports',
    accountLock(`SELECT c.account_no FROM finderfee.conversions c WHERE c.id =
      (SELECT r.conversion_id FROM finderfee.conversion_reports r WHERE r.report_no = $1)`),
  ],
]);

function statementsOf({ name, key, json, texts }: ScannedTable) {
  const columns = [...json, ...texts];
  const parameters = key.map((_, i) => `$${i + 1}`).join(', ');
  const where = `(${key.join(', ')}) = (${parameters})`;
  const from = `finderfee.${name}`;
  const value = `$${key.length + 1}`;
  // A turn in progress is based on the old version, so that it does not bring the email back.
  const also = name === 'conversations' ? ', version = version + 1' : '';
  return {
    list: statement(
      `SELECT ${[...key, ...columns].join(', ')} FROM ${from}
       WHERE (${key.join(', ')}) > (${parameters}) ORDER BY ${key.join(', ')} LIMIT ${value}`,
    ),
    lock: statement(`SELECT ${columns.join(', ')} FROM ${from} WHERE ${where} FOR UPDATE`),
    remove: statement(`DELETE FROM ${from} WHERE ${where}`),
    update: new Map(
      columns.map((column) => [column, statement(`UPDATE ${from} SET ${column} = ${value}${also} WHERE ${where}`)]),
    ),
  };
}

export const findMentions =
  (part: ScannedPart) =>
  async (db: Queryable, { email, after, limit }: MentionScan): Promise<MentionScanStep> => {
    const cursor = readRef(part, after);
    const rows = await db.rows(TABLES.get(cursor.table.name)!.list, ...cursor.key, limit);
    return scanStep(part, cursor, rows, { mention: new Mention(email), limit });
  };

export const maskMentions =
  (part: ScannedPart) =>
  async (tx: Transaction, { email, rows }: { email: string; rows: string[] }): Promise<number> => {
    const mention = new Mention(email);
    // Descending: jobs before offers, as run-job.ts locks them.
    const masked = await Promise.all(
      rows
        .toSorted()
        .reverse()
        .map((row) => maskRow(tx, part, row, mention)),
    );
    return masked.filter(Boolean).length;
  };

/** Reads the row again: it may have changed or been deleted since it was found. */
async function maskRow(tx: Transaction, part: ScannedPart, ref: string, mention: Mention): Promise<boolean> {
  const { table, key } = readRef(part, ref);
  const { lock, remove, update } = TABLES.get(table.name)!;
  const lockAccount = ACCOUNT_LOCKS.get(table.name);
  if (lockAccount) tx.send(lockAccount, ...key);
  const row = await tx.row(lock, ...key);
  const masked = row ? maskedColumns(table, row, mention) : [];
  if (table.isDeleted && masked.length > 0) tx.send(remove, ...key);
  else for (const [column, value] of masked) tx.send(update.get(column)!, ...key, value);
  return masked.length > 0;
}
