// The file of the word vectors, so that a start does not have to train. A damaged or outdated file is ignored.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DIMENSIONS, type WordVectorTable } from '../../ranking/learn-word-vectors.ts';
import { writeDurably } from './write-durably.ts';

/** Incremented when the analyser or the training changes. */
const VERSION = 2;

interface Header {
  version: number;
  up_to: number;
  terms_bytes: number;
  sha256: string;
}

const FILE = 'word-vectors.bin';
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

export function saveWordVectors(folder: string, { terms, idfs, vectors, up_to }: WordVectorTable): void {
  const words = Buffer.from(terms.join('\n'));
  const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
    Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
  const body = Buffer.concat([words, bytesOf(idfs), bytesOf(vectors)]);
  const header: Header = { version: VERSION, up_to, terms_bytes: words.length, sha256: digest(body) };
  writeDurably(folder, FILE, Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), body]));
}

export function loadWordVectors(folder: string): WordVectorTable | undefined {
  const path = join(folder, FILE);
  const bytes = existsSync(path) ? readFileSync(path) : undefined;
  const end = bytes?.indexOf('\n') ?? -1;
  if (!bytes || end < 0) return undefined;
  const header = parseHeader(bytes.subarray(0, end).toString());
  const body = bytes.subarray(end + 1);
  if (header?.version !== VERSION || digest(body) !== header.sha256) return undefined;
  const terms = body.subarray(0, header.terms_bytes).toString().split('\n');
  const vectorsStart = header.terms_bytes + 4 * terms.length;
  const idfs = new Float32Array(Uint8Array.from(body.subarray(header.terms_bytes, vectorsStart)).buffer);
  const vectors = new Int8Array(body.subarray(vectorsStart));
  return vectors.length === terms.length * DIMENSIONS ? { terms, idfs, vectors, up_to: header.up_to } : undefined;
}

function parseHeader(line: string): Header | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
