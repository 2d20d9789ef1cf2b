import type { CriteriaSetList } from '@finderfee/contract/criteria-set.ts';
import type { Deps } from '../deps.ts';
import { toWire } from './to-wire.ts';

/** Gives every set, ordered by id. */
export async function listCriteriaSets({ store }: Deps): Promise<CriteriaSetList> {
  const sets = await store.listCriteriaSets({});
  return { type: 'affiliate_discovery_criteria_set_list', items: sets.map(toWire) };
}
