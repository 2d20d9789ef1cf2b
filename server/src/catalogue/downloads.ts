// Files that feeds are downloaded to. A killed process leaves its file behind, and the next download removes it.
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FeedError } from '../reading/feed-error.ts';
import { hasExited, thisRunner } from './runner.ts';

/**
 * A download that has not grown for this long has timed out. This also covers processes on other machines and in other
 * containers, which cannot be checked. A file that is already open stays readable after its removal.
 */
const ABANDONED_MS = 10 * 60_000;

let downloads = 0;

/** A path for one download of this process. Removes abandoned downloads first. */
export async function newDownload(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: Error) => {
    throw new FeedError(`cannot create the download folder: ${error.message}`);
  });
  await removeAbandoned(folder);
  return join(folder, `${thisRunner() || process.pid}-${++downloads}.part`);
}

export async function removeAbandoned(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => one.endsWith('.part'))) {
    const path = join(folder, name);
    // Missing: another process has removed it.
    const age_ms = await stat(path).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (hasExited(name.slice(0, name.lastIndexOf('-'))) || age_ms > ABANDONED_MS) await rm(path, { force: true });
  }
}
