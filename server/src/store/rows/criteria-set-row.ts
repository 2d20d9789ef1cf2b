// Criteria sets as rows.
import { json, number, type Row, text, textOrNull } from '../columns.ts';
import type { CriteriaSetWrite, StoredCriteriaSet } from '../config-store.ts';
import { updateTime_ms } from '../rules/update-time.ts';

export const toCriteriaSet = (row: Row): StoredCriteriaSet => ({
  id: text(row, 'id'),
  name: text(row, 'name'),
  query: textOrNull(row, 'query'),
  exclude_query: textOrNull(row, 'exclude_query'),
  criteria: json(row, 'criteria'),
  created_at_ms: number(row, 'created_at_ms'),
  updated_at_ms: number(row, 'updated_at_ms'),
});

/** Values of id, name, query, exclude_query, criteria and updated_at_ms, in this order. */
export const criteriaSetValues = (set: CriteriaSetWrite, old: StoredCriteriaSet | null) => [
  set.id,
  set.name,
  set.query,
  set.exclude_query,
  JSON.stringify(set.criteria),
  updateTime_ms(set.now_ms, old?.updated_at_ms),
];
