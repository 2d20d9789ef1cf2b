// Deletes a criteria set. Deleting a missing set succeeds.
import type { Deps } from '../deps.ts';

export async function deleteCriteriaSet({ store }: Deps, id: string): Promise<void> {
  await store.deleteCriteriaSet({ id });
}
