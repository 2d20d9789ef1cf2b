// Sessions of the console: a key is exchanged for a token, which acts as the key until it expires or the key ends.
import { randomBytes } from 'node:crypto';
import type { ConsoleSession, ConsoleStore } from '../store/console-store.ts';
import type { StoreDeps } from '../store-deps.ts';
import { digestOf } from './create-key.ts';
import type { KeyHolder, KeyRing } from './key-ring.ts';
import type { SignInLink } from './sign-in-link.ts';

const MINUTE_MS = 60_000;
const IDLE_MS = 30 * MINUTE_MS;
const LIFETIME_MS = 12 * 60 * MINUTE_MS;

export interface OpenSession {
  key: KeyHolder;
  digest: Uint8Array;
  expires_at_ms: number;
}

export class ConsoleSessions {
  readonly #deps: StoreDeps<ConsoleStore>;
  readonly #keyRing: KeyRing;
  readonly #link: SignInLink | undefined;

  constructor(deps: StoreDeps<ConsoleStore>, keyRing: KeyRing, link?: SignInLink) {
    this.#deps = deps;
    this.#keyRing = keyRing;
    this.#link = link;
  }

  /** Takes a key, or the secret of the link if the caller is on this machine. Undefined if it is not valid. */
  async open(
    secret: string,
    { isLocal }: { isLocal: boolean },
  ): Promise<(OpenSession & { token: string }) | undefined> {
    const key_digest = isLocal && this.#link?.redeem(secret) ? this.#link.key_digest : digestOf(secret);
    const key = this.#keyRing.findByDigest(key_digest);
    if (!key) return undefined;
    const token = randomBytes(32).toString('base64url');
    const now_ms = this.#deps.clock.now_ms();
    const session = { digest: digestOf(token), key_digest, created_at_ms: now_ms, expires_at_ms: now_ms + IDLE_MS };
    await this.#deps.store.insertConsoleSession(session);
    return { ...session, key, token };
  }

  /** A request extends its session, unless the page made it by itself (`isRefresh`). */
  async find(token: string, { isRefresh }: { isRefresh: boolean }): Promise<OpenSession | undefined> {
    const { store, clock } = this.#deps;
    const session = await store.getConsoleSession({ digest: digestOf(token) });
    if (!session || session.expires_at_ms <= clock.now_ms()) return undefined;
    const key = this.#keyRing.findByDigest(session.key_digest);
    if (!key) return undefined;
    const expires_at_ms = isRefresh ? session.expires_at_ms : await this.#extend(session);
    return { key, digest: session.digest, expires_at_ms };
  }

  async end({ digest }: Pick<OpenSession, 'digest'>): Promise<void> {
    await this.#deps.store.deleteConsoleSession({ digest });
  }

  /** Writes at most once a minute. */
  async #extend({ digest, created_at_ms, expires_at_ms }: ConsoleSession): Promise<number> {
    const extended_ms = Math.min(this.#deps.clock.now_ms() + IDLE_MS, created_at_ms + LIFETIME_MS);
    if (extended_ms - expires_at_ms < MINUTE_MS) return expires_at_ms;
    await this.#deps.store.extendConsoleSession({ digest, expires_at_ms: extended_ms });
    return extended_ms;
  }
}
