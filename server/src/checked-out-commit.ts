// The commit that a clone or a worktree has checked out, read from the files of git.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

/** The full hash, or null if the folder is not the root of a clone. */
export function checkedOutCommit(root: string): string | null {
  try {
    const folder = gitFolder(root);
    const head = read(`${folder}/HEAD`);
    const ref = /^ref: (.+)/.exec(head)?.[1];
    const hash = ref === undefined ? head : commitOf(ref, folder);
    return hash !== undefined && /^[0-9a-f]{40,64}$/.test(hash) ? hash : null;
  } catch {
    // Files that are missing, unreadable or in another format: the service does not need its commit.
    return null;
  }
}

const read = (file: string) => readFileSync(file, 'utf8').trim();

/** In a worktree, `.git` is a file that names the folder. */
function gitFolder(root: string): string {
  const path = `${root}/.git`;
  return statSync(path).isDirectory() ? path : resolve(root, read(path).replace(/^gitdir: /, ''));
}

function commitOf(ref: string, folder: string): string | undefined {
  // Worktrees share the branches of their clone.
  const common = existsSync(`${folder}/commondir`) ? resolve(folder, read(`${folder}/commondir`)) : folder;
  if (existsSync(`${common}/${ref}`)) return read(`${common}/${ref}`);
  const packed = read(`${common}/packed-refs`).split('\n');
  return packed.find((line) => line.endsWith(` ${ref}`))?.split(' ')[0];
}
