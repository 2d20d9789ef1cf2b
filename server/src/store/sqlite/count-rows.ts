// Counts the rows of a table with a limit.
import type { CountedTable } from '../rules/capacity.ts';
import type { Connection } from './connection.ts';

export const countRows = (db: Connection, table: CountedTable): number =>
  Number(db.get(`SELECT count(*) AS count FROM ${table}`)!.count);
