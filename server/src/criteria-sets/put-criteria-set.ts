import type { CriteriaSet, CriteriaSetInput } from '@finderfee/contract/criteria-set.ts';
import { AppError } from '../app-error.ts';
import type { Deps } from '../deps.ts';
import { toWire, toWrite } from './to-wire.ts';

/** Creates a set, or replaces all of it but the time of its creation. */
export async function putCriteriaSet({ store, clock }: Deps, input: CriteriaSetInput): Promise<CriteriaSet> {
  const set = await store.upsertCriteriaSet(toWrite(input, clock.now_ms()));
  if (set === 'full') throw new AppError('criteria_sets_full');
  return toWire(set);
}
