// The first rows of a delimited file, to find its delimiter and header by.
import { DelimitedSplitter } from './split-delimited.ts';

export const DELIMITERS = [',', '\t', ';', '|'];
/** The header must be within this many rows. */
const MAX_ROWS_ABOVE = 30;

export function firstRows(head: string, delimiter: string, hasQuotes: boolean): string[][] {
  const rows: string[][] = [];
  for (const { cells } of new DelimitedSplitter({ delimiter, hasQuotes }).push(`${head}\n`)) {
    rows.push(cells);
    if (rows.length === MAX_ROWS_ABOVE) break;
  }
  return rows;
}
