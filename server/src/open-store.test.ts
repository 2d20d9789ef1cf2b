import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { queryDatabase } from '../../test/support/postgres-client.ts';
import { temporaryDatabase } from '../../test/support/postgres-server.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { readConfig } from './config.ts';
import { openStore } from './open-store.ts';
import { StartError } from './start-error.ts';

const configOf = (DATABASE_URL: string, DATA_DIR = temporaryFolder()) => readConfig({ DATABASE_URL, DATA_DIR });

test('with DATABASE_URL, servers share the database and each owns its folder, which holds no facts', async () => {
  const url = await temporaryDatabase();
  const config = configOf(url);
  const first = await openStore(config, { own: true });
  await assert.rejects(openStore(config, { own: true }), (error: Error) => {
    assert.ok(error instanceof StartError);
    assert.match(error.message, /is in use by another finderfee server/);
    return true;
  });
  const second = await openStore(configOf(url), { own: true });
  const command = await openStore(config, { own: false });
  const secret = { name: 'x', proposed: Uint8Array.of(1) };
  await first.getOrCreateSecret(secret);
  for (const store of [second, command])
    assert.deepEqual([...(await store.getOrCreateSecret({ ...secret, proposed: Uint8Array.of(2) }))], [1]);
  for (const store of [second, command, first]) await store.close();
  assert.deepEqual(readdirSync(config.DATA_DIR), ['server.lock']);
  await (await openStore(config, { own: true })).close();
});

test('the figures of a store on PostgreSQL show the calls per commit of each lane and the use of the read pool', async (t) => {
  const server = await openStore({ ...configOf(await temporaryDatabase()), DATABASE_POOL: 10 }, { own: true });
  t.after(() => server.close());
  assert.deepEqual(server.figures().pools, { reads: { open: 0, busy: 0, max: 2 } });
  const click = { program: 'gold', presentation_id: 'p', email: '', click_at_ms: 1, now_ms: 1 };
  const clicks = Array.from({ length: 20 }, (_, i) =>
    server.recordClick({ ...click, convo_id: `c${i}`, click_id: `${i}` }),
  );
  const reads = Array.from({ length: 7 }, () => server.listKeys({}));
  const { queues, pools } = server.figures();
  assert.deepEqual([queues.ledger_writes!.waiting, queues.reads!.waiting, pools.reads!.busy], [20, 7, 2]);
  await Promise.all([...clicks, ...reads]);
  const { ledger_writes, reads: done, ...others } = server.figures().queues;
  // Conversations are divided among two lanes.
  assert.deepEqual({ ...ledger_writes, batches_s: 0 }, { waiting: 0, batches: 2, calls: 20, batches_s: 0 });
  assert.deepEqual({ ...done, batches_s: 0 }, { waiting: 0, batches: 7, calls: 7, batches_s: 0 });
  assert.ok(ledger_writes!.batches_s > 0 && done!.batches_s > 0);
  const idle = { waiting: 0, batches: 0, calls: 0, batches_s: 0 };
  const lanes = ['conversions', 'sessions', 'jobs', 'catalogue', 'config'];
  assert.deepEqual(others, Object.fromEntries(lanes.map((lane) => [`${lane}_writes`, idle])));
  assert.deepEqual(server.figures().pools, { reads: { open: 2, busy: 0, max: 2 } });
});

test('a server opens at most DATABASE_POOL connections, an import three', async () => {
  const url = await temporaryDatabase();
  const connections = async () => {
    const sql = `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'finderfee'`;
    return (await queryDatabase(url, sql))[0]!.count as number;
  };
  const config = { ...configOf(url), DATABASE_POOL: 10 };
  const server = await openStore(config, { own: true });
  await Promise.all(Array.from({ length: 50 }, () => server.listKeys({})));
  await Promise.all(Array.from({ length: 50 }, () => server.loadArtefact({ kind: 'x' })));
  assert.equal(await connections(), 10);
  await server.close();

  const command = await openStore(config, { own: false });
  await command.beginRun({ feed: 'f', mode: 'full', source: '', runner: '', now_ms: 1 });
  await Promise.all([command.listKeys({}), command.loadArtefact({ kind: 'x' }), command.listFeeds({})]);
  const count = await connections();
  assert.ok(count <= 2, `${count} connections, without the one that writes products`);
  await command.close();
});
