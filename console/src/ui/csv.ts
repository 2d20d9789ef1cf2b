// The rows of a table as a CSV file.
import type { Column } from './data-table.tsx';

export function downloadCsv<T>(
  name: string,
  columns: readonly Pick<Column<T>, 'name' | 'text'>[],
  rows: readonly T[],
): void {
  const written = columns.filter(({ text }) => text);
  const lines = [written.map((column) => column.name), ...rows.map((row) => written.map(({ text }) => text!(row)))];
  // Excel takes a file without a byte order mark for Latin-1.
  const blob = new Blob([`\uFEFF${lines.map((line) => line.map(quote).join(',')).join('\r\n')}\r\n`], {
    type: 'text/csv',
  });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = `${name.toLowerCase().replaceAll(/\W+/g, '-')}.csv`;
  link.click();
  URL.revokeObjectURL(link.href);
}

function quote(value: unknown): string {
  const text = String(value ?? '');
  // A spreadsheet would run a text that begins like a formula.
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
