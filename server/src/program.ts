// Defines the commands of `finderfee` and opens the data folder for them.
import { mkdtempSync, rmSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { reachableUrl } from './announce.ts';
import { recordCommand } from './audit/record-command.ts';
import { addFeedsCommand } from './catalogue/feeds-command.ts';
import { addImportCommand } from './catalogue/import-command.ts';
import { limitImportMemory } from './catalogue/limit-import-memory.ts';
import { ClickSpool } from './clicks/spool.ts';
import { systemClock } from './clock.ts';
import { commandHint } from './command-hint.ts';
import { type Config, fetchEnvironment, readConfig } from './config.ts';
import { addConversionsCommand } from './conversions/conversions-command.ts';
import { addNetworksCommand } from './conversions/networks-command.ts';
import { refuseDatabaseUrl } from './database-url.ts';
import type { ActivityDeps } from './demo/activity/fill-activity.ts';
import { addDemoCommand } from './demo/demo-command.ts';
import { IndexManager } from './discovery/index-manager.ts';
import { addReindexCommand } from './discovery/reindex-command.ts';
import { addSearchCommand } from './discovery/search-command.ts';
import { effectiveSettings } from './effective-settings.ts';
import { addJobsCommand } from './jobs/jobs-command.ts';
import { addKeysCommand } from './keys/keys-command.ts';
import { addMcpCommand } from './mcp/mcp-command.ts';
import type { McpContext } from './mcp/mcp-deps.ts';
import { inspectCluster, inspectIndex, openReadOnlyIndex } from './open-index.ts';
import {
  backupStore,
  checkNewInstallation,
  hasServer,
  inspectStore,
  isInstallation,
  migrateSchema,
  openMigration,
  openStore,
  placeOfStore,
  restoreStore,
} from './open-store.ts';
import { addBackupCommands } from './operations/backup-command.ts';
import { addConfigCommand } from './operations/config-command.ts';
import { addDoctorCommand } from './operations/doctor/doctor-command.ts';
import type { Installation } from './operations/doctor/examine.ts';
import { addEraseCommand } from './operations/erase-command.ts';
import { addExportCommands } from './operations/export-command.ts';
import { addMigrateCommand } from './operations/migrate-command.ts';
import { addMigrateSchemaCommand } from './operations/migrate-schema-command.ts';
import { addReportCommand } from './reports/report-command.ts';
import { StartError } from './start-error.ts';
import type { Store } from './store/store.ts';
import { exitCodeOf, type StoreDeps, type WithDeps } from './store-deps.ts';
import { synonymsInUse } from './synonyms/all-synonyms.ts';
import { addSynonymsCommand } from './synonyms/synonyms-command.ts';
import { VERSION_AND_COMMIT } from './version.ts';
import { addWebhooksCommand } from './webhooks/webhooks-command.ts';

/** Commands that may create an installation. All others require one. */
const CREATORS = ['serve', 'import', 'keys create', 'restore', 'feeds add', 'networks add', 'migrate-schema'];
/** Commands on the files of a data folder. They refuse a database, also one that is down. */
const FOLDER_COMMANDS = ['backup', 'restore'];
/** Commands that work without an installation, and if the database is down. */
const STANDALONE_COMMANDS = ['config', 'doctor'];

export function buildProgram(env: NodeJS.ProcessEnv): Command {
  let config: Config;
  let running: Command;
  let read_only = false;
  let isNew = false;

  const program = new Command('finderfee')
    .description('Affiliate product discovery, offers, clicks and signups')
    .version(VERSION_AND_COMMIT)
    .exitOverride()
    .configureHelp({ showGlobalOptions: false });

  program
    .command('serve')
    .description('run the service; further settings come from the environment (see docs/configuration.md)')
    .option('--demo', 'fill a new catalogue with demo products, and create and print an API key')
    .option('--host <address>', 'address to listen on (HOST)', notEmpty)
    .option('--port <number>', 'port to listen on (PORT)', notEmpty)
    .action(async ({ demo = false, dataDir, host, port }) => {
      // Imported here, because the other commands start much faster without the HTTP server.
      const { serve } = await import('./serve.ts');
      const settings = effectiveSettings(env, { HOST: host, PORT: port, DATA_DIR: dataDir });
      await serve({ config, demo, settings, newPlace: isNew ? placeOfStore(config) : undefined, dataDir });
      isNew = false;
    });

  // The server may be running: both engines allow several processes.
  const withDeps: WithDeps<Store> = async (action, check = async () => 0) => {
    process.exitCode = await check(isNew);
    if (process.exitCode !== 0) return;
    const store = await openStore(config, { own: false, read_only });
    try {
      process.exitCode = await runRecorded(running, { store, clock: systemClock }, action);
    } finally {
      await store.close();
    }
  };
  const withDepsToImport: WithDeps<Store> = (...args) => {
    limitImportMemory();
    return withDeps(...args);
  };
  const withIndex = (action: (deps: IndexedDeps) => Promise<number>) =>
    withDeps(({ store }) => withReadOnlyIndex(config, store, action));
  addKeysCommand(program, withDeps);
  addImportCommand(program, withDepsToImport, () => fetchEnvironment(config));
  addFeedsCommand(program, withDepsToImport, () => fetchEnvironment(config));
  addNetworksCommand(program, withDeps, () => publicUrl(config));
  addConversionsCommand(program, withDeps, () => config.REWARD_MAX_PCT);
  addReportCommand(program, withDeps, () => reportSettings(config));
  addWebhooksCommand(program, withDeps, () => config.WEBHOOK_PRIVATE_HOSTS);
  addSynonymsCommand(program, withDeps);
  addSearchCommand(program, withIndex);
  addMcpCommand(program, (action) => withIndex((deps) => withMcp(config, deps, action)), env);
  addJobsCommand(program, withDeps);
  addDemoCommand(program, withDeps, (action) => withIndex((deps) => withActivity(config, deps, action)));
  addReindexCommand(program, withDeps);
  addOperations(program, withDeps, { config: () => config, env });
  for (const command of actionsOf(program)) command.option('--data-dir <folder>', 'data folder (DATA_DIR)', notEmpty);

  program.hook('preAction', async (_, command) => {
    running = command;
    const { host, port, dataDir, from, to, dryRun = false } = command.opts();
    if (nameOf(command) === 'migrate') {
      config = await migrationConfig(env, { DATA_DIR: from ?? dataDir, DATABASE_URL: to });
      return;
    }
    config = readConfig(env, { HOST: host, PORT: port, DATA_DIR: dataDir });
    if (needsNoInstallation(command, config)) return;
    const isKnown = await isInstallation(config);
    read_only = dryRun && isKnown;
    if (isKnown) return;
    if (!CREATORS.includes(nameOf(command))) throw new StartError(notAnInstallation(config));
    isNew = !dryRun;
    if (dryRun) config = scratchInstallation(config);
  });
  program.hook('postAction', async () => {
    if (isNew && (await isInstallation(config))) console.error(`created a new installation in ${placeOfStore(config)}`);
  });
  return program;
}

function needsNoInstallation(command: Command, { DATABASE_URL }: Config): boolean {
  const name = nameOf(command);
  if (name === 'mcp' && command.opts().url) return true;
  return STANDALONE_COMMANDS.includes(name) || (DATABASE_URL !== undefined && FOLDER_COMMANDS.includes(name));
}

async function runRecorded(
  command: Command,
  deps: StoreDeps<Store>,
  action: Parameters<WithDeps<Store>>[0],
): Promise<number> {
  const outcome = await action(deps);
  await recordCommand(deps, { name: nameOf(command), command, outcome });
  return exitCodeOf(outcome);
}

interface IndexedDeps {
  store: Store;
  index: IndexManager;
}

async function withMcp(
  config: Config,
  deps: IndexedDeps,
  action: (context: McpContext) => Promise<number>,
): Promise<number> {
  const { localContext } = await import('./mcp/local-context.ts');
  return action(await localContext(config, { ...deps, baseUrl: publicUrl(config) }));
}

async function withActivity(
  config: Config,
  deps: IndexedDeps,
  action: (deps: ActivityDeps) => Promise<number>,
): Promise<number> {
  const { withActivityDeps } = await import('./activity-deps.ts');
  return withActivityDeps(config, { ...deps, baseUrl: publicUrl(config) }, action);
}

function addOperations(
  program: Command,
  withDeps: WithDeps<Store>,
  { config, env }: { config: () => Config; env: NodeJS.ProcessEnv },
): void {
  addExportCommands(program, withDeps);
  addEraseCommand(program, withDeps);
  addBackupCommands(program, {
    backup: (target) => backupStore(config(), target),
    restore: (source) => restoreStore(config(), source),
  });
  addMigrateSchemaCommand(program, () => migrateSchema(config()));
  addConfigCommand(program, (options) => effectiveSettings(env, options));
  addDoctorCommand(program, (dataDir) => installationOf(config(), env, dataDir));
  addMigrateCommand(program, {
    open: () => openMigration(config(), { now_ms: systemClock.now_ms() }),
    deliverSpool: () => deliverSpool(config()),
  });
}

/** What `doctor` examines. */
export function installationOf(config: Config, env: NodeJS.ProcessEnv, dataDir: string | undefined): Installation {
  const given = effectiveSettings(env, { DATA_DIR: dataDir }).filter(({ source }) => source !== 'default');
  return {
    config,
    given_settings: given.map(({ name }) => name),
    clock: systemClock,
    place: placeOfStore(config),
    url: config.PORT === 0 ? null : listenUrl(config),
    hasServer: () => hasServer(config),
    inspectStore: () => inspectStore(config),
    openStore: () => openStore(config, { own: false, read_only: true }),
    inspectCluster: () => inspectCluster(config),
    inspectIndex: (store) => inspectIndex(config, store),
    hint: (words) => commandHint(words, dataDir),
  };
}

/** The executable commands, without command groups. */
export const actionsOf = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(actionsOf);

/** The full name, such as `keys create`. */
export const nameOf = (command: Command): string =>
  command.parent?.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();

/** The settings of both sides of a migration. The folder must be an installation; the database may be new. */
async function migrationConfig(
  env: NodeJS.ProcessEnv,
  { DATA_DIR, DATABASE_URL }: Partial<Record<'DATA_DIR' | 'DATABASE_URL', string>>,
): Promise<Config> {
  const refusal = DATABASE_URL && refuseDatabaseUrl(DATABASE_URL);
  if (refusal) throw new StartError(`--to ${refusal}`);
  const target = DATABASE_URL ? { DATABASE_URL, DATABASE_URL_FILE: '' } : {};
  const config = readConfig({ ...env, ...target }, { DATA_DIR });
  const source = { ...config, DATABASE_URL: undefined };
  if (!(await isInstallation(source))) throw new StartError(notAnInstallation(source));
  return config;
}

/** Delivers the clicks of a stopped server into its own ledger. */
async function deliverSpool(config: Config): Promise<void> {
  if (config.SPOOL_DIR === undefined) return;
  const spool = await ClickSpool.open(config.SPOOL_DIR);
  const store = await openStore({ ...config, DATABASE_URL: undefined }, { own: false });
  try {
    await spool.deliverAll(store, (error) => console.error((error as Error).message));
  } finally {
    await spool.stop();
    await store.close();
  }
}

const notAnInstallation = (config: Config) =>
  `${placeOfStore(config)} is not a finderfee installation: set ${config.DATABASE_URL === undefined ? 'its data folder with DATA_DIR or --data-dir' : 'its database with DATABASE_URL'}`;

/** The URL of the service as far as a command knows it. */
const publicUrl = (config: Config) => config.PUBLIC_URL ?? listenUrl(config);

const listenUrl = ({ HOST, PORT }: Config) =>
  reachableUrl({ address: HOST, family: isIPv6(HOST) ? 'IPv6' : 'IPv4', port: PORT });

const reportSettings = ({ REPORT_MIN_COUNT, SEARCH_REPORTS }: Config) => ({
  report_min_count: REPORT_MIN_COUNT,
  search_reports: SEARCH_REPORTS,
});

/** An empty temporary installation for a dry run, deleted on exit. */
function scratchInstallation(config: Config): Config {
  checkNewInstallation(config);
  console.error(`no installation in ${placeOfStore(config)} yet: every product counts as new`);
  return { ...config, DATA_DIR: scratchFolder(), DATABASE_URL: undefined };
}

function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'finderfee-dry-run-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  // By default a signal ends the process without an `exit` event.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  return folder;
}

function notEmpty(value: string): string {
  if (value === '') throw new InvalidArgumentError('must not be empty');
  return value;
}

/** Runs an action with its own index, which reads the index files of the service without changing them. */
async function withReadOnlyIndex(
  config: Config,
  store: Store,
  action: (deps: IndexedDeps) => Promise<number>,
): Promise<number> {
  const { promise: failed, reject: onFault } = Promise.withResolvers<never>();
  const indexManager = new IndexManager({
    store,
    open: (artefacts) => openReadOnlyIndex(config, { store, artefacts, onFault }),
    onFault,
    isOwner: false,
    lease: null,
  });
  await indexManager.useSynonyms(await synonymsInUse(store));
  indexManager.start();
  try {
    await Promise.race([indexManager.catchUp(), failed]);
    return await action({ store, index: indexManager });
  } finally {
    await indexManager.stop();
  }
}
