// Opens a data folder: takes its lock, checks the identity, version and integrity of its files, and migrates them.
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../../start-error.ts';
import { networkClickId } from '../../text/network-click-id.ts';
import { FILES, type File, pathOf } from './files.ts';
import {
  acquireLock,
  cannotBeWritten,
  type FolderLock,
  LOCK_WAIT_MS,
  makeFolder,
  openOrExplain,
  requireWritable,
} from './folder-lock.ts';

/** SQLite application id of our files ("FFee"). */
const APPLICATION_ID = 0x46466565;
/** The server that locks a folder is the only one: the others have ended, and their leases with them. */
const END_OTHERS = 'UPDATE leases SET until_ms = 0 WHERE until_ms > 0; DELETE FROM instances';
/** Larger files are not checked for integrity, because that would delay the start. */
const MAX_CHECKED_BYTES = 64 * 1024 * 1024;

/**
 * Whether the folder holds a migrated database of ours. Does not change anything. Must not be called while this process
 * has the files open: closing a file descriptor here would release SQLite's POSIX locks on the file.
 */
export const isInstallation = (folder: string): boolean => FILES.some((file) => isMigrated(pathOf(folder, file)));

/** Reads the file header: opening a database in WAL mode would create files next to it. */
function isMigrated(path: string): boolean {
  const header = Buffer.alloc(100);
  try {
    if (!statSync(path, { throwIfNoEntry: false })) return false;
    const fd = openSync(path, 'r');
    try {
      readSync(fd, header);
    } finally {
      closeSync(fd);
    }
  } catch {
    // Opening the folder will report the reason.
    return true;
  }
  return header.readUInt32BE(68) === APPLICATION_ID && header.readUInt32BE(60) > 0;
}

export interface OpenOptions {
  own: boolean;
  /** Refuses a folder that would have to be migrated. */
  read_only?: boolean | undefined;
}

/** A server holds the returned lock until it stops; a command takes the lock only to migrate. */
export function openFolder(folder: string, { own, read_only = false }: OpenOptions): FolderLock | undefined {
  makeFolder(folder);
  const versions = FILES.map((file) => readFileVersion(folder, file));
  refuseIncomplete(folder, versions);
  const isBehind = FILES.some((file, i) => (versions[i] ?? -1) < migrationsOf(file).length);
  if (!own && !isBehind) return undefined;
  if (read_only)
    throw new StartError(`the data folder ${folder} is of an older version: start this version once, and try again`);
  const lock = acquireLock(folder, { own });
  try {
    // Creates all files before the first is migrated, so that a file missing next to a migrated one is known to be lost.
    for (const step of [mark, migrate])
      for (const file of FILES) openOrExplain(() => step(folder, file), folder, `${file}.db`);
    if (own) openOrExplain(() => change(folder, 'catalogue', END_OTHERS), folder, 'catalogue.db');
  } catch (error) {
    lock.release();
    throw error;
  }
  if (own) return lock;
  lock.release();
  return undefined;
}

/** Creating a new file in place of a lost one would hide the loss. */
function refuseIncomplete(folder: string, versions: (number | undefined)[]): void {
  if (!versions.some((version) => version)) return;
  const lost = FILES.filter((_, i) => versions[i] === undefined).map(
    (file) => `${file}.db is ${existsSync(pathOf(folder, file)) ? 'empty' : 'missing'}`,
  );
  if (lost.length === 0) return;
  throw new StartError(
    `${folder} is not a complete finderfee installation: ${lost.join(', ')}; restore a backup, or choose another DATA_DIR`,
  );
}

/** Throws what creating an installation here would throw, without creating anything. */
export function checkNewFolder(folder: string): void {
  try {
    requireWritable(nearestExisting(resolve(folder)));
  } catch (error) {
    throw cannotBeWritten(folder, error);
  }
  for (const file of FILES) readFileVersion(folder, file);
}

function nearestExisting(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return nearestExisting(dirname(path));
  if (!found.isDirectory()) throw new Error(`${path} is not a folder`);
  return path;
}

/** The schema version of a file; undefined if it is missing or empty. Opens the file read-only. */
export function readFileVersion(
  folder: string,
  file: File,
  { max_checked_bytes = MAX_CHECKED_BYTES } = {},
): number | undefined {
  const path = pathOf(folder, file);
  if (!existsSync(path) || statSync(path).size === 0) return undefined;
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw cannotBeWritten(folder, error);
  }
  return openOrExplain(
    () => {
      const db = new DatabaseSync(path, { readOnly: true, timeout: LOCK_WAIT_MS });
      try {
        return readVersion(db, folder, file, max_checked_bytes);
      } finally {
        db.close();
      }
    },
    folder,
    `${file}.db`,
  );
}

function readVersion(db: DatabaseSync, folder: string, file: File, max_checked_bytes: number): number | undefined {
  const value = (pragma: string) => Object.values(db.prepare(`PRAGMA ${pragma}`).get() ?? {})[0];
  const applicationId = value('application_id');
  if (applicationId !== APPLICATION_ID) {
    const isEmpty = db.prepare('SELECT 1 FROM sqlite_schema').get() === undefined;
    if (applicationId === 0 && isEmpty) return undefined;
    throw new StartError(
      `${pathOf(folder, file)} is not a finderfee database: move it away, or choose another DATA_DIR`,
    );
  }
  const version = Number(value('user_version'));
  if (version > migrationsOf(file).length) {
    throw new StartError(
      `${pathOf(folder, file)} was written by a newer finderfee: run that version, or restore a backup`,
    );
  }
  if (statSync(pathOf(folder, file)).size <= max_checked_bytes) {
    const problem = value('quick_check(1)');
    if (problem !== 'ok') throw new Error(String(problem));
  }
  return version;
}

/** Creates the file if needed and sets its application id. */
function mark(folder: string, file: File): void {
  change(folder, file, `PRAGMA application_id = ${APPLICATION_ID}; PRAGMA journal_mode = WAL`);
}

function migrate(folder: string, file: File): void {
  const done = readFileVersion(folder, file) ?? 0;
  const steps = migrationsOf(file).map((sql, i) => `BEGIN; ${sql}; PRAGMA user_version = ${i + 1}; COMMIT`);
  change(folder, file, ...steps.slice(done));
}

function change(folder: string, file: File, ...steps: string[]): void {
  const db = new DatabaseSync(pathOf(folder, file), { timeout: LOCK_WAIT_MS });
  try {
    // Used by a migration.
    db.function('network_click_id', (program, click_id) => networkClickId(String(program), String(click_id)));
    for (const sql of ['PRAGMA synchronous = FULL', ...steps]) db.exec(sql);
  } finally {
    db.close();
  }
}

/** The SQL of each migration, in order; the n-th migrates a file to version n. */
export function migrationsOf(file: File): string[] {
  const folder = `${import.meta.dirname}/migrations/${file}`;
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
}
