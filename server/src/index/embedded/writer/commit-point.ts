// The index on disk: one file per segment, and a manifest, the commit point, that lists them. Files are written before the
// manifest and removed after it, so a crash at any moment leaves the last commit point intact.
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fstatSync, openSync, readdirSync, readFileSync, readSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { FIELD_RULES_CRC } from '../../../product/text-fields.ts';
import type { FieldLengths } from '../../ranking/field-lengths.ts';
import { writeDurably } from './write-durably.ts';

/** Incremented when the analyser, the weights or the segment format change: an older index is rebuilt. */
const FORMAT = 10;
/** With a checksum of the field rules: changing them has the same effect. */
const VERSION = `${FORMAT}-${FIELD_RULES_CRC}`;
const MANIFEST = 'manifest.json';
const SEGMENT = /^segment-[0-9a-f]+\.bin$/;
const CHUNK_BYTES = 64 * 2 ** 20;

export interface SegmentFile {
  file: string;
  bytes: number;
  crc32: number;
}

export interface CommitPoint {
  version: string;
  lengths: FieldLengths;
  /** The segments contain all changes up to this change number. */
  up_to: number;
  /** How often the operator had requested a rebuild when this index was started. */
  rebuilds: number;
  /** Of the change log. */
  epoch: string;
  /** `deletions`: see `encodeDeletions`. */
  segments: (SegmentFile & { deletions: string })[];
}

export const encodeDeletions = (docs: readonly number[]): string =>
  Buffer.from(Uint32Array.from(docs).buffer).toString('base64');

export const decodeDeletions = (text: string): Uint32Array =>
  new Uint32Array(Uint8Array.from(Buffer.from(text, 'base64')).buffer);

/** Undefined if there is none, or its version differs. */
export function readCommitPoint(folder: string): CommitPoint | undefined {
  const path = join(folder, MANIFEST);
  if (!existsSync(path)) return undefined;
  const commit = JSON.parse(readFileSync(path, 'utf8')) as CommitPoint;
  return commit.version === VERSION ? commit : undefined;
}

/** Throws if length or checksum differ. */
export function readSegment(folder: string, { file, bytes, crc32: sum }: SegmentFile): SharedArrayBuffer {
  const buffer = new SharedArrayBuffer(bytes);
  const view = new Uint8Array(buffer);
  const handle = openSync(join(folder, file), 'r');
  try {
    if (fstatSync(handle).size !== bytes) throw new Error(`${file} has the wrong length`);
    for (let at = 0; at < bytes; ) {
      const read = readSync(handle, view, at, Math.min(CHUNK_BYTES, bytes - at), at);
      if (read === 0) throw new Error(`${file} is truncated`);
      at += read;
    }
  } finally {
    closeSync(handle);
  }
  if (crc32(view) !== sum) throw new Error(`${file} has the wrong checksum`);
  return buffer;
}

export const newSegmentFileName = (): string => `segment-${randomBytes(8).toString('hex')}.bin`;

export function writeSegment(folder: string, file: string, buffer: SharedArrayBuffer): SegmentFile {
  const bytes = new Uint8Array(buffer);
  writeDurably(folder, file, bytes);
  return { file, bytes: bytes.length, crc32: crc32(bytes) };
}

export function writeCommitPoint(folder: string, commit: Omit<CommitPoint, 'version'>): void {
  writeDurably(folder, MANIFEST, Buffer.from(JSON.stringify({ version: VERSION, ...commit })));
}

export function removeUnreferencedFiles(folder: string, referenced: ReadonlySet<string>): void {
  for (const file of readdirSync(folder)) {
    const segment = file.replace(/\.new$/, '');
    if (SEGMENT.test(segment) && !referenced.has(segment)) unlinkSync(join(folder, file));
  }
}
