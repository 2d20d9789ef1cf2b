// Turns rows into the array parameters of a set statement.

/** One array per column, for `unnest`. */
export const columnsOf = <T>(rows: readonly T[], ...columns: (keyof T)[]): unknown[][] =>
  columns.map((column) => rows.map((row) => row[column]));
