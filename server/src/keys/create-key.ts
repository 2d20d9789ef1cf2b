// Creates API keys of 256 random bits. The store keeps only their SHA-256.
import { createHash, randomBytes } from 'node:crypto';
import type { Scope } from '@finderfee/contract/endpoint.ts';
import type { ConfigStore, StoredKey } from '../store/config-store.ts';
import type { StoreDeps } from '../store-deps.ts';

export interface NewKey {
  name: string;
  scopes: Scope[];
  expires_at_ms: number | null;
}

export const digestOf = (key: string): Buffer => createHash('sha256').update(key).digest();

export async function createKey(
  { store, clock }: StoreDeps<ConfigStore>,
  input: NewKey,
): Promise<{ key: string; record: StoredKey }> {
  const key = `ff_${randomBytes(32).toString('base64url')}`;
  const record: StoredKey = {
    id: `key_${randomBytes(6).toString('hex')}`,
    ...input,
    digest: digestOf(key),
    created_at_ms: clock.now_ms(),
    revoked_at_ms: null,
  };
  await store.insertKey(record);
  return { key, record };
}
