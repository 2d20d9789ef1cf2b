// Creates a criteria set; an existing id is a conflict.
import type { CriteriaSet, CriteriaSetInput } from '@finderfee/contract/criteria-set.ts';
import { AppError } from '../app-error.ts';
import type { ConfigStore } from '../store/config-store.ts';
import type { StoreDeps } from '../store-deps.ts';
import { toWire, toWrite } from './to-wire.ts';

export async function createCriteriaSet(
  { store, clock }: StoreDeps<ConfigStore>,
  input: CriteriaSetInput,
): Promise<CriteriaSet> {
  const set = await store.insertCriteriaSet(toWrite(input, clock.now_ms()));
  if (set === 'exists') throw new AppError('criteria_set_exists');
  if (set === 'full') throw new AppError('criteria_sets_full');
  return toWire(set);
}
