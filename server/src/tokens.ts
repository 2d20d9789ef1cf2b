// Opaque tokens: cursors, slugs and session ids. A token contains its data with a MAC, so it cannot be forged, is valid
// on every instance, and can be recognised as expired after its session has been deleted.
import { createHmac, hash, timingSafeEqual } from 'node:crypto';

const MAC_BYTES = 16;
const BLOCK_BYTES = 64;
/** Byte offsets of a position token: kind, session, position, expiry and MAC. */
const LAYOUT = { session: 1, position: 17, expires: 21, mac: 27, end: 27 + MAC_BYTES } as const;
/** Adjacent positions share one hash, so that the slugs of a page need one or two hashes. */
const POSITIONS_PER_HASH = 32;

const TOKEN_KINDS = {
  cursor: 1,
  slug: 2,
  session: 3,
  merchants: 4,
  conversions: 5,
  rewards: 6,
  postbacks: 7,
  deliveries: 8,
  keys: 9,
  audit: 10,
  synonyms: 11,
  jobs: 12,
  ledger: 13,
  conversations: 14,
  networks: 15,
} as const;
type Kind = keyof typeof TOKEN_KINDS;

export class Tokens {
  readonly #inner: Buffer;
  readonly #outer: Buffer;
  readonly #positionKey: Buffer;

  /** The secret must not be longer than a block of the hash. */
  constructor(secret: Uint8Array) {
    const padded = (pad: number) => Buffer.alloc(BLOCK_BYTES, pad).map((byte, i) => byte ^ (secret[i] ?? 0)) as Buffer;
    this.#inner = padded(0x36);
    this.#outer = padded(0x5c);
    this.#positionKey = createHmac('sha256', secret).update('places').digest();
  }

  seal(kind: Kind, payload: Buffer): string {
    const body = Buffer.concat([Buffer.from([TOKEN_KINDS[kind]]), payload]);
    return Buffer.concat([body, this.#mac(body)]).toString('base64url');
  }

  /** The payload; undefined if the text is not a canonical, authentic token of this kind. */
  open(kind: Kind, text: string): Buffer | undefined {
    const bytes = Buffer.from(text, 'base64url');
    if (bytes.length <= MAC_BYTES || bytes.toString('base64url') !== text) return undefined;
    const body = bytes.subarray(0, -MAC_BYTES);
    if (!timingSafeEqual(this.#mac(body), bytes.subarray(-MAC_BYTES)) || body[0] !== TOKEN_KINDS[kind])
      return undefined;
    return body.subarray(1);
  }

  /** A position in a ranking session: the page of a cursor, the rank of a slug, 0 for the session itself. */
  sealPosition(kind: Kind, { position, ...session }: Position): string {
    return this.sealPositions(kind, session, [position])[0]!;
  }

  sealPositions(
    kind: Kind,
    { session, expires_at_ms }: Omit<Position, 'position'>,
    positions: readonly number[],
  ): string[] {
    const token = Buffer.alloc(LAYOUT.end);
    token[0] = TOKEN_KINDS[kind];
    token.write(session, LAYOUT.session, 'base64url');
    token.writeUIntBE(expires_at_ms, LAYOUT.expires, 6);
    let macs: Buffer | undefined;
    let macBlock: number | undefined;
    return positions.map((position) => {
      const block = Math.floor(position / POSITIONS_PER_HASH);
      if (block !== macBlock) [macs, macBlock] = [this.#positionMacs(token, block), block];
      token.writeUInt32BE(position, LAYOUT.position);
      token.set(macOf(macs!, position), LAYOUT.mac);
      return token.toString('base64url');
    });
  }

  openPosition(kind: Kind, text: string): Position | undefined {
    const token = Buffer.from(text, 'base64url');
    if (token.length !== LAYOUT.end || token.toString('base64url') !== text) return undefined;
    const position = token.readUInt32BE(LAYOUT.position);
    const mac = macOf(this.#positionMacs(token, Math.floor(position / POSITIONS_PER_HASH)), position);
    if (!timingSafeEqual(mac, token.subarray(LAYOUT.mac)) || token[0] !== TOKEN_KINDS[kind]) return undefined;
    return {
      session: token.subarray(LAYOUT.session, LAYOUT.position).toString('base64url'),
      position,
      expires_at_ms: token.readUIntBE(LAYOUT.expires, 6),
    };
  }

  // Keyed SHAKE256: one call gives independent MACs for a block of positions.
  #positionMacs(token: Buffer, block: number): Buffer {
    const input = Buffer.concat([this.#positionKey, token.subarray(0, LAYOUT.mac)]);
    input.writeUInt32BE(block, this.#positionKey.length + LAYOUT.position);
    return hash('shake256', input, { outputEncoding: 'buffer', outputLength: POSITIONS_PER_HASH * MAC_BYTES });
  }

  // HMAC-SHA-256 with precomputed pads. Key setup in createHmac would be most of the cost of a token.
  #mac(body: Buffer): Buffer {
    const inner = hash('sha256', Buffer.concat([this.#inner, body]), 'buffer');
    return hash('sha256', Buffer.concat([this.#outer, inner]), 'buffer').subarray(0, MAC_BYTES);
  }
}

const macOf = (macs: Buffer, position: number): Buffer => {
  const at = (position % POSITIONS_PER_HASH) * MAC_BYTES;
  return macs.subarray(at, at + MAC_BYTES);
};

export interface Position {
  /** Session id: 16 random bytes in base64url. */
  session: string;
  position: number;
  expires_at_ms: number;
}
