// POST, GET and DELETE /console/session: signing in to the console, who is signed in, signing out.
import type { Input, ReplyBody } from '@finderfee/contract/endpoints.ts';
import { AppError } from '../app-error.ts';
import type { KeyHolder } from '../keys/key-ring.ts';
import { toIso } from '../text/to-iso.ts';
import { CustomReply } from './custom-reply.ts';
import type { RouteContext, RouteDeps } from './route-deps.ts';

type SessionReply = ReplyBody<'getSession'>;

export async function createSession(
  { sessions }: RouteDeps,
  { body }: Input<'createSession'>,
  { signIn }: RouteContext,
): Promise<CustomReply<SessionReply>> {
  signIn.admit();
  const opened = await sessions.open(body.key.trim(), { isLocal: signIn.isLocal() });
  if (!opened) {
    signIn.countFailure();
    throw new AppError('invalid_key');
  }
  return new CustomReply(show(opened.key, opened.expires_at_ms), { 'set-cookie': signIn.cookie(opened.token) });
}

export function getSession({ caller: { key, session } }: RouteContext): SessionReply {
  if (!key) throw new AppError('not_authenticated');
  return show(key, session?.expires_at_ms ?? null);
}

export async function deleteSession({ sessions }: RouteDeps, { caller, signIn }: RouteContext) {
  if (caller.session) await sessions.end(caller.session);
  return new CustomReply<void>(undefined, { 'set-cookie': signIn.cookie(null) });
}

const show = ({ name, scopes }: KeyHolder, expires_at_ms: number | null): SessionReply => ({
  name,
  scopes: [...scopes],
  expires_at: toIso(expires_at_ms),
});
