// Streams all criteria sets, ordered by id, as chunks of JSON, so that they are never all in memory.
import type { ConfigStore, StoredCriteriaSet } from '../store/config-store.ts';
import { toWire } from './to-wire.ts';

const BATCH = 50;

export async function listCriteriaSets({ store }: { store: ConfigStore }): Promise<AsyncIterable<string>> {
  const next = (after: string) => store.listCriteriaSets({ after, limit: BATCH });
  // The first batch is read before the response starts, so that a failing store becomes an error reply.
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
