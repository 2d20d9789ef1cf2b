// Masks an erased person's email in texts outside of `people`. A scan by primary key finds the rows without a write
// lock; only those are locked and rewritten.
import type { SQLInputValue } from 'node:sqlite';
import { Mention } from '../../text/mask-mention.ts';
import type { MentionScan, MentionScanStep } from '../mention-scan.ts';
import { text } from './columns.ts';
import type { Connection, Row } from './connection.ts';
import type { File } from './files.ts';

interface ScannedTable {
  name: string;
  key: string[];
  /** Sorts before every key. */
  first: SQLInputValue[];
  json: string[];
  texts: string[];
}

const TABLES: Record<Exclude<File, 'catalogue'>, ScannedTable[]> = {
  ledger: [
    { name: 'events', key: ['convo_id', 'event_no'], first: ['', 0], json: ['data'], texts: [] },
    { name: 'conversations', key: ['convo_id'], first: [''], json: ['state'], texts: [] },
    { name: 'signup_requests', key: ['message_id'], first: [''], json: ['data'], texts: [] },
    { name: 'offers', key: ['id'], first: [0], json: ['product'], texts: ['direct_link', 'detail_link'] },
    { name: 'jobs', key: ['id'], first: [''], json: [], texts: ['last_error'] },
  ],
  sessions: [
    { name: 'search_events', key: ['session_id'], first: [''], json: ['criteria'], texts: ['query'] },
    { name: 'ranking_sessions', key: ['id'], first: [''], json: ['criteria'], texts: ['query'] },
  ],
};

/** Identifies a row; also serves as the cursor of a scan. */
interface RowKey {
  table: number;
  key: SQLInputValue[];
}

export const findMentions =
  (file: keyof typeof TABLES) =>
  (db: Connection, { email, after, limit }: MentionScan): MentionScanStep => {
    const tables = TABLES[file];
    const cursor: RowKey = after === null ? { table: 0, key: tables[0]!.first } : JSON.parse(after);
    const table = tables[cursor.table]!;
    const scanned = listAfter(db, table, cursor.key, limit);
    const mention = new Mention(email);
    const keyOf = (row: Row) =>
      JSON.stringify({ table: cursor.table, key: table.key.map((column) => row[column]!) } satisfies RowKey);
    const rows = scanned.filter((row) => maskColumns(table, row, mention).length > 0).map(keyOf);
    if (scanned.length === limit) return { rows, next: keyOf(scanned.at(-1)!) };
    const next = cursor.table + 1;
    if (next === tables.length) return { rows, next: null };
    return { rows, next: JSON.stringify({ table: next, key: tables[next]!.first } satisfies RowKey) };
  };

export const maskMentions =
  (file: keyof typeof TABLES) =>
  (db: Connection, { email, rows }: { email: string; rows: string[] }): number => {
    // Replaced content must not remain on freed pages.
    db.exec('PRAGMA secure_delete = ON');
    const mention = new Mention(email);
    return rows.filter((row) => {
      const { table, key }: RowKey = JSON.parse(row);
      return maskRow(db, TABLES[file][table]!, key, mention);
    }).length;
  };

function listAfter(db: Connection, { name, key, json, texts }: ScannedTable, after: SQLInputValue[], limit: number) {
  const keys = key.join(', ');
  const marks = key.map(() => '?').join(', ');
  return db.all(
    `SELECT ${[...key, ...json, ...texts].join(', ')} FROM ${name} WHERE (${keys}) > (${marks}) ORDER BY ${keys} LIMIT ?`,
    ...after,
    limit,
  );
}

/** Reads the row again: it may have changed or been deleted since it was found. */
function maskRow(db: Connection, table: ScannedTable, key: SQLInputValue[], mention: Mention): boolean {
  const where = table.key.map((column) => `${column} = ?`).join(' AND ');
  const columns = [...table.json, ...table.texts].join(', ');
  const row = db.get(`SELECT ${columns} FROM ${table.name} WHERE ${where}`, ...key);
  const masked = row ? maskColumns(table, row, mention) : [];
  for (const [column, value] of masked) db.run(`UPDATE ${table.name} SET ${column} = ? WHERE ${where}`, value, ...key);
  return masked.length > 0;
}

/** Columns that mention the email, with the masked text. */
function maskColumns({ json, texts }: ScannedTable, row: Row, mention: Mention): [string, string][] {
  const maskWith = (columns: string[], mask: (value: string) => string | undefined) =>
    columns.flatMap((column): [string, string][] => {
      const masked = row[column] === null ? undefined : mask(text(row, column));
      return masked === undefined ? [] : [[column, masked]];
    });
  return [
    ...maskWith(json, (value) => mention.maskJson(value)),
    ...maskWith(texts, (value) => mention.maskText(value)),
  ];
}
