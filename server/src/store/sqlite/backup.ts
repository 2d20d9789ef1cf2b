// Copies of a data folder: taken beside a live server, each file as one moment of it, and put back into an empty folder.
import { copyFileSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { makeFolderWithParents } from '../../make-folder.ts';
import { StartError } from '../../start-error.ts';
import { isInstallation, openFolder } from './data-folder.ts';
import { FILES, type File, pathOf } from './files.ts';

/** `afterSnapshot` is called when the snapshot of a file is taken: tests write between two of them. */
export async function backupFolder(
  folder: string,
  target: string,
  afterSnapshot: (file: File) => Promise<void> = async () => {},
): Promise<void> {
  // Checks that the files are ours and whole before anything is copied.
  openFolder(folder, { own: false });
  wantEmpty(target);
  const snapshots: DatabaseSync[] = [];
  try {
    for (const file of ORDER) {
      snapshots.push(openSnapshot(folder, file));
      await afterSnapshot(file);
    }
    for (const [i, db] of snapshots.entries()) await backup(db, unfinished(target, ORDER[i]!));
  } catch (error) {
    throw new StartError(`${target} cannot be written: ${(error as Error).message}`);
  } finally {
    for (const db of snapshots) db.close();
  }
  for (const file of ORDER) renameSync(unfinished(target, file), pathOf(target, file));
}

/**
 * The catalogue's snapshot is the last: sessions hold product numbers and the ledger holds merchant ids, and a restored
 * catalogue that is older than they are would assign those again.
 */
const ORDER: File[] = ['sessions', 'ledger', 'catalogue'];

/** A read transaction keeps the copy at one moment: without it every write of a server restarts the copy. */
function openSnapshot(folder: string, file: File): DatabaseSync {
  const db = new DatabaseSync(pathOf(folder, file), { readOnly: true });
  db.exec('BEGIN; SELECT 1 FROM sqlite_schema');
  return db;
}

/** A file has its name only once all of them are whole: what was cut off is no backup. */
const unfinished = (target: string, file: File) => `${pathOf(target, file)}.part`;

export function restoreFolder(source: string, folder: string): void {
  for (const file of FILES) wantReadable(source, file);
  if (!isInstallation(source)) throw new StartError(`${source} is not a backup: its files are not finderfee databases`);
  wantEmpty(folder);
  try {
    for (const file of FILES) copyFileSync(pathOf(source, file), pathOf(folder, file));
    openFolder(folder, { own: false });
  } catch (error) {
    for (const name of readdirSync(folder)) rmSync(`${folder}/${name}`);
    throw new StartError(`${source} cannot be restored: ${(error as Error).message}`);
  }
}

function wantReadable(source: string, file: File): void {
  try {
    if (statSync(pathOf(source, file), { throwIfNoEntry: false })?.isFile()) return;
  } catch (error) {
    throw new StartError(`${source} cannot be read: ${(error as Error).message}`);
  }
  throw new StartError(`${source} is not a backup: it has no ${file}.db`);
}

function wantEmpty(folder: string): void {
  try {
    makeFolderWithParents(folder);
    if (readdirSync(folder).length === 0) return;
  } catch (error) {
    throw new StartError(`${folder} cannot be written: ${(error as Error).message}`);
  }
  throw new StartError(`${folder} is not empty`);
}
