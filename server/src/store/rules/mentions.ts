// Which texts may mention an erased person's email, and how a scan finds and masks them in bounded steps.
import type { Mention } from '../../text/mask-mention.ts';
import type { MentionScanStep } from '../mention-scan.ts';

type Value = string | number;

export interface ScannedTable {
  name: string;
  key: string[];
  /** Sorts before every key. */
  first: Value[];
  json: string[];
  texts: string[];
  /** Rows that mention the email are deleted, because the text is part of their key. */
  isDeleted?: true;
}

export const SCANNED_TABLES = {
  ledger: [
    { name: 'events', key: ['convo_id', 'event_no'], first: ['', 0], json: ['data'], texts: [] },
    { name: 'conversations', key: ['convo_id'], first: [''], json: ['state'], texts: [] },
    { name: 'signup_requests', key: ['message_id'], first: [''], json: ['data'], texts: [] },
    { name: 'offers', key: ['id'], first: [0], json: ['product'], texts: ['direct_link', 'detail_link'] },
    // Before conversions, which are folded from them.
    { name: 'conversion_reports', key: ['report_no'], first: [0], json: [], texts: ['order_id'] },
    { name: 'conversions', key: ['id'], first: [0], json: [], texts: ['order_id'] },
    { name: 'postbacks', key: ['no'], first: [0], json: ['fields'], texts: [] },
    { name: 'jobs', key: ['id'], first: [''], json: [], texts: ['last_error'] },
    { name: 'webhook_events', key: ['event_no'], first: [0], json: ['data'], texts: [] },
    { name: 'delivery_attempts', key: ['no'], first: [0], json: [], texts: ['error', 'response'] },
  ],
  sessions: [
    { name: 'query_counts', key: ['day', 'query'], first: [0, ''], json: [], texts: ['query'], isDeleted: true },
    { name: 'search_events', key: ['session_id'], first: [''], json: ['criteria'], texts: ['query'] },
    { name: 'ranking_sessions', key: ['id'], first: [''], json: ['criteria'], texts: ['query'] },
  ],
} satisfies Record<string, ScannedTable[]>;

export type ScannedPart = keyof typeof SCANNED_TABLES;

/** Identifies a row; also serves as the cursor of a scan, which continues after it. */
export interface RowRef {
  table: ScannedTable;
  key: Value[];
}

/** Reads the cursor of a scan, or a reference to a row that it found; null is the beginning. */
export function readRef(part: ScannedPart, ref: string | null): RowRef {
  const tables: ScannedTable[] = SCANNED_TABLES[part];
  const { table, key }: { table: number; key?: Value[] } = ref === null ? { table: 0 } : JSON.parse(ref);
  return { table: tables[table]!, key: key ?? tables[table]!.first };
}

type ScannedRow = Record<string, unknown>;

/** `rows` are the next `limit` rows after the cursor, with the columns of the key, `json` and `texts`. */
export function scanStep(
  part: ScannedPart,
  { table }: RowRef,
  rows: readonly ScannedRow[],
  { mention, limit }: { mention: Mention; limit: number },
): MentionScanStep {
  const tables: ScannedTable[] = SCANNED_TABLES[part];
  const no = tables.indexOf(table);
  const refTo = (row: ScannedRow) => JSON.stringify({ table: no, key: table.key.map((column) => row[column]) });
  const found = rows.filter((row) => maskedColumns(table, row, mention).length > 0).map(refTo);
  if (rows.length === limit) return { rows: found, next: refTo(rows.at(-1)!) };
  return { rows: found, next: no + 1 < tables.length ? JSON.stringify({ table: no + 1 }) : null };
}

/** Columns that mention the email, with the masked text. */
export function maskedColumns({ json, texts }: ScannedTable, row: ScannedRow, mention: Mention): [string, string][] {
  const maskWith = (columns: string[], mask: (value: string) => string | undefined) =>
    columns.flatMap((column): [string, string][] => {
      const masked = row[column] === null ? undefined : mask(String(row[column]));
      return masked === undefined ? [] : [[column, masked]];
    });
  return [
    ...maskWith(json, (value) => mention.maskJson(value)),
    ...maskWith(texts, (value) => mention.maskText(value)),
  ];
}
