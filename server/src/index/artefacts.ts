// What the ranking learns from a catalogue: a value that one process learns and stores, and all processes use.
import { createHash } from 'node:crypto';
import { FIELD_RULES_CRC } from '../product/text-fields.ts';
import type { FieldLengths } from './ranking/field-lengths.ts';
import { DIMENSIONS, type WordVectorTable } from './ranking/learn-word-vectors.ts';

export interface Artefacts {
  /** 0 if not stored. */
  generation: number;
  /** Average field lengths, which scores are normalised by. */
  lengths: FieldLengths;
  /** null before the first training. */
  word_vectors: WordVectorTable | null;
}

/** Incremented when the analyser or the training changes. */
const FORMAT = 1;
/** Also depends on the fields of a product. */
const VERSION = `${FORMAT}-${FIELD_RULES_CRC}`;

interface Header {
  version: string;
  lengths: FieldLengths;
  /** null without word vectors. */
  up_to: number | null;
  term_count: number;
  terms_bytes: number;
  sha256: string;
}

export const NO_VECTORS: WordVectorTable = { terms: [], idfs: new Float32Array(), vectors: new Int8Array(), up_to: 0 };
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);

export function encodeArtefacts({ lengths, word_vectors }: Omit<Artefacts, 'generation'>): Uint8Array {
  const { terms, idfs, vectors } = word_vectors ?? NO_VECTORS;
  const words = Buffer.from(terms.join('\n'));
  const body = Buffer.concat([words, bytesOf(idfs), bytesOf(vectors)]);
  const header: Header = {
    version: VERSION,
    lengths,
    up_to: word_vectors?.up_to ?? null,
    term_count: terms.length,
    terms_bytes: words.length,
    sha256: digest(body),
  };
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), body]);
}

/** Undefined if the bytes are damaged or of another version: they must be learned again. */
export function decodeArtefacts(generation: number, given: Uint8Array): Artefacts | undefined {
  const bytes = bytesOf(given);
  const end = bytes.indexOf('\n');
  const header = parseHeader(bytes.subarray(0, end).toString());
  const body = bytes.subarray(end + 1);
  if (header?.version !== VERSION || digest(body) !== header.sha256) return undefined;
  const { lengths, up_to, term_count, terms_bytes } = header;
  if (up_to === null) return { generation, lengths, word_vectors: null };
  const terms = term_count === 0 ? [] : body.subarray(0, terms_bytes).toString().split('\n');
  const vectorsStart = terms_bytes + 4 * term_count;
  const idfs = new Float32Array(Uint8Array.from(body.subarray(terms_bytes, vectorsStart)).buffer);
  const vectors = new Int8Array(body.subarray(vectorsStart));
  if (terms.length !== term_count || vectors.length !== term_count * DIMENSIONS) return undefined;
  return { generation, lengths, word_vectors: { terms, idfs, vectors, up_to } };
}

function parseHeader(line: string): Header | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
