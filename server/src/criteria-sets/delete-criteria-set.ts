// Deletes a criteria set. Deleting a missing set succeeds.
import type { ConfigStore } from '../store/config-store.ts';

export async function deleteCriteriaSet({ store }: { store: ConfigStore }, id: string): Promise<void> {
  await store.deleteCriteriaSet({ id });
}
