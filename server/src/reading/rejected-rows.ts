// Counts and lists the rejected rows of a file.
import { printable } from '../printable.ts';
import { copyString } from '../text/copy-string.ts';

/** Further faults are only counted. */
const MAX_LISTED = 10_000;
const MAX_VALUE_CHARS = 80;
const MAX_REASONS = 200;
const SHOWN_FAULTS = 20;

export interface RowFault {
  /** Empty if the fault is in the row as a whole. */
  field: string;
  reason: string;
  /** The offending value, where it helps to see it. */
  value?: string;
}

export interface RejectedRow extends RowFault {
  line: number;
}

export interface RejectedRows {
  rejected: number;
  /** Rejected rows by field and reason. */
  reasons: Record<string, number>;
  /** The first faults, in file order. */
  faults: RejectedRow[];
}

export function rejectRow(rows: RejectedRows, line: number, { field, reason, value }: RowFault): void {
  rows.rejected++;
  countFault(rows.reasons, { field, reason });
  const shown = value === undefined ? {} : { value: copyString(value.slice(0, MAX_VALUE_CHARS).toWellFormed()) };
  if (rows.faults.length < MAX_LISTED) rows.faults.push({ line, field, reason, ...shown });
}

export function countFault(counts: Record<string, number>, { field, reason }: RowFault): void {
  const key = `${field} ${reason}`.trim();
  if (counts[key] === undefined && Object.keys(counts).length >= MAX_REASONS) return;
  counts[key] = (counts[key] ?? 0) + 1;
}

/** Prints the first faults to stderr. */
export function showRejected({ rejected, faults }: RejectedRows): void {
  for (const { line, field, reason, value } of faults.slice(0, SHOWN_FAULTS)) {
    console.error(printable(`line ${line}: ${field ? `${field} ` : ''}${reason}${value ? `: ${value}` : ''}`));
  }
  if (rejected > SHOWN_FAULTS && faults.length > SHOWN_FAULTS)
    console.error(`… and ${rejected - SHOWN_FAULTS} more rejected`);
}

export const CSV_HEADER = 'line,field,value,reason\n';

export const csvLine = ({ line, field, value = '', reason }: RejectedRow): string =>
  `${[line, ...[field, value, reason].map(csvCell)].join(',')}\n`;

/** Quotes a cell. Prefixes formulas with an apostrophe, so that spreadsheets do not evaluate them. */
export const csvCell = (text: string) =>
  `"${text
    .replace(/^(?=[=+@-])/, "'")
    .replaceAll('"', '""')
    .replace(/\r?\n/g, ' ')}"`;
