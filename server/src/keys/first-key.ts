// The key that a first start makes, so that a newcomer can call the API at once.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { StoreDeps } from '../deps.ts';
import { createKey, digestOf } from './create-key.ts';

/** The key in `first-key.txt`, made anew when the file is missing or its key does not work any more. */
export async function firstKey(deps: StoreDeps, path: string): Promise<string> {
  const kept = existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  const digest = digestOf(kept);
  const keys = await deps.store.listKeys({});
  if (keys.some((key) => key.revoked_at_ms === null && digest.equals(key.digest))) return kept;
  const { key } = await createKey(deps, { name: 'first key', scopes: ['discovery'], expires_at_ms: null });
  writeFileSync(path, `${key}\n`, { mode: 0o600 });
  return key;
}
