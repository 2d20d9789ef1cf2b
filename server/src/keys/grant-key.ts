// Creates a key for the holder of another one, which never grants a scope that it lacks.
import type { Scope } from '@finderfee/contract/endpoint.ts';
import type { Input } from '@finderfee/contract/endpoints.ts';
import { lacksScope } from '../app-error.ts';
import { InvalidInput } from '../invalid-input.ts';
import type { ConfigStore } from '../store/config-store.ts';
import type { StoreDeps } from '../store-deps.ts';
import { maskCardsAndKeys } from '../text/mask.ts';
import { readInstant } from '../text/read-instant.ts';
import { createKey } from './create-key.ts';
import { toWire } from './to-wire.ts';

export async function grantKey(
  deps: StoreDeps<ConfigStore>,
  { name, scopes, expires_at }: Input<'createKey'>['body'],
  granted: readonly Scope[],
) {
  const lacking = scopes.find((scope) => !granted.includes(scope));
  if (lacking) throw lacksScope(lacking);
  const now_ms = deps.clock.now_ms();
  const expires_at_ms = expires_at ? readInstant(expires_at)! : null;
  if (expires_at_ms !== null && expires_at_ms <= now_ms)
    throw new InvalidInput([{ path: ['expires_at'], message: 'must be in the future', input: expires_at }]);
  const { key, record } = await createKey(deps, { name: maskCardsAndKeys(name.trim()), scopes, expires_at_ms });
  return { ...toWire({ ...record, last_used_at_ms: null }, now_ms), key };
}
