// Writes a file of the index atomically and durably: temporary file, fsync, rename, fsync of the folder.
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolderWithParents } from '../../../make-folder.ts';

const CHUNK_BYTES = 64 * 2 ** 20;

export function writeDurably(folder: string, file: string, bytes: Uint8Array): void {
  makeFolderWithParents(folder);
  const temporary = join(folder, `${file}.new`);
  const handle = openSync(temporary, 'w', 0o600);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at, Math.min(CHUNK_BYTES, bytes.length - at));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(temporary, join(folder, file));
  const directory = openSync(folder, 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}
