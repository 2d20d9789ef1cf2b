// The key that `serve --demo` creates and keeps in first-key.txt.
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { StartError } from '../start-error.ts';
import type { ConfigStore } from '../store/config-store.ts';
import type { StoreDeps } from '../store-deps.ts';
import { createKey, digestOf } from './create-key.ts';

/** The key in the file at `path`. Creates a new one if the file is missing or its key is no longer valid. */
export async function firstKey(deps: StoreDeps<ConfigStore>, path: string): Promise<string> {
  const saved = existsSync(path) && statSync(path).isFile() ? readFileSync(path, 'utf8').trim() : '';
  const digest = digestOf(saved);
  const keys = await deps.store.listKeys({});
  if (keys.some((key) => key.revoked_at_ms === null && digest.equals(key.digest))) return saved;
  const { key } = await createKey(deps, { name: 'first key', scopes: ['discovery'], expires_at_ms: null });
  save(path, key);
  return key;
}

function save(path: string, key: string): void {
  try {
    // Replaces the file, because an existing one may have wider permissions.
    rmSync(path, { force: true });
    writeFileSync(path, `${key}\n`, { mode: 0o600 });
  } catch (error) {
    throw new StartError(`the first key cannot be saved in ${path}: ${(error as Error).message}`);
  }
}
