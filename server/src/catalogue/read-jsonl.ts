// Reads a file of our own JSONL, plain or gzip, as a stream: one row a line, whatever the size of the file.
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FeedRow } from './import-products.ts';

/** A longer line is no product. */
const MAX_LINE_CHARS = 4 * 1024 * 1024;

export async function* readJsonl(path: string): AsyncGenerator<FeedRow> {
  let line = 0;
  for await (const text of linesOf(await openFeed(path))) {
    line++;
    if (text.trim() === '') continue;
    yield text.length > MAX_LINE_CHARS ? fault(line, `is longer than ${MAX_LINE_CHARS} characters`) : parse(line, text);
  }
}

const fault = (line: number, reason: string): FeedRow => ({ line, fault: { field: '', reason } });

function parse(line: number, text: string): FeedRow {
  try {
    return { line, value: JSON.parse(text) };
  } catch {
    return fault(line, 'is not JSON');
  }
}

async function openFeed(path: string): Promise<Readable> {
  const file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
  await file.close();
  const isGzip = buffer[0] === 0x1f && buffer[1] === 0x8b;
  const stream = createReadStream(path);
  if (!isGzip) return stream;
  const gunzip = createGunzip();
  stream.on('error', (error) => gunzip.destroy(error));
  return stream.pipe(gunzip);
}

/** The lines of a stream. Of an endless line no more is kept than tells that it is too long. */
async function* linesOf(stream: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stream) {
    const text = decoder.decode(chunk as Buffer, { stream: true });
    if (rest.length > MAX_LINE_CHARS && !text.includes('\n')) continue;
    const parts = (rest + text).split('\n');
    rest = parts.pop()!;
    yield* parts;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}
