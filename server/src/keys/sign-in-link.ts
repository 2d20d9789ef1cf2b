// The link that `serve --demo` prints: it signs in to the console once, within ten minutes, from this machine.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { digestOf } from './create-key.ts';

const LIFETIME_MS = 10 * 60_000;

export class SignInLink {
  readonly secret = `link_${randomBytes(32).toString('base64url')}`;
  /** Random, so that no key has it: only the link leads to this holder (see `KeyRing.addLinkHolder`). */
  readonly key_digest = randomBytes(32);
  readonly #clock: Clock;
  readonly #expires_at_ms: number;
  #isUsed = false;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#expires_at_ms = clock.now_ms() + LIFETIME_MS;
  }

  redeem(secret: string): boolean {
    if (this.#isUsed || this.#clock.now_ms() >= this.#expires_at_ms) return false;
    this.#isUsed = timingSafeEqual(digestOf(secret), digestOf(this.secret));
    return this.#isUsed;
  }
}
