import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { queryDatabase, withClient } from '../../../../test/support/postgres-client.ts';
import { PostgresServer } from '../../../../test/support/postgres-server.ts';
import { StartError } from '../../start-error.ts';
import { checkServer, refuseSettings } from './check-server.ts';
import { prepareDatabase } from './open-postgres-store.ts';

let server: PostgresServer;
before(async () => {
  server = await PostgresServer.create();
});
after(() => server.stop());

const prepare = (database?: string) => prepareDatabase({ url: server.url(database), prepare: true });

test('a server without durable commits is refused', async () => {
  await prepare();
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    await change(`ALTER SYSTEM SET ${name} = off`, name, 'off');
    await assert.rejects(prepare(), (error: Error) => {
      assert.ok(error instanceof StartError);
      assert.match(error.message, new RegExp(`^PostgreSQL runs with ${name} = off .* turn ${name} on$`));
      return true;
    });
    await change(`ALTER SYSTEM RESET ${name}`, name, 'on');
  }
  await prepare();
});

/** The server applies a changed setting a moment later. */
async function change(sql: string, name: string, expected: string): Promise<void> {
  await queryDatabase(server.url(), sql);
  await queryDatabase(server.url(), 'SELECT pg_reload_conf()');
  for (;;) {
    const [row] = await queryDatabase(server.url(), `SELECT current_setting('${name}') AS value`);
    if (row!.value === expected) return;
    await sleep(20);
  }
}

test('a database of another encoding than UTF8 is refused', async () => {
  await queryDatabase(server.url(), `CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1'`);
  await assert.rejects(
    prepare('latin'),
    new StartError('the database has the encoding LATIN1: create it with the encoding UTF8'),
  );
});

test('a server older than 14 is refused', () => {
  const durable = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' };
  const settings = { ...durable, encoding: 'UTF8', is_standby: false };
  assert.equal(
    refuseSettings({ ...settings, version_num: 130_022 }),
    'PostgreSQL 13 is too old: use version 14 or later',
  );
  assert.equal(refuseSettings({ ...settings, version_num: 140_000 }), undefined);
  assert.equal(refuseSettings({ ...settings, version_num: 140_000, synchronous_commit: 'local' }), undefined);
});

test('a standby is refused', async (t) => {
  const standby = await PostgresServer.create();
  t.after(() => standby.stop());
  const [row] = await queryDatabase(standby.url(), 'SHOW data_directory');
  await standby.kill();
  writeFileSync(`${row!.data_directory}/standby.signal`, '');
  await standby.start();
  await assert.rejects(
    prepareDatabase({ url: standby.url(), prepare: true }),
    new StartError(
      'the server of DATABASE_URL is a standby or is being recovered and takes no writes: use the primary',
    ),
  );
});

test('a clock that differs by more than two seconds is refused, in either direction', async () => {
  const check = (ahead_ms: number) =>
    withClient(server.url(), (client) => checkServer(client, () => Date.now() + ahead_ms));
  for (const ahead_ms of [-1500, 0, 1500]) await check(ahead_ms);
  for (const ahead_ms of [-9000, 9000])
    await assert.rejects(
      check(ahead_ms),
      /^Error: the clocks of this machine and of PostgreSQL differ by [89]\.\d s: synchronise them$/,
    );
});
