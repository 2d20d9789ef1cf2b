// The restore drill on PostgreSQL, with the commands that `backup` and `restore` print. npm has no pg_dump, so Debian's
// PostgreSQL is installed: pg_dump must not be older than its server.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, rmSync } from 'node:fs';
import { queryDatabase } from './support/postgres-client.ts';
import { PostgresServer } from './support/postgres-server.ts';
import { runRestoreDrill } from './support/restore-drill.ts';
import { baseEnv, runCommand } from './support/server-process.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const findBinaries = () => globSync('/usr/lib/postgresql/*/bin').sort().at(-1);

function install(): void {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo'];
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'postgresql']]) {
    const [command, ...rest] = [...asRoot, 'apt-get', ...args];
    spawnSync(command!, rest, { stdio: 'inherit' });
  }
  if (!findBinaries()) throw new Error('PostgreSQL could not be installed with apt-get');
}

if (!findBinaries()) install();
const binaries = findBinaries()!;
const server = await PostgresServer.createFrom(binaries);
const folder = temporaryFolder();
try {
  await queryDatabase(server.url(), 'CREATE DATABASE restored');
  // The server trusts local roles, so that any password is accepted.
  const [live, restored] = ['postgres', 'restored'].map((name) => server.url(name).replace('@', ':c4n4ry@'));
  /** Runs the command that is printed instead of a backup or a restore. */
  const runPrinted = async (command: 'backup' | 'restore', DATABASE_URL: string) => {
    const { stderr } = await runCommand([command, `${folder}/copy`], { DATABASE_URL });
    const printed = stderr.split('\n').find((line) => /pg_(dump|restore) /.test(line));
    assert.ok(printed && !printed.includes('c4n4ry'), stderr);
    console.log(printed);
    const env = { ...baseEnv, PATH: `${binaries}:${baseEnv.PATH}`, PGPASSWORD: 'c4n4ry' };
    const { status } = spawnSync('sh', ['-c', printed], { env, stdio: 'inherit' });
    assert.equal(status, 0, `${command} failed`);
  };
  await runRestoreDrill({
    from: { DATABASE_URL: live!, DATA_DIR: `${folder}/live` },
    to: { DATABASE_URL: restored!, DATA_DIR: `${folder}/restored` },
    backUp: () => runPrinted('backup', live!),
    restore: () => runPrinted('restore', restored!),
  });
  console.log('restored: facts, keys and a cursor are as before');
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
