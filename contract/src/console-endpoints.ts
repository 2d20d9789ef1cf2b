// Endpoints of the console's sessions. Everything else that the console shows is from the other endpoints.
import { z } from 'zod';
import { endpoint, SCOPES } from './endpoint.ts';
import { text } from './lax.ts';

const SignIn = z
  .object({
    key: text({ min: 1, max: 256 }).meta({
      description: 'An API key, or the secret of the link that `serve --demo` prints.',
    }),
  })
  .meta({ id: 'SignIn', description: 'What to sign in with.' });
const ConsoleSession = z
  .strictObject({
    name: z.string().meta({ description: 'Name of the key.' }),
    scopes: z.array(z.enum(SCOPES)).meta({ description: 'Scopes of the key.' }),
    expires_at: z.string().nullable().meta({
      description:
        'When the session ends, unless a request extends it: 30 minutes after the last one, and 12 hours after the sign-in. Null for a call with an API key.',
    }),
  })
  .meta({ id: 'ConsoleSession', description: 'Who is signed in.' });

const session = { path: '/console/session', tag: 'Console', feature: 'console' } as const;
const setsCookie = { headers: { 'Set-Cookie': 'The cookie `finderfee_session`.' } } as const;

export const consoleEndpoints = {
  createSession: endpoint({
    ...session,
    method: 'POST',
    summary: 'Sign in to the console',
    description:
      'Exchanges a key for a session in the cookie `finderfee_session` (`HttpOnly`, `SameSite=Strict`). Requests with the cookie and without `x-api-key` act as the key. Those that change something must come from a page of the same origin, with the header `x-finderfee-console`; its value `refresh` marks what a page loads by itself, which does not extend the session. The session ends with its key. After 10 failed attempts in a minute, an address is refused.',
    group: 'open',
    body: SignIn,
    success: { status: 201, description: 'Signed in', body: ConsoleSession, ...setsCookie },
    errors: [
      ...(['invalid_key', 'cross_site', 'body_unreadable', 'body_too_large', 'unsupported_media_type'] as const),
      ...(['feature_off', 'overloaded', 'store_unavailable'] as const),
    ],
  }),
  getSession: endpoint({
    ...session,
    method: 'GET',
    summary: 'Tell who is signed in',
    description: 'Returns the name and the scopes of the key that the request acts as.',
    group: 'operate',
    success: { status: 200, description: 'Who is signed in', body: ConsoleSession },
  }),
  deleteSession: endpoint({
    ...session,
    method: 'DELETE',
    summary: 'Sign out of the console',
    description: 'Ends the session of the cookie, and deletes the cookie.',
    group: 'operate',
    success: { status: 204, description: 'Signed out', ...setsCookie },
  }),
} as const;
