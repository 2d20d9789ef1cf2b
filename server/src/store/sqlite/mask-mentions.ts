// Masks an erased person's email in texts outside of `people`. A scan by primary key finds the rows without a write
// lock; only those are locked and rewritten.
import { Mention } from '../../text/mask-mention.ts';
import type { MentionScan, MentionScanStep } from '../mention-scan.ts';
import { maskedColumns, type RowRef, readRef, type ScannedPart, scanStep } from '../rules/mentions.ts';
import type { Connection, Row } from './connection.ts';

export const findMentions =
  (part: ScannedPart) =>
  (db: Connection, { email, after, limit }: MentionScan): MentionScanStep => {
    const cursor = readRef(part, after);
    return scanStep(part, cursor, listAfter(db, cursor, limit), { mention: new Mention(email), limit });
  };

export const maskMentions =
  (part: ScannedPart) =>
  (db: Connection, { email, rows }: { email: string; rows: string[] }): number => {
    // Replaced content must not remain on freed pages.
    db.exec('PRAGMA secure_delete = ON');
    const mention = new Mention(email);
    return rows.filter((row) => maskRow(db, readRef(part, row), mention)).length;
  };

function listAfter(db: Connection, { table, key }: RowRef, limit: number): Row[] {
  const keys = table.key.join(', ');
  const marks = table.key.map(() => '?').join(', ');
  const columns = [...table.key, ...table.json, ...table.texts].join(', ');
  return db.all(
    `SELECT ${columns} FROM ${table.name} WHERE (${keys}) > (${marks}) ORDER BY ${keys} LIMIT ?`,
    ...key,
    limit,
  );
}

/** Reads the row again: it may have changed or been deleted since it was found. */
function maskRow(db: Connection, { table, key }: RowRef, mention: Mention): boolean {
  const where = table.key.map((column) => `${column} = ?`).join(' AND ');
  const columns = [...table.json, ...table.texts].join(', ');
  const row = db.get(`SELECT ${columns} FROM ${table.name} WHERE ${where}`, ...key);
  const masked = row ? maskedColumns(table, row, mention) : [];
  if (table.isDeleted && masked.length > 0) db.run(`DELETE FROM ${table.name} WHERE ${where}`, ...key);
  else
    for (const [column, value] of masked)
      db.run(`UPDATE ${table.name} SET ${column} = ? WHERE ${where}`, value, ...key);
  return masked.length > 0;
}
