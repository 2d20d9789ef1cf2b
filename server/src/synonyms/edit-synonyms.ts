// Adds and removes synonym groups. Removing a built-in group switches it off; adding it switches it on again.
import { AppError } from '../app-error.ts';
import type { ConfigStore } from '../store/config-store.ts';
import type { StoreDeps } from '../store-deps.ts';
import { keyOf, type SynonymGroup } from '../text/synonyms.ts';
import { isBuiltIn } from './all-synonyms.ts';

type Deps = StoreDeps<ConfigStore>;

export async function addSynonyms(deps: Deps, group: SynonymGroup): Promise<'added' | 'enabled' | 'already exists'> {
  const key = keyOf(group);
  if (!isBuiltIn(key)) return (await save(deps, 'added', key, group)) ? 'added' : 'already exists';
  return (await deps.store.deleteSynonymEdit({ key, kind: 'removed' })) ? 'enabled' : 'already exists';
}

/** Null: there is no such group. */
export async function removeSynonyms(
  deps: Deps,
  group: SynonymGroup,
): Promise<'removed' | 'disabled' | 'already disabled' | null> {
  const key = keyOf(group);
  if (isBuiltIn(key)) return (await save(deps, 'removed', key, group)) ? 'disabled' : 'already disabled';
  return (await deps.store.deleteSynonymEdit({ key, kind: 'added' })) ? 'removed' : null;
}

/** False if the edit exists. */
async function save({ store, clock }: Deps, kind: 'added' | 'removed', key: string, group: SynonymGroup) {
  const outcome = await store.saveSynonymEdit({ key, kind, group, at_ms: clock.now_ms() });
  if (outcome === 'full') throw new AppError('synonyms_full');
  return outcome === 'saved';
}
