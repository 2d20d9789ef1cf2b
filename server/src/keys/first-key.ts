// The key that a first start makes, so that a newcomer can call the API at once.
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { StoreDeps } from '../deps.ts';
import { StartError } from '../start-error.ts';
import { createKey, digestOf } from './create-key.ts';

/** The key in `first-key.txt`, made anew when the file is missing or its key does not work any more. */
export async function firstKey(deps: StoreDeps, path: string): Promise<string> {
  const kept = existsSync(path) && statSync(path).isFile() ? readFileSync(path, 'utf8').trim() : '';
  const digest = digestOf(kept);
  const keys = await deps.store.listKeys({});
  if (keys.some((key) => key.revoked_at_ms === null && digest.equals(key.digest))) return kept;
  const { key } = await createKey(deps, { name: 'first key', scopes: ['discovery'], expires_at_ms: null });
  keep(path, key);
  return key;
}

function keep(path: string, key: string): void {
  try {
    // Written anew, so that nobody may read it who could read an older file of that name.
    rmSync(path, { force: true });
    writeFileSync(path, `${key}\n`, { mode: 0o600 });
  } catch (error) {
    throw new StartError(`the first key cannot be kept in ${path}: ${(error as Error).message}`);
  }
}
