// Decodes bytes to text. Feeds often mix UTF-8 with a few bytes of Latin-1.
import { isUtf8 } from 'node:buffer';
import { WINDOWS_1252 } from './windows-1252.ts';

const DECLARATION = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/i;

interface Decoder {
  decode(bytes: Buffer): string;
  end(): string;
}

/** Strips the byte order mark. A given encoding overrides detection. */
export async function* decodeText(chunks: AsyncIterable<Buffer>, encoding?: string): AsyncGenerator<string> {
  let decoder: Decoder | undefined;
  let isFirst = true;
  for await (const chunk of chunks) {
    decoder ??= decoderFor(chunk, encoding);
    const text = decoder.decode(chunk);
    if (text === '') continue;
    yield isFirst ? text.replace(/^\ufeff/, '') : text;
    isFirst = false;
  }
  const rest = decoder?.end();
  if (rest) yield rest;
}

export const isKnownEncoding = (name: string): boolean => {
  try {
    return new TextDecoder(name) !== undefined;
  } catch {
    return false;
  }
};

function decoderFor(head: Buffer, given: string | undefined): Decoder {
  if (given) return standard(given);
  if (head[0] === 0xff && head[1] === 0xfe) return standard('utf-16le');
  if (head[0] === 0xfe && head[1] === 0xff) return standard('utf-16be');
  const declared = DECLARATION.exec(head.subarray(0, 300).toString('latin1'))?.[1]?.toLowerCase();
  // A declared encoding is ignored if the bytes are valid non-ASCII UTF-8, which other encodings do not produce by
  // chance.
  const isOther = declared && !/^utf-?(?:8|16)$/.test(declared) && isKnownEncoding(declared) && !looksLikeUtf8(head);
  return isOther ? standard(declared) : new Utf8WithRepair();
}

const looksLikeUtf8 = (head: Buffer) => head.some((byte) => byte > 0x7f) && isUtf8(head.subarray(0, wholeLength(head)));

function standard(name: string): Decoder {
  const decoder = new TextDecoder(name);
  return { decode: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
}

/** UTF-8 decoder that reads invalid bytes as Windows-1252, a superset of Latin-1. */
class Utf8WithRepair implements Decoder {
  #rest: Buffer = Buffer.alloc(0);

  decode(chunk: Buffer): string {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    const length = wholeLength(bytes);
    this.#rest = bytes.subarray(length);
    return read(bytes.subarray(0, length));
  }

  end(): string {
    return read(this.#rest);
  }
}

const read = (bytes: Buffer) => (isUtf8(bytes) ? bytes.toString('utf8') : repair(bytes));

/** Length of the prefix that ends on a character boundary. */
function wholeLength(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) return lengthOf(byte) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

const lengthOf = (lead: number) => (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2);

function repair(bytes: Buffer): string {
  const parts: string[] = [];
  let from = 0;
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at]!;
    const length = byte < 0x80 ? 1 : byte >= 0xc2 && byte <= 0xf4 ? lengthOf(byte) : 0;
    if (length === 1 || (length > 1 && at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length)))) {
      at += length;
      continue;
    }
    parts.push(bytes.toString('utf8', from, at), WINDOWS_1252[byte]!);
    from = ++at;
  }
  parts.push(bytes.toString('utf8', from, at));
  return parts.join('');
}
