import type { Deps } from '../deps.ts';
import type { StoredCriteriaSet } from '../store/port.ts';
import { toWire } from './to-wire.ts';

const BATCH = 50;

/** Gives every set, ordered by id, as the pieces of a JSON text: ten thousand large sets never stand in memory at once. */
export async function listCriteriaSets({ store }: Deps): Promise<AsyncIterable<string>> {
  const next = (after: string) => store.listCriteriaSets({ after, limit: BATCH });
  // The first ones are read before anything is answered, so that a store that is away is an error and no broken list.
  return pieces(await next(''), next);
}

async function* pieces(first: StoredCriteriaSet[], next: (after: string) => Promise<StoredCriteriaSet[]>) {
  yield '{"type":"affiliate_discovery_criteria_set_list","items":[';
  let sets = first;
  let separator = '';
  while (sets.length > 0) {
    for (const set of sets) {
      yield separator + JSON.stringify(toWire(set));
      separator = ',';
    }
    sets = sets.length < BATCH ? [] : await next(sets.at(-1)!.id);
  }
  yield ']}';
}
