// Backs up a data folder while a server writes to it, and restores a backup into an empty folder.
import { copyFileSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { makeFolderWithParents } from '../../make-folder.ts';
import { StartError } from '../../start-error.ts';
import { isInstallation, openFolder } from './data-folder.ts';
import { FILES, type File, pathOf } from './files.ts';

/** `afterSnapshot` is called after each file's snapshot is opened; tests use it to write in between. */
export async function backupFolder(
  folder: string,
  target: string,
  afterSnapshot: (file: File) => Promise<void> = async () => {},
): Promise<void> {
  // Checks the files' identity and integrity before anything is copied.
  openFolder(folder, { own: false });
  requireEmpty(target);
  const snapshots: DatabaseSync[] = [];
  try {
    for (const file of SNAPSHOT_ORDER) {
      snapshots.push(openSnapshot(folder, file));
      await afterSnapshot(file);
    }
    for (const [i, db] of snapshots.entries()) await backup(db, partialPath(target, SNAPSHOT_ORDER[i]!));
  } catch (error) {
    throw new StartError(`${target} cannot be written: ${(error as Error).message}`);
  } finally {
    for (const db of snapshots) db.close();
  }
  for (const file of SNAPSHOT_ORDER) renameSync(partialPath(target, file), pathOf(target, file));
}

/**
 * The catalogue's snapshot is the newest: sessions hold product numbers and the ledger holds merchant ids, and an older
 * catalogue would assign those numbers a second time.
 */
const SNAPSHOT_ORDER: File[] = ['sessions', 'ledger', 'catalogue'];

/** The open read transaction pins the snapshot; without it, every write by the server would restart the copy. */
function openSnapshot(folder: string, file: File): DatabaseSync {
  const db = new DatabaseSync(pathOf(folder, file), { readOnly: true });
  db.exec('BEGIN; SELECT 1 FROM sqlite_schema');
  return db;
}

/** Files get their final names once all copies are complete, so an interrupted backup is not mistaken for a backup. */
const partialPath = (target: string, file: File) => `${pathOf(target, file)}.part`;

export function restoreFolder(source: string, folder: string): void {
  for (const file of FILES) requireReadable(source, file);
  if (!isInstallation(source)) throw new StartError(`${source} is not a backup: its files are not finderfee databases`);
  requireEmpty(folder);
  try {
    for (const file of FILES) copyFileSync(pathOf(source, file), pathOf(folder, file));
    openFolder(folder, { own: false });
  } catch (error) {
    for (const name of readdirSync(folder)) rmSync(`${folder}/${name}`);
    throw new StartError(`${source} cannot be restored: ${(error as Error).message}`);
  }
}

function requireReadable(source: string, file: File): void {
  try {
    if (statSync(pathOf(source, file), { throwIfNoEntry: false })?.isFile()) return;
  } catch (error) {
    throw new StartError(`${source} cannot be read: ${(error as Error).message}`);
  }
  throw new StartError(`${source} is not a backup: it has no ${file}.db`);
}

function requireEmpty(folder: string): void {
  try {
    makeFolderWithParents(folder);
    if (readdirSync(folder).length === 0) return;
  } catch (error) {
    throw new StartError(`${folder} cannot be written: ${(error as Error).message}`);
  }
  throw new StartError(`${folder} is not empty`);
}
