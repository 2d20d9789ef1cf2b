import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** For our own user alone. Node's recursive mkdir never returns on some file systems that refuse new folders, like /proc. */
export function makeFolderWithParents(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  if (found) throw new Error(`${resolve(folder)} is not a folder`);
  makeFolderWithParents(dirname(resolve(folder)));
  mkdirSync(folder, { mode: 0o700 });
}
