// A page of rows that are all known, for DataTable: the cursor is the number of rows before it.
import { place } from '../router.ts';
import type { ListPage } from './data-table.tsx';

export function pageOf<T>(rows: readonly T[], size = 25): ListPage<T> {
  const start = Math.max(0, Math.trunc(Number(place.value.query.get('cursor'))) || 0);
  const end = start + size;
  return { items: rows.slice(start, end), next_cursor: end < rows.length ? String(end) : null };
}
