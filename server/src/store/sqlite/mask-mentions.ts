// Erasing what mentions a person outside `people`, in SQLite. A scan by primary key finds the rows without a write lock;
// only those are read again and written.
import type { SQLInputValue } from 'node:sqlite';
import { Mention } from '../../text/mask-mention.ts';
import type { MentionScan, MentionScanStep } from '../port.ts';
import type { Connection } from './connection.ts';
import type { File } from './files.ts';

interface MentioningTable {
  name: string;
  key: string[];
  /** Less than any key. */
  first: SQLInputValue[];
  json: string[];
  texts: string[];
}

const TABLES: Record<Exclude<File, 'catalogue'>, MentioningTable[]> = {
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

/** A row, or where a scan goes on. */
interface Place {
  table: number;
  key: SQLInputValue[];
}

export const findIn =
  (file: keyof typeof TABLES) =>
  (db: Connection, { email, after, limit }: MentionScan): MentionScanStep => {
    const tables = TABLES[file];
    const place: Place = after === null ? { table: 0, key: tables[0]!.first } : JSON.parse(after);
    const table = tables[place.table]!;
    const scanned = listAfter(db, table, place.key, limit);
    const mention = new Mention(email);
    const placeOf = (row: TextRow) =>
      JSON.stringify({ table: place.table, key: table.key.map((column) => row[column]!) } satisfies Place);
    const rows = scanned.filter((row) => maskColumns(table, row, mention).length > 0).map(placeOf);
    if (scanned.length === limit) return { rows, next: placeOf(scanned.at(-1)!) };
    const next = place.table + 1;
    if (next === tables.length) return { rows, next: null };
    return { rows, next: JSON.stringify({ table: next, key: tables[next]!.first } satisfies Place) };
  };

export const maskIn =
  (file: keyof typeof TABLES) =>
  (db: Connection, { email, rows }: { email: string; rows: string[] }): number => {
    // What is overwritten must not stay on freed pages, whatever that costs.
    db.exec('PRAGMA secure_delete = ON');
    const mention = new Mention(email);
    return rows.filter((row) => {
      const { table, key }: Place = JSON.parse(row);
      return maskRow(db, TABLES[file][table]!, key, mention);
    }).length;
  };

type TextRow = Record<string, SQLInputValue>;

function listAfter(db: Connection, { name, key, json, texts }: MentioningTable, after: SQLInputValue[], limit: number) {
  const keys = key.join(', ');
  const marks = key.map(() => '?').join(', ');
  return db.all(
    `SELECT ${[...key, ...json, ...texts].join(', ')} FROM ${name} WHERE (${keys}) > (${marks}) ORDER BY ${keys} LIMIT ?`,
    ...after,
    limit,
  ) as TextRow[];
}

/** The row may have changed or gone since it was found. */
function maskRow(db: Connection, table: MentioningTable, key: SQLInputValue[], mention: Mention): boolean {
  const where = table.key.map((column) => `${column} = ?`).join(' AND ');
  const columns = [...table.json, ...table.texts].join(', ');
  const row = db.get(`SELECT ${columns} FROM ${table.name} WHERE ${where}`, ...key) as TextRow | undefined;
  const masked = row ? maskColumns(table, row, mention) : [];
  for (const [column, text] of masked) db.run(`UPDATE ${table.name} SET ${column} = ? WHERE ${where}`, text, ...key);
  return masked.length > 0;
}

/** Columns that mention the email, with their masked texts. */
function maskColumns({ json, texts }: MentioningTable, row: TextRow, mention: Mention): [string, string][] {
  const maskWith = (columns: string[], mask: (text: string) => string | undefined) =>
    columns.flatMap((column): [string, string][] => {
      const masked = row[column] === null ? undefined : mask(row[column] as string);
      return masked === undefined ? [] : [[column, masked]];
    });
  return [...maskWith(json, (text) => mention.maskJson(text)), ...maskWith(texts, (text) => mention.maskText(text))];
}
