// The store engine of an installation. No other file of the service imports a store adapter.
import type { Config } from './config.ts';
import { backupFolder, restoreFolder } from './store/sqlite/backup.ts';
import { checkNewFolder, isInstallation as isSqliteFolder } from './store/sqlite/data-folder.ts';
import { openSqliteStore, type SqliteStoreOptions } from './store/sqlite/open-sqlite-store.ts';
import type { Store } from './store/store.ts';

type Settings = Pick<Config, 'DATA_DIR'>;

export const openStore = ({ DATA_DIR }: Settings, options: Omit<SqliteStoreOptions, 'folder'>): Promise<Store> =>
  openSqliteStore({ folder: DATA_DIR, ...options });

/** Whether the store exists already. */
export const isInstallation = ({ DATA_DIR }: Settings): boolean => isSqliteFolder(DATA_DIR);

/** Throws if no store can be created. */
export const checkNewInstallation = ({ DATA_DIR }: Settings): void => checkNewFolder(DATA_DIR);

export const backupStore = ({ DATA_DIR }: Settings, target: string) => backupFolder(DATA_DIR, target);

export const restoreStore = ({ DATA_DIR }: Settings, source: string) => restoreFolder(source, DATA_DIR);
