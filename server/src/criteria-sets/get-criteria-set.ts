// Returns one criteria set.
import type { CriteriaSet } from '@finderfee/contract/criteria-set.ts';
import { AppError } from '../app-error.ts';
import type { ConfigStore } from '../store/config-store.ts';
import { toWire } from './to-wire.ts';

export async function getCriteriaSet({ store }: { store: ConfigStore }, id: string): Promise<CriteriaSet> {
  const set = await store.getCriteriaSet({ id });
  if (!set) throw new AppError('criteria_set_not_found');
  return toWire(set);
}
