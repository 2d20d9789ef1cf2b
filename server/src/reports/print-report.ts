// Prints reports as a table, CSV or JSON.
import { printable } from '../printable.ts';
import { csvCell } from '../reading/rejected-rows.ts';
import { textTable } from '../text-table.ts';

export type Cell = string | number | null;

/** Prints rows of the same columns. */
export function printRows(rows: Record<string, Cell>[], { csv, none }: { csv: boolean; none: string }): void {
  const columns = Object.keys(rows[0] ?? {});
  const cells = rows.map((row) => columns.map((column) => row[column] ?? null));
  if (csv) for (const line of [columns, ...cells]) console.log(line.map(toCsv).join(','));
  else if (rows.length === 0) console.log(none);
  else console.log(textTable([columns, ...cells.map((line) => line.map((cell) => printable(String(cell ?? ''))))]));
}

/** Negative amounts are not formulas. */
const AMOUNT = /^-?\d+(?:\.\d+)?$/;

const toCsv = (cell: Cell) => (typeof cell === 'string' && !AMOUNT.test(cell) ? csvCell(cell) : (cell ?? ''));
