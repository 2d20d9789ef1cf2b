// The index on the disk: segments in files of their own, and a manifest that lists them. What the manifest does not list
// does not count, so a kill at any moment leaves the last manifest and all of its files.
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fstatSync, openSync, readdirSync, readFileSync, readSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { FIELD_RULES } from '../../../product/text-fields.ts';
import type { FieldLengths } from '../../ranking/field-lengths.ts';
import { writeDurably } from './write-durably.ts';

/** Counts up when the analyser, the weights or the segments change: an old index would not fit. */
const FORMAT = 8;
/** Changes with the fields of a product, too. */
const VERSION = `${FORMAT}-${crc32(JSON.stringify(FIELD_RULES)).toString(16)}`;
const MANIFEST = 'manifest.json';
const SEGMENT = /^segment-[0-9a-f]+\.bin$/;
const CHUNK = 64 * 2 ** 20;

export interface SegmentFile {
  file: string;
  bytes: number;
  crc32: number;
}

export interface CommitPoint {
  version: string;
  lengths: FieldLengths;
  /** Everything up to this change of the catalogue is in the segments. */
  up_to: number;
  /** How often the operator had asked for a new index when this one was begun. */
  rebuilds: number;
  segments: (SegmentFile & { dead: string })[];
}

/** The dead of a segment, as the manifest has them. */
export const deadText = (dead: readonly number[]): string =>
  Buffer.from(Uint32Array.from(dead).buffer).toString('base64');

export const deadOf = (text: string): Uint32Array =>
  new Uint32Array(Uint8Array.from(Buffer.from(text, 'base64')).buffer);

/** Undefined where there is none, or one of another version. */
export function readCommitPoint(folder: string): CommitPoint | undefined {
  const path = join(folder, MANIFEST);
  if (!existsSync(path)) return undefined;
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as CommitPoint;
  return manifest.version === VERSION ? manifest : undefined;
}

/** Throws when it is not what was written. */
export function readSegment(folder: string, { file, bytes, crc32: sum }: SegmentFile): SharedArrayBuffer {
  const buffer = new SharedArrayBuffer(bytes);
  const view = new Uint8Array(buffer);
  const handle = openSync(join(folder, file), 'r');
  try {
    if (fstatSync(handle).size !== bytes) throw new Error(`${file} has another length`);
    for (let at = 0; at < bytes; ) {
      const read = readSync(handle, view, at, Math.min(CHUNK, bytes - at), at);
      if (read === 0) throw new Error(`${file} is cut off`);
      at += read;
    }
  } finally {
    closeSync(handle);
  }
  if (crc32(view) !== sum) throw new Error(`${file} has another checksum`);
  return buffer;
}

export const newSegmentFileName = (): string => `segment-${randomBytes(8).toString('hex')}.bin`;

export function writeSegment(folder: string, file: string, buffer: SharedArrayBuffer): SegmentFile {
  const bytes = new Uint8Array(buffer);
  writeDurably(folder, file, bytes);
  return { file, bytes: bytes.length, crc32: crc32(bytes) };
}

export function writeCommitPoint(folder: string, manifest: Omit<CommitPoint, 'version'>): void {
  writeDurably(folder, MANIFEST, Buffer.from(JSON.stringify({ version: VERSION, ...manifest })));
}

/** Removes the segments that are not to be kept. */
export function removeUnreferencedFiles(folder: string, kept: ReadonlySet<string>): void {
  for (const file of readdirSync(folder)) {
    const segment = file.replace(/\.new$/, '');
    if (SEGMENT.test(segment) && !kept.has(segment)) unlinkSync(join(folder, file));
  }
}
