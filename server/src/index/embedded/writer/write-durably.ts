// A file of the index, written so that a kill at any moment leaves the old one, or the new one, or none.
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolderWithParents } from '../../../make-folder.ts';

const CHUNK = 64 * 2 ** 20;

/** Under its name it is there wholly or not at all. */
export function writeDurably(folder: string, file: string, bytes: Uint8Array): void {
  makeFolderWithParents(folder);
  const temporary = join(folder, `${file}.new`);
  const handle = openSync(temporary, 'w', 0o600);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at, Math.min(CHUNK, bytes.length - at));
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
