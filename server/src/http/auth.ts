// Authentication by API key and optional bearer token, before the body is read.
import type { IncomingHttpHeaders } from 'node:http';
import { canRequireKey, type Endpoint } from '@finderfee/contract/endpoint.ts';
import { AppError } from '../app-error.ts';
import type { Config } from '../config.ts';
import type { KeyHolder, KeyRing } from '../keys/key-ring.ts';
import type { CheckBearer, TokenHolder } from './bearer.ts';
import { bearerOf } from './bearer-value.ts';

export interface Caller {
  key?: KeyHolder;
  token?: TokenHolder;
}

export interface AuthDeps {
  config: Config;
  keyRing: KeyRing;
  checkBearer: CheckBearer | undefined;
}

export async function authenticate(auth: AuthDeps, endpoint: Endpoint, headers: IncomingHttpHeaders): Promise<Caller> {
  const caller: Caller = {};
  const bearer = endpoint.bearer_key ? bearerOf(headers.authorization) : undefined;
  const presented = String(headers['x-api-key'] || bearer || '');
  const key = presented === '' ? undefined : auth.keyRing.find(presented, endpoint);
  if (requiresKey(auth.config, endpoint)) {
    if (!presented) throw new AppError('not_authenticated');
    if (!key) throw new AppError('invalid_key');
    if (endpoint.scope && !key.scopes.includes(endpoint.scope))
      throw new AppError('lacks_scope', { detail: `This key lacks the scope '${endpoint.scope}'` });
  }
  if (key) caller.key = key;
  // The bearer value is not a JWT if it is an API key.
  const isKey = bearer !== undefined && (bearer === presented || auth.keyRing.find(bearer, endpoint) !== undefined);
  if (!canRequireKey(endpoint) || isKey) return caller;
  const token = await auth.checkBearer?.(headers.authorization);
  if (token) caller.token = token;
  return caller;
}

function requiresKey(config: Config, endpoint: Endpoint): boolean {
  return canRequireKey(endpoint) && !(config.KEYLESS as readonly string[]).includes(endpoint.group);
}
