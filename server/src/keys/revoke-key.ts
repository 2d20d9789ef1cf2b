// Revokes a stored key. Instances refuse it within a second.
import { AppError } from '../app-error.ts';
import type { ConfigStore } from '../store/config-store.ts';
import type { StoreDeps } from '../store-deps.ts';

export async function revokeKey({ store, clock }: StoreDeps<ConfigStore>, id: string): Promise<void> {
  if (!(await store.revokeKey({ id, now_ms: clock.now_ms() }))) throw new AppError('key_not_found');
}
