// The learned table on the disk, so that a start need not learn again. What is damaged, or of another version, is as good
// as none.
import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { DIMENSIONS, type WordSpaceTable } from '../ranking/learn-word-space.ts';

/** Counts up when the analyser or the learning changes: an old table would not fit. */
const VERSION = 1;

interface Head {
  version: number;
  up_to: number;
  terms_bytes: number;
  sha256: string;
}

const pathIn = (folder: string) => join(folder, 'word-space.bin');
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

export async function saveTable(folder: string, { terms, vectors, up_to }: WordSpaceTable): Promise<void> {
  const words = Buffer.from(terms.join('\n'));
  const body = Buffer.concat([words, Buffer.from(vectors.buffer, vectors.byteOffset, vectors.byteLength)]);
  const head: Head = { version: VERSION, up_to, terms_bytes: words.length, sha256: digest(body) };
  await mkdir(folder, { recursive: true });
  const temporary = `${pathIn(folder)}.new`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), body]));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, pathIn(folder));
}

export async function loadTable(folder: string): Promise<WordSpaceTable | undefined> {
  const bytes = await readFile(pathIn(folder)).catch(() => undefined);
  const end = bytes?.indexOf('\n') ?? -1;
  if (!bytes || end < 0) return undefined;
  const head = readHead(bytes.subarray(0, end).toString());
  const body = bytes.subarray(end + 1);
  if (head?.version !== VERSION || digest(body) !== head.sha256) return undefined;
  const terms = body.subarray(0, head.terms_bytes).toString().split('\n');
  const vectors = new Int8Array(body.subarray(head.terms_bytes));
  return vectors.length === terms.length * DIMENSIONS ? { terms, vectors, up_to: head.up_to } : undefined;
}

function readHead(line: string): Head | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
