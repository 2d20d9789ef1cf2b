// The learned table on the disk, so that a start need not learn again. What is damaged, or of another version, is as good
// as none.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DIMENSIONS, type WordVectorTable } from '../../ranking/learn-word-vectors.ts';
import { writeDurably } from './write-durably.ts';

/** Counts up when the analyser or the learning changes: an old table would not fit. */
const VERSION = 2;

interface Head {
  version: number;
  up_to: number;
  terms_bytes: number;
  sha256: string;
}

const FILE = 'word-space.bin';
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

export function saveWordVectors(folder: string, { terms, idfs, vectors, up_to }: WordVectorTable): void {
  const words = Buffer.from(terms.join('\n'));
  const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
    Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
  const body = Buffer.concat([words, bytesOf(idfs), bytesOf(vectors)]);
  const head: Head = { version: VERSION, up_to, terms_bytes: words.length, sha256: digest(body) };
  writeDurably(folder, FILE, Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), body]));
}

export function loadWordVectors(folder: string): WordVectorTable | undefined {
  const path = join(folder, FILE);
  const bytes = existsSync(path) ? readFileSync(path) : undefined;
  const end = bytes?.indexOf('\n') ?? -1;
  if (!bytes || end < 0) return undefined;
  const head = readHead(bytes.subarray(0, end).toString());
  const body = bytes.subarray(end + 1);
  if (head?.version !== VERSION || digest(body) !== head.sha256) return undefined;
  const terms = body.subarray(0, head.terms_bytes).toString().split('\n');
  const vectorsStart = head.terms_bytes + 4 * terms.length;
  const idfs = new Float32Array(Uint8Array.from(body.subarray(head.terms_bytes, vectorsStart)).buffer);
  const vectors = new Int8Array(body.subarray(vectorsStart));
  return vectors.length === terms.length * DIMENSIONS ? { terms, idfs, vectors, up_to: head.up_to } : undefined;
}

function readHead(line: string): Head | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
