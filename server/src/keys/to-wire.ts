// Keys as the API and the command line show them.
import type { ListedKey } from '../store/config-store.ts';
import { toIso } from '../text/to-iso.ts';

export function stateOf({ revoked_at_ms, expires_at_ms }: ListedKey, now_ms: number): 'active' | 'expired' | 'revoked' {
  if (revoked_at_ms !== null) return 'revoked';
  return expires_at_ms !== null && expires_at_ms <= now_ms ? 'expired' : 'active';
}

export const toWire = (key: ListedKey, now_ms: number) => ({
  id: key.id,
  name: key.name,
  scopes: key.scopes,
  state: stateOf(key, now_ms),
  created_at: toIso(key.created_at_ms),
  expires_at: toIso(key.expires_at_ms),
  revoked_at: toIso(key.revoked_at_ms),
  last_used_at: toIso(key.last_used_at_ms),
});
