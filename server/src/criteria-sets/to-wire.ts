// Maps criteria sets between the wire and the store.
import type { CriteriaSet, CriteriaSetInput } from '@finderfee/contract/criteria-set.ts';
import type { CriteriaSetWrite, StoredCriteriaSet } from '../store/config-store.ts';
import { toIso } from '../text/to-iso.ts';

export function toWire(set: StoredCriteriaSet): CriteriaSet {
  return {
    type: 'affiliate_discovery_criteria_set',
    id: set.id,
    name: set.name,
    query: set.query,
    exclude_query: set.exclude_query,
    criteria: set.criteria,
    created_at: toIso(set.created_at_ms),
    updated_at: toIso(set.updated_at_ms),
  };
}

export function toWrite(input: CriteriaSetInput, now_ms: number): CriteriaSetWrite {
  const { id, name, query = null, exclude_query = null, criteria } = input;
  return { id, name, query, exclude_query, criteria, now_ms };
}
