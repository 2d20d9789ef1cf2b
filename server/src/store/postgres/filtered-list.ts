// Lists with optional filters: one fixed statement per combination, so that each is planned for its own index.
import type { Row } from '../columns.ts';
import { statement } from './statement.ts';
import type { Queryable } from './transaction.ts';

interface Page<F extends string> {
  /** Null: the filter does not apply. */
  filters: Record<F, string | number | null>;
  /** Rows with lower keys; null for the first page. */
  before: number | null;
  limit: number;
}

/** Newest first by `key`. `select` ends with a condition; each filter adds one, given the parameter of its value. */
export function filteredList<F extends string>(
  select: string,
  key: string,
  filters: Record<F, (parameter: string) => string>,
): (db: Queryable, page: Page<F>) => Promise<Row[]> {
  const names = Object.keys(filters) as F[];
  const isIn = (combination: number, i: number) => (combination & (1 << i)) !== 0;
  const statements = Array.from({ length: 2 ** names.length }, (_, combination) => {
    const applied = names.filter((_name, i) => isIn(combination, i));
    const conditions = applied.map((name, i) => `AND ${filters[name](`$${i + 3}`)}`).join(' ');
    return statement(`${select} ${conditions} AND ${key} < $1 ORDER BY ${key} DESC LIMIT $2`);
  });
  return (db, { filters: given, before, limit }) => {
    const combination = names.reduce((sum, name, i) => (given[name] === null ? sum : sum | (1 << i)), 0);
    const values = names.flatMap((name) => given[name] ?? []);
    return db.rows(statements[combination]!, before ?? Number.MAX_SAFE_INTEGER, limit, ...values);
  };
}
