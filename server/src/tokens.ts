// Opaque tokens: cursors, slugs and session ids. A token says what it means under a MAC, so that it is valid on every
// instance, cannot be made up, and can say that it has expired long after what it stood for is gone.
import { hash, timingSafeEqual } from 'node:crypto';

const MAC_BYTES = 16;
const BLOCK_BYTES = 64;

const TOKEN_KINDS = { cursor: 1, slug: 2, session: 3, merchants: 4 } as const;
type Kind = keyof typeof TOKEN_KINDS;

export class Tokens {
  readonly #inner: Buffer;
  readonly #outer: Buffer;

  /** The secret is shorter than a block of the hash. */
  constructor(secret: Uint8Array) {
    const padded = (pad: number) => Buffer.alloc(BLOCK_BYTES, pad).map((byte, i) => byte ^ (secret[i] ?? 0)) as Buffer;
    this.#inner = padded(0x36);
    this.#outer = padded(0x5c);
  }

  seal(kind: Kind, payload: Buffer): string {
    const body = Buffer.concat([Buffer.from([TOKEN_KINDS[kind]]), payload]);
    return Buffer.concat([body, this.#mac(body)]).toString('base64url');
  }

  /** What was sealed; undefined when the text is not a token of ours of this kind, in its one spelling. */
  open(kind: Kind, text: string): Buffer | undefined {
    const bytes = Buffer.from(text, 'base64url');
    if (bytes.length <= MAC_BYTES || bytes.toString('base64url') !== text) return undefined;
    const body = bytes.subarray(0, -MAC_BYTES);
    if (!timingSafeEqual(this.#mac(body), bytes.subarray(-MAC_BYTES)) || body[0] !== TOKEN_KINDS[kind])
      return undefined;
    return body.subarray(1);
  }

  /** A place in a ranking session: a page for a cursor, a position for a slug, nothing for the session itself. */
  sealPlace(kind: Kind, { session, place, expires_at_ms }: Place): string {
    const payload = Buffer.alloc(26);
    Buffer.from(session, 'base64url').copy(payload);
    payload.writeUInt32BE(place, 16);
    payload.writeUIntBE(expires_at_ms, 20, 6);
    return this.seal(kind, payload);
  }

  openPlace(kind: Kind, text: string): Place | undefined {
    const payload = this.open(kind, text);
    if (payload?.length !== 26) return undefined;
    return {
      session: payload.subarray(0, 16).toString('base64url'),
      place: payload.readUInt32BE(16),
      expires_at_ms: payload.readUIntBE(20, 6),
    };
  }

  // HMAC-SHA-256 by its definition: createHmac sets its key up anew each time, which is most of a token's cost.
  #mac(body: Buffer): Buffer {
    const inner = hash('sha256', Buffer.concat([this.#inner, body]), 'buffer');
    return hash('sha256', Buffer.concat([this.#outer, inner]), 'buffer').subarray(0, MAC_BYTES);
  }
}

export interface Place {
  /** The id of the session: sixteen random bytes in base64url. */
  session: string;
  place: number;
  expires_at_ms: number;
}
