// The key of the /try page. It is stored, so that an open page still works after a restart.
import { randomBytes } from 'node:crypto';
import type { Store } from '../store/port.ts';

export async function pageKey(store: Pick<Store, 'getOrCreateSecret'>): Promise<string> {
  const secret = await store.getOrCreateSecret({ name: 'try-page', proposed: randomBytes(32) });
  return `ff_${Buffer.from(secret).toString('base64url')}`;
}
