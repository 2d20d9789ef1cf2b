import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Accessible to the owner only. Node's recursive mkdir hangs on file systems that reject new folders, like /proc. */
export function makeFolderWithParents(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  if (found) throw new Error(`${resolve(folder)} is not a folder`);
  makeFolderWithParents(dirname(resolve(folder)));
  mkdirSync(folder, { mode: 0o700 });
}
