// The files that feeds are downloaded to. A process that is killed leaves its own behind; the next one removes it.
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FeedError } from './reading/feed-error.ts';
import { isGone, thisRunner } from './runner.ts';

/**
 * A download that has not grown for longer has timed out. Once a file is being read it may lose its name, so this also
 * holds where the process is another machine's or container's and cannot be asked for.
 */
const ABANDONED_MS = 10 * 60_000;

let downloads = 0;

/** A path of this process's own for one download, in a folder without those that were abandoned. */
export async function newDownload(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: Error) => {
    throw new FeedError(`the folder for downloads cannot be made: ${error.message}`);
  });
  await removeAbandoned(folder);
  return join(folder, `${thisRunner() || process.pid}-${++downloads}.part`);
}

export async function removeAbandoned(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => one.endsWith('.part'))) {
    const path = join(folder, name);
    // Gone meanwhile: another process has removed it.
    const age_ms = await stat(path).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (isGone(name.slice(0, name.lastIndexOf('-'))) || age_ms > ABANDONED_MS) await rm(path, { force: true });
  }
}
