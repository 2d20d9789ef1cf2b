// Typed access to the columns of a row. A column of another type means a wrong query, and throws.

/** A row of either engine. */
export type Row = Record<string, unknown>;

export function text(row: Row, column: string): string {
  const value = row[column];
  return typeof value === 'string' ? value : fail(column, value);
}

export function number(row: Row, column: string): number {
  const value = row[column];
  return typeof value === 'number' ? value : fail(column, value);
}

export function bytes(row: Row, column: string): Uint8Array {
  const value = row[column];
  return value instanceof Uint8Array ? value : fail(column, value);
}

export const textOrNull = (row: Row, column: string): string | null =>
  row[column] === null ? null : text(row, column);

export const numberOrNull = (row: Row, column: string): number | null =>
  row[column] === null ? null : number(row, column);

/** A boolean; SQLite stores it as 0 or 1. */
export function flag(row: Row, column: string): boolean {
  const value = row[column];
  return typeof value === 'boolean' ? value : number(row, column) === 1;
}

/** Parses a JSON column. Its shape is trusted: only this service writes it. */
export const json = (row: Row, column: string) => JSON.parse(text(row, column));

export function oneOf<T extends string>(row: Row, column: string, values: readonly T[]): T {
  const value = row[column];
  return values.find((each) => each === value) ?? fail(column, value);
}

function fail(column: string, value: unknown): never {
  throw new TypeError(`column ${column} has the unexpected type ${value === null ? 'null' : typeof value}`);
}
