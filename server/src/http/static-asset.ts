// Files that are the same for every caller. Each encoding is one shared buffer, made once and never copied.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addVary } from './add-vary.ts';

const ENCODINGS = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof ENCODINGS)[number];

export interface StaticAsset {
  type: string;
  bodies: Record<Encoding, Uint8Array>;
  etags: Record<Encoding, string>;
}

/** 0.2 s for the largest asset; the default, 11, takes 10 s and saves a tenth. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
/** Sent in pieces of this size, so that what a slow client has read can be seen. */
const PIECE_BYTES = 64 * 1024;

export async function makeAsset(type: string, identity: Buffer): Promise<StaticAsset> {
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(identity, BROTLI),
    promisify(gzip)(identity, { level: 9 }),
  ]);
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  // The ETag is strong: each encoding has its own.
  const etags = { br: `"${hash}-br"`, gzip: `"${hash}-gzip"`, identity: `"${hash}"` };
  return { type, bodies: { br, gzip: gz, identity }, etags };
}

/** Sends the best encoding that the caller accepts, or 304 where it has that already. */
export function sendAsset(request: FastifyRequest, reply: FastifyReply, { type, bodies, etags }: StaticAsset) {
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  addVary(reply, 'accept-encoding');
  reply.header('etag', etags[encoding]);
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache');
  if (isHeld(request.headers['if-none-match'], etags[encoding])) return reply.code(304).send();
  const body = bodies[encoding];
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.headers({ 'content-type': type, 'content-length': body.length }).send(Readable.from(pieces(body)));
}

function* pieces(body: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < body.length; at += PIECE_BYTES) yield body.subarray(at, at + PIECE_BYTES);
}

function chooseEncoding(accepted: string | string[] = ''): Encoding {
  const names = new Set(
    String(accepted)
      .toLowerCase()
      .split(',')
      .map((part) => part.split(';').map((word) => word.trim()))
      .filter(([, quality]) => !/^q=0(?:\.0*)?$/.test(quality ?? ''))
      .map(([name]) => name),
  );
  return ENCODINGS.find((encoding) => names.has(encoding)) ?? 'identity';
}

/** RFC 9110, 13.1.2: `*`, or a list of tags that are compared weakly. */
const isHeld = (known = '', etag: string): boolean =>
  known.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
