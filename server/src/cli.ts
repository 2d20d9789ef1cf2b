// The `finderfee` command. Exit codes: 0 done, 1 could not be done, 2 wrong usage, settings or data folder.
import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import { addFeedsCommand } from './catalogue/feeds-command.ts';
import { addImportCommand } from './catalogue/import-command.ts';
import { useLittleMemory } from './catalogue/use-little-memory.ts';
import { fetchEnvironment, readConfig } from './config.ts';
import { addDemoCommand } from './demo/demo-command.ts';
import { type StoreDeps, systemClock } from './deps.ts';
import { IndexKeeper, type OpenIndex } from './discovery/index-keeper.ts';
import { addReindexCommand } from './discovery/reindex-command.ts';
import { addSearchCommand, type SearchDeps } from './discovery/search-command.ts';
import { openEmbeddedIndex } from './index/embedded/open-embedded-index.ts';
import { addJobsCommand } from './jobs/jobs-command.ts';
import { addKeysCommand } from './keys/keys-command.ts';
import { addBackupCommands } from './operations/backup-command.ts';
import { addEraseCommand } from './operations/erase-command.ts';
import { addExportCommands } from './operations/export-command.ts';
import { StartError } from './start-error.ts';
import { backupFolder, restoreFolder } from './store/sqlite/backup.ts';
import { openSqliteStore } from './store/sqlite/open-sqlite-store.ts';
import { synonymsInUse } from './synonyms/all-synonyms.ts';
import { addSynonymsCommand } from './synonyms/synonyms-command.ts';
import { VERSION } from './version.ts';

const dataFolder = () => readConfig(process.env).DATA_DIR;
const fetchEnv = () => fetchEnvironment(readConfig(process.env));

const program = new Command('finderfee')
  .description('Affiliate product discovery, offers, clicks and signups')
  .version(VERSION)
  .exitOverride()
  .configureHelp({ showGlobalOptions: false });

program
  .command('serve')
  .description('run the service; settings come from the environment (see the README)')
  .option('--demo', 'for a first look: fill an empty catalogue with demo products, make an API key and print it')
  .action(async ({ demo = false }) => {
    // Loaded only here: the other commands start in a fraction of the time without the HTTP side.
    const { serve } = await import('./serve.ts');
    await serve({ demo });
  });

addKeysCommand(program, withDeps);
addImportCommand(program, withDepsToImport, fetchEnv);
addFeedsCommand(program, withDepsToImport, fetchEnv);
addSynonymsCommand(program, withDeps);
addSearchCommand(program, withIndex);
addJobsCommand(program, withDeps);
addDemoCommand(program, withDeps);
addReindexCommand(program, withDeps);
addExportCommands(program, withDeps);
addEraseCommand(program, withDeps);
addBackupCommands(program, {
  backup: (target) => backupFolder(dataFolder(), target),
  restore: (source) => restoreFolder(source, dataFolder()),
});

/** Runs a command on the data folder, beside a server if one runs. */
async function withDeps(action: (deps: StoreDeps) => Promise<number>): Promise<void> {
  const store = await openSqliteStore({ folder: dataFolder(), own: false });
  try {
    process.exitCode = await action({ store, clock: systemClock });
  } finally {
    await store.close();
  }
}

function withDepsToImport(action: (deps: StoreDeps) => Promise<number>): Promise<void> {
  useLittleMemory();
  return withDeps(action);
}

/** The same with an index of its own: the files of the service's are left alone. */
async function withIndex(action: (deps: SearchDeps) => Promise<number>): Promise<void> {
  await withDeps(async ({ store }) => {
    const folder = join(dataFolder(), 'index');
    const { promise: failed, reject: onFault } = Promise.withResolvers<never>();
    const open: OpenIndex = (options) => openEmbeddedIndex({ ...options, folder, is_read_only: true, onFault });
    const keeper = new IndexKeeper(store, open, onFault, false);
    await keeper.useSynonyms(await synonymsInUse(store));
    keeper.start();
    try {
      await Promise.race([keeper.catchUp(), failed]);
      return await action({ store, index: keeper });
    } finally {
      await keeper.stop();
    }
  });
}

// A reader that has seen enough, like head, is no fault to report.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(1);
  throw error;
});

// A feed's run goes on when the service that reads its stderr is gone.
process.stderr.on('error', () => {});

// What the service keeps is for its own user alone.
process.umask(0o077);

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else if (error instanceof StartError) {
    console.error(`finderfee: ${error.message}`);
    process.exit(2);
  } else {
    console.error(error);
    process.exit(1);
  }
}
