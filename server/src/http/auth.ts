// Authentication by API key, session of the console and optional bearer token, before the body is read.
import type { IncomingHttpHeaders } from 'node:http';
import { canRequireKey, type Endpoint } from '@finderfee/contract/endpoint.ts';
import { AppError, lacksScope } from '../app-error.ts';
import type { Config } from '../config.ts';
import type { ConsoleSessions, OpenSession } from '../keys/console-sessions.ts';
import type { KeyHolder, KeyRing } from '../keys/key-ring.ts';
import type { KeyUses } from '../keys/key-uses.ts';
import type { CheckBearer, TokenHolder } from './bearer.ts';
import { bearerOf } from './bearer-value.ts';
import { isFromConsole, isRefresh, isSameSite, tokenOf } from './session-cookie.ts';

export interface Caller {
  key?: KeyHolder;
  /** If the key comes from a session of the console. */
  session?: OpenSession;
  token?: TokenHolder;
}

export interface AuthDeps {
  config: Config;
  keyRing: KeyRing;
  sessions: ConsoleSessions;
  keyUses: Pick<KeyUses, 'note'>;
  checkBearer: CheckBearer | undefined;
}

export async function authenticate(auth: AuthDeps, endpoint: Endpoint, headers: IncomingHttpHeaders): Promise<Caller> {
  const caller: Caller = {};
  const bearer = endpoint.bearer_key ? bearerOf(headers.authorization) : undefined;
  const presented = String(headers['x-api-key'] || bearer || '');
  const session = presented === '' ? await findSession(auth, endpoint, headers) : undefined;
  const key = session ? session.key : auth.keyRing.find(presented, endpoint);
  if (requiresKey(auth.config, endpoint)) {
    if (!presented && !key) throw new AppError('not_authenticated');
    if (!key) throw new AppError('invalid_key');
    if (endpoint.scope && !key.scopes.includes(endpoint.scope)) throw lacksScope(endpoint.scope);
  }
  if (key) {
    caller.key = key;
    auth.keyUses.note(key.id);
  }
  if (session) caller.session = session;
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

/** Undefined if there is none, or if it does not count: shoppers' calls need a key only if the console makes them. */
async function findSession(
  { config, sessions }: AuthDeps,
  endpoint: Endpoint,
  headers: IncomingHttpHeaders,
): Promise<OpenSession | undefined> {
  const token = tokenOf(headers);
  if (token === undefined || !canRequireKey(endpoint) || config.FEATURES_OFF.includes('console')) return undefined;
  const isOurs = isFromConsole(headers, config);
  if (!isOurs && (!requiresKey(config, endpoint) || !isSameSite(headers, config))) return undefined;
  const session = await sessions.find(token, { isRefresh: isRefresh(headers) });
  if (session && !isOurs && endpoint.method !== 'GET') throw new AppError('cross_site');
  return session;
}
