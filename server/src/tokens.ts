// Opaque tokens: cursors, slugs and session ids. A token says what it means under a MAC, so that it is valid on every
// instance, cannot be made up, and can say that it has expired long after what it stood for is gone.
import { createHmac, hash, timingSafeEqual } from 'node:crypto';

const MAC_BYTES = 16;
const BLOCK_BYTES = 64;
/** What a place says: the kind, the session, the place itself and when it expires. */
const PLACE = { session: 1, place: 17, expires: 21, mac: 27, end: 27 + MAC_BYTES } as const;
/** Neighbours whose MACs come from one hash: a page of results costs a hash or two, not one for each of its slugs. */
const NEIGHBOURS = 32;

const TOKEN_KINDS = { cursor: 1, slug: 2, session: 3, merchants: 4 } as const;
type Kind = keyof typeof TOKEN_KINDS;

export class Tokens {
  readonly #inner: Buffer;
  readonly #outer: Buffer;
  readonly #placeKey: Buffer;

  /** The secret is shorter than a block of the hash. */
  constructor(secret: Uint8Array) {
    const padded = (pad: number) => Buffer.alloc(BLOCK_BYTES, pad).map((byte, i) => byte ^ (secret[i] ?? 0)) as Buffer;
    this.#inner = padded(0x36);
    this.#outer = padded(0x5c);
    this.#placeKey = createHmac('sha256', secret).update('places').digest();
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
  sealPlace(kind: Kind, { place, ...session }: Place): string {
    return this.sealPlaces(kind, session, [place])[0]!;
  }

  sealPlaces(kind: Kind, { session, expires_at_ms }: Omit<Place, 'place'>, places: readonly number[]): string[] {
    const token = Buffer.alloc(PLACE.end);
    token[0] = TOKEN_KINDS[kind];
    token.write(session, PLACE.session, 'base64url');
    token.writeUIntBE(expires_at_ms, PLACE.expires, 6);
    let macs: Buffer | undefined;
    let of: number | undefined;
    return places.map((place) => {
      const neighbourhood = Math.floor(place / NEIGHBOURS);
      if (neighbourhood !== of) [macs, of] = [this.#placeMacs(token, neighbourhood), neighbourhood];
      token.writeUInt32BE(place, PLACE.place);
      token.set(macOf(macs!, place), PLACE.mac);
      return token.toString('base64url');
    });
  }

  openPlace(kind: Kind, text: string): Place | undefined {
    const token = Buffer.from(text, 'base64url');
    if (token.length !== PLACE.end || token.toString('base64url') !== text) return undefined;
    const place = token.readUInt32BE(PLACE.place);
    const mac = macOf(this.#placeMacs(token, Math.floor(place / NEIGHBOURS)), place);
    if (!timingSafeEqual(mac, token.subarray(PLACE.mac)) || token[0] !== TOKEN_KINDS[kind]) return undefined;
    return {
      session: token.subarray(PLACE.session, PLACE.place).toString('base64url'),
      place,
      expires_at_ms: token.readUIntBE(PLACE.expires, 6),
    };
  }

  // SHAKE256 over a key and what is said: its output is as long as one likes, and no part of it tells another.
  #placeMacs(token: Buffer, neighbourhood: number): Buffer {
    const said = Buffer.concat([this.#placeKey, token.subarray(0, PLACE.mac)]);
    said.writeUInt32BE(neighbourhood, this.#placeKey.length + PLACE.place);
    return hash('shake256', said, { outputEncoding: 'buffer', outputLength: NEIGHBOURS * MAC_BYTES });
  }

  // HMAC-SHA-256 by its definition: createHmac sets its key up anew each time, which is most of a token's cost.
  #mac(body: Buffer): Buffer {
    const inner = hash('sha256', Buffer.concat([this.#inner, body]), 'buffer');
    return hash('sha256', Buffer.concat([this.#outer, inner]), 'buffer').subarray(0, MAC_BYTES);
  }
}

const macOf = (macs: Buffer, place: number): Buffer => {
  const at = (place % NEIGHBOURS) * MAC_BYTES;
  return macs.subarray(at, at + MAC_BYTES);
};

export interface Place {
  /** The id of the session: sixteen random bytes in base64url. */
  session: string;
  place: number;
  expires_at_ms: number;
}
