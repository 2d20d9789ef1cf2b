// Runs the store contract through PgBouncer in transaction mode. npm has no PgBouncer, so Debian's is installed.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { queryDatabase } from './support/postgres-client.ts';
import { asUser, freePort, PostgresServer } from './support/postgres-server.ts';

const START_TIMEOUT_MS = 10_000;
/** The first version that supports named prepared statements in transaction mode. */
const PREPARING_VERSION = [1, 21];
/** Fewer connections than the stores of a test open, so that transactions of different clients share them. */
const POOL_SIZE = 8;

const isInstalled = () => spawnSync('pgbouncer', ['--version']).status === 0;

function install(): void {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo'];
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'pgbouncer']]) {
    const [command, ...rest] = [...asRoot, 'apt-get', ...args];
    spawnSync(command!, rest, { stdio: 'inherit' });
  }
  if (!isInstalled()) throw new Error('PgBouncer could not be installed with apt-get');
}

function canPrepare(): boolean {
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(String(spawnSync('pgbouncer', ['--version']).stdout))!;
  return Number(major) > PREPARING_VERSION[0]! || Number(minor) >= PREPARING_VERSION[1]!;
}

async function startBouncer(database: PostgresServer, port: number): Promise<ChildProcess> {
  const config = `${database.folder}/pgbouncer.ini`;
  const lines = [
    '[databases]',
    `* = host=127.0.0.1 port=${new URL(database.url()).port} user=postgres`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${POOL_SIZE}`,
    ...(canPrepare() ? ['max_prepared_statements = 500'] : []),
  ];
  writeFileSync(config, `${lines.join('\n')}\n`);
  const bouncer = spawn('pgbouncer', ['-q', config], { ...asUser, stdio: 'inherit' });
  const url = database.url().replace(/:\d+\//, `:${port}/`);
  for (const end = Date.now() + START_TIMEOUT_MS; Date.now() < end; await sleep(50))
    if (await queryDatabase(url, 'SELECT 1').catch(() => null)) return bouncer;
  bouncer.kill();
  throw new Error('PgBouncer did not start');
}

if (!isInstalled()) install();
const database = await PostgresServer.create('max_connections=200');
const port = await freePort();
const bouncer = await startBouncer(database, port);
const { status } = spawnSync(
  process.execPath,
  ['--test', `${import.meta.dirname}/../server/src/store/postgres/postgres-store.test.ts`],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      TEST_DATABASE_URL: database.url(),
      TEST_POOLER_PORT: String(port),
      TEST_DATABASE_PREPARE: String(canPrepare()),
    },
  },
);
bouncer.kill();
await database.stop();
process.exitCode = status ?? 1;
