import type { Deps } from '../deps.ts';

/** Deletes a set for good. Deleting what is not there is no error: the outcome is the same. */
export async function deleteCriteriaSet({ store }: Deps, id: string): Promise<void> {
  await store.deleteCriteriaSet({ id });
}
