// The store engine of an installation: PostgreSQL if DATABASE_URL is set, otherwise SQLite in DATA_DIR. No other file of
// the service imports a store adapter. PostgreSQL's is imported when it is needed, because commands start faster without it.
import { resolve } from 'node:path';
import type { Config } from './config.ts';
import { INSTANCE_TTL_MS } from './live-instances.ts';
import { StartError } from './start-error.ts';
import type { MigrationSides } from './store/migration-port.ts';
import { dumpCommand, restoreCommand } from './store/postgres/dump-commands.ts';
import { placeOf } from './store/postgres/place-of.ts';
import { backupFolder, restoreFolder } from './store/sqlite/backup.ts';
import { checkNewFolder, isInstallation as isSqliteFolder } from './store/sqlite/data-folder.ts';
import { acquireLock, makeFolder } from './store/sqlite/folder-lock.ts';
import { inspectFolder, isServed } from './store/sqlite/inspect-folder.ts';
import { lockMigrationSource, openMigrationSource, type SourceOptions } from './store/sqlite/migration-source.ts';
import { openSqliteStore } from './store/sqlite/open-sqlite-store.ts';
import type { Store } from './store/store.ts';
import type { StoreInspection } from './store/store-inspection.ts';

type Settings = Pick<Config, 'DATA_DIR' | 'DATABASE_URL' | 'DATABASE_POOL' | 'DATABASE_PREPARE' | 'READ_ONLY'>;

interface OpenOptions {
  /** True for a server. Commands work beside it. */
  own: boolean;
  /** Refuses a store of an older version instead of migrating it. */
  read_only?: boolean;
  /** Called when a thread or a connection is lost. It is replaced. */
  onFault?: (error: unknown) => void;
}

const databaseOf = ({ DATABASE_URL, DATABASE_PREPARE }: Settings) =>
  DATABASE_URL === undefined ? undefined : { url: DATABASE_URL, prepare: DATABASE_PREPARE };

export async function openStore(config: Settings, options: OpenOptions): Promise<Store> {
  const database = databaseOf(config);
  const mode = config.READ_ONLY ? 'read-only' : 'read-write';
  if (!database) return openSqliteStore({ folder: config.DATA_DIR, mode, ...options });
  const { openPostgresStore } = await import('./store/postgres/open-postgres-store.ts');
  const open = () => openPostgresStore({ ...database, ...options, pool: config.DATABASE_POOL });
  return options.own ? withLockedFolder(config.DATA_DIR, open) : open();
}

/** The index is in the folder, and one server at a time writes it. */
async function withLockedFolder(folder: string, open: () => Promise<Store>): Promise<Store> {
  makeFolder(folder);
  const lock = acquireLock(folder, { own: true });
  try {
    const store = await open();
    const close = async () => {
      await store.close();
      lock.release();
    };
    return { ...store, close };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Where the store is, for operators. */
export const placeOfStore = ({ DATA_DIR, DATABASE_URL }: Settings): string =>
  DATABASE_URL === undefined ? resolve(DATA_DIR) : placeOf(DATABASE_URL);

/** Whether the store exists already. */
export async function isInstallation(config: Settings): Promise<boolean> {
  const database = databaseOf(config);
  if (!database) return isSqliteFolder(config.DATA_DIR);
  const { hasSchema } = await import('./store/postgres/open-postgres-store.ts');
  return hasSchema(database);
}

/** The state of the store, also if it cannot be opened. Must not be called while this process has it open. */
export async function inspectStore(config: Settings): Promise<StoreInspection> {
  const database = databaseOf(config);
  if (!database) return inspectFolder(config.DATA_DIR);
  const { inspectDatabase } = await import('./store/postgres/inspect-database.ts');
  return inspectDatabase(database, { instance_ttl_ms: INSTANCE_TTL_MS });
}

/** Whether a server owns the data folder. */
export const hasServer = ({ DATA_DIR }: Settings): boolean => isServed(DATA_DIR);

/** Throws if no store can be created. */
export function checkNewInstallation({ DATA_DIR, DATABASE_URL }: Settings): void {
  if (DATABASE_URL === undefined) checkNewFolder(DATA_DIR);
}

export async function migrateSchema(config: Settings): Promise<void> {
  const database = databaseOf(config);
  if (!database)
    throw new StartError(
      'migrate-schema needs DATABASE_URL: the files of a data folder are migrated when they are opened',
    );
  const { prepareDatabase } = await import('./store/postgres/open-postgres-store.ts');
  await prepareDatabase(database);
}

/** Both sides of a migration from the data folder to the database. */
export async function openMigration(config: Settings, options: SourceOptions): Promise<MigrationSides> {
  const database = databaseOf(config);
  if (!database) throw new StartError('migrate needs a database: set DATABASE_URL or --to');
  await using opening = new AsyncDisposableStack();
  const lock = lockMigrationSource(config.DATA_DIR);
  opening.defer(() => lock.release());
  const source = openMigrationSource(config.DATA_DIR, lock, options);
  opening.defer(() => source.close());
  const { openMigrationTarget } = await import('./store/postgres/migration-target.ts');
  const target = await openMigrationTarget(database);
  opening.defer(() => target.close());
  const opened = opening.move();
  return { source, target, close: () => opened.disposeAsync() };
}

const PASSWORD = 'It asks for the password, or takes it from ~/.pgpass or PGPASSWORD.';

export async function backupStore({ DATA_DIR, DATABASE_URL }: Settings, target: string): Promise<void> {
  if (DATABASE_URL !== undefined)
    throw new StartError(
      `with DATABASE_URL, back up the database with\n${dumpCommand(DATABASE_URL, target)}\n${PASSWORD}`,
    );
  await backupFolder(DATA_DIR, target);
}

export function restoreStore({ DATA_DIR, DATABASE_URL }: Settings, source: string): void {
  if (DATABASE_URL !== undefined)
    throw new StartError(
      `with DATABASE_URL, restore the dump into an empty database with\n${restoreCommand(DATABASE_URL, source)}\n${PASSWORD}`,
    );
  restoreFolder(source, DATA_DIR);
}
