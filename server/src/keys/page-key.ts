// The key of the /try page. It is stored, so that an open page still works after a restart.
import { randomBytes } from 'node:crypto';
import type { ConfigStore } from '../store/config-store.ts';

export async function pageKey(store: Pick<ConfigStore, 'getOrCreateSecret'>): Promise<string> {
  const secret = await store.getOrCreateSecret({ name: 'try-page', proposed: randomBytes(32) });
  return `ff_${Buffer.from(secret).toString('base64url')}`;
}
