import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** For our own user alone. Node's recursive mkdir never returns on some file systems that refuse new folders, like /proc. */
export function makeFolderWithParents(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  makeFolderWithParents(dirname(resolve(folder)));
  mkdirSync(folder, { mode: 0o700 });
}
