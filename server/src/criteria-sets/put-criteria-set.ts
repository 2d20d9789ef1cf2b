// Creates or replaces a criteria set; a replacement keeps `created_at`.
import type { CriteriaSet, CriteriaSetInput } from '@finderfee/contract/criteria-set.ts';
import { AppError } from '../app-error.ts';
import type { ConfigStore } from '../store/config-store.ts';
import type { StoreDeps } from '../store-deps.ts';
import { toWire, toWrite } from './to-wire.ts';

export async function putCriteriaSet(
  { store, clock }: StoreDeps<ConfigStore>,
  input: CriteriaSetInput,
): Promise<CriteriaSet> {
  const set = await store.upsertCriteriaSet(toWrite(input, clock.now_ms()));
  if (set === 'full') throw new AppError('criteria_sets_full');
  return toWire(set);
}
