// Who is signed in. `undefined` until it is known, null if nobody is.
import { AuthenticationError, type ConsoleSession } from '@finderfee/client';
import { signal } from '@preact/signals';
import { api, REFRESH } from './api.ts';

export type Scope = ConsoleSession['scopes'][number];

export const session = signal<ConsoleSession | null | undefined>(undefined);
/** Why the sign-in page is shown, if not for the first time. */
export const signInNotice = signal('');

const LINK = /^#link=([\w-]+)$/;

/** Signs in by the link of `--demo` if the address has one, otherwise asks who is signed in. */
export async function loadSession(): Promise<void> {
  const secret = LINK.exec(window.location.hash)?.[1];
  if (secret) {
    history.replaceState(null, '', window.location.pathname + window.location.search);
    if (await signIn(secret).catch(() => false)) return;
    signInNotice.value = 'This link has been used, or is older than ten minutes. Sign in with a key.';
  }
  try {
    session.value = await api.session.get();
  } catch (error) {
    if (!(error instanceof AuthenticationError)) signInNotice.value = (error as Error).message;
    session.value = null;
  }
}

export async function signIn(key: string): Promise<boolean> {
  session.value = await api.session.create(key);
  signInNotice.value = '';
  return true;
}

export async function signOut(): Promise<void> {
  await api.session.delete();
  signInNotice.value = 'You are signed out.';
  session.value = null;
}

/** Call it with the error of a request: a 403 may mean that the session has ended. */
export async function checkSession(error: unknown): Promise<void> {
  if (!(error instanceof AuthenticationError) || !session.value) return;
  try {
    session.value = await api.session.get(REFRESH);
  } catch (cause) {
    if (!(cause instanceof AuthenticationError)) return;
    signInNotice.value = 'Your session has ended. Sign in again to go on where you were.';
    session.value = null;
  }
}

export const hasScope = (scope: Scope): boolean => session.value?.scopes.includes(scope) ?? false;
