// The data folder of a server and its lock, which the kernel releases with the process.
import { accessSync, constants, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { makeFolderWithParents } from '../../make-folder.ts';
import { StartError } from '../../start-error.ts';

/** SQLite waits this long for a lock of another process. */
export const LOCK_WAIT_MS = 1000;

export interface FolderLock {
  release(): void;
}

export function makeFolder(folder: string): void {
  try {
    makeFolderWithParents(folder);
    requireWritable(folder);
  } catch (error) {
    throw cannotBeWritten(folder, error);
  }
}

export const requireWritable = (folder: string) => accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);

export const cannotBeWritten = (folder: string, error: unknown) =>
  new StartError(`the data folder ${folder} cannot be written: ${(error as Error).message}`);

export function acquireLock(folder: string, { own }: { own: boolean }): FolderLock {
  const lock = tryLock(folder);
  if (!lock) throw new StartError(inUse(folder, own));
  return lock;
}

/**
 * Undefined if another process has the lock. It is an exclusive transaction on a separate file, so the operating system
 * releases it however the process ends.
 */
export function tryLock(folder: string): FolderLock | undefined {
  const db = openOrExplain(
    () => new DatabaseSync(`${folder}/server.lock`, { timeout: LOCK_WAIT_MS }),
    folder,
    'server.lock',
  );
  try {
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if (isBusy(error)) return undefined;
    throw asStartError(error, folder, `the data folder ${folder} cannot be locked: ${(error as Error).message}`);
  }
  return { release: () => db.close() };
}

export type ServerMode = 'read-only' | 'read-write';

const modePath = (folder: string) => `${folder}/server.mode`;

/** Says beside the lock what its holder does: the locked file itself cannot be read. */
export function writeServerMode(folder: string, mode: ServerMode): void {
  writeFileSync(`${modePath(folder)}.part`, `${mode}\n`);
  renameSync(`${modePath(folder)}.part`, modePath(folder));
}

/** The mode of the server that holds the lock. Without a lock, that of the last one. */
export function readServerMode(folder: string): ServerMode {
  try {
    return readFileSync(modePath(folder), 'utf8') === 'read-only\n' ? 'read-only' : 'read-write';
  } catch {
    // A server of a version without this file.
    return 'read-write';
  }
}

const migratedPath = (folder: string) => `${folder}/migrated`;

/** A server that goes on writing here would repeat what the other store does, such as deliveries of webhooks. */
export const markMigrated = (folder: string) =>
  writeFileSync(
    migratedPath(folder),
    'This installation was moved to PostgreSQL. Delete this file to use it here again.\n',
  );

export function refuseMigrated(folder: string): void {
  if (existsSync(migratedPath(folder)))
    throw new StartError(
      `the data folder ${folder} was migrated to PostgreSQL: set DATABASE_URL, or delete ${migratedPath(folder)} to use it again`,
    );
}

const inUse = (folder: string, own: boolean) =>
  own
    ? `the data folder ${folder} is in use by another finderfee server: stop it, or choose another DATA_DIR`
    : `the data folder ${folder} is in use by a server of an older version: stop it and start this version first`;

/** SQLITE_BUSY, in any of its extended forms. */
export const isBusy = (error: unknown) => (((error as { errcode?: number }).errcode ?? 0) & 0xff) === 5;

/**
 * SQLITE_FULL, and the SQLITE_IOERR codes of a file that cannot grow: write, fsync, fsync of the folder, truncate, and
 * opening or growing the shared memory.
 */
const UNWRITABLE = [13, 778, 1034, 1290, 1546, 4618, 4874];

/** Replaces an error that was caused by a full disk with an explanation; returns other errors unchanged. */
export function explainFullDisk(error: unknown, folder: string): unknown {
  const { errcode, code } = error as { errcode?: number; code?: string };
  if (!UNWRITABLE.includes(errcode ?? 0) && code !== 'ENOSPC') return error;
  return new StartError(
    `the disk is full: ${folder} cannot be written; make room and start again, the data is as it was`,
  );
}

export function openOrExplain<T>(open: () => T, folder: string, name: string): T {
  try {
    return open();
  } catch (error) {
    const advice = 'nothing was changed; restore a backup, or choose another DATA_DIR';
    const reason = (error as Error).message.replace(/\s*\n\s*/g, ' ');
    throw asStartError(error, folder, `${folder}/${name} is damaged or unreadable (${reason}): ${advice}`);
  }
}

function asStartError(error: unknown, folder: string, sentence: string): StartError {
  const explained = explainFullDisk(error, folder);
  return explained instanceof StartError ? explained : new StartError(sentence);
}
