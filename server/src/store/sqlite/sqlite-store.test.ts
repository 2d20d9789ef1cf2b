// The SQLite store: the common contract, group commit, busy files and folder locking.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { runCommand } from '../../../../test/support/server-process.ts';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { AppError } from '../../app-error.ts';
import { type CriteriaSetWrite, MAX_CRITERIA_SETS } from '../config-store.ts';
import { storeContract } from '../contract-suite.ts';
import { MAX_FEEDS } from '../feed-store.ts';
import { sharedDataContract } from '../shared-data-contract.ts';
import { migrationsOf } from './data-folder.ts';
import { pathOf } from './files.ts';
import { openSqliteStore } from './open-sqlite-store.ts';

const openUnderTest = async () => {
  const folder = temporaryFolder();
  const under = {
    store: await openSqliteStore({ folder, own: true }),
    reopen: async () => {
      await under.store.close();
      return openSqliteStore({ folder, own: true });
    },
    openBeside: () => openSqliteStore({ folder, own: false }),
    end: async () => {
      await under.store.close();
      rmSync(folder, { recursive: true });
    },
  };
  return under;
};

storeContract('SQLite', openUnderTest);
sharedDataContract('SQLite', openUnderTest);

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const set = (id: string): CriteriaSetWrite => ({
  id,
  name: id,
  query: null,
  exclude_query: null,
  criteria: [],
  now_ms: 1,
});

test('concurrent writes share transactions: a thousand take fewer than twenty', async () => {
  const store = await openSqliteStore({ folder, own: true });
  await Promise.all(Array.from({ length: 1000 }, (_, i) => store.insertCriteriaSet(set(`s${i}`))));
  assert.equal((await store.listCriteriaSets({ after: '', limit: 10_000 })).length, 1000);
  // The last frame of each commit in the write-ahead log holds the size of the database.
  const log = readFileSync(`${pathOf(folder, 'catalogue')}-wal`);
  let commits = 0;
  for (let frame = 32; frame < log.length; frame += 24 + 4096) if (log.readUInt32BE(frame + 4) > 0) commits++;
  assert.ok(commits > 0 && commits < 20, `${commits} commits`);
  await store.close();
});

test('a write blocked too long by another process fails as unavailable, and succeeds later', async () => {
  const store = await openSqliteStore({ folder, own: true });
  const other = new DatabaseSync(pathOf(folder, 'catalogue'));
  other.exec('BEGIN IMMEDIATE');
  // After one busy timeout but before two: a batch that was retried would succeed.
  const release = setTimeout(() => other.exec('ROLLBACK'), 7500);
  const codeOf = (call: Promise<unknown>) => call.catch((error: AppError) => error.code);
  const inFlight = codeOf(store.insertCriteriaSet(set('waiting')));
  await turn();
  const queued = codeOf(store.insertCriteriaSet(set('queued')));
  const withoutDeadline = store.deleteFeedProducts({ feed: '', limit: 1 });
  assert.equal(await inFlight, 'store_unavailable');
  assert.equal(await queued, 'store_unavailable', 'past its deadline');
  clearTimeout(release);
  other.close();
  assert.deepEqual(await withoutDeadline, { deleted: 0, merchant_ids: [] });
  assert.ok(await store.insertCriteriaSet(set('waiting')));
  assert.equal(await store.getCriteriaSet({ id: 'queued' }), null);
  await store.close();
});

test('closing ends a thread that is still starting', async () => {
  await (await openSqliteStore({ folder, own: true })).close();
  const script = `
    import { DatabaseThread } from ${JSON.stringify(`${import.meta.dirname}/database-thread.ts`)};
    const thread = new DatabaseThread({ folder: ${JSON.stringify(folder)}, role: 'reader' }, () => {});
    thread.start().catch(() => {});
    await thread.close();`;
  writeFileSync(`${folder}/script.mjs`, script);
  const child = spawn(process.execPath, [`${folder}/script.mjs`], { stdio: 'inherit', timeout: 20_000 });
  assert.deepEqual(await once(child, 'exit'), [0, null], 'the process ends by itself');
});

test('closing completes earlier calls', async () => {
  const store = await openSqliteStore({ folder, own: true });
  const writes = Array.from({ length: 200 }, (_, i) => store.insertCriteriaSet(set(`s${i}`)));
  await store.close();
  assert.equal((await Promise.all(writes)).length, 200);
});

test('a folder has one server; commands may use it at the same time', async () => {
  const owner = await openSqliteStore({ folder, own: true });
  await assert.rejects(openSqliteStore({ folder, own: true }), /in use by another finderfee server/);
  const beside = await openSqliteStore({ folder, own: false });
  await beside.insertCriteriaSet(set('beside'));
  assert.ok(await owner.getCriteriaSet({ id: 'beside' }));
  await beside.close();
  await owner.close();
  await (await openSqliteStore({ folder, own: true })).close();
});

test('a command can be the first to use a folder', async () => {
  const store = await openSqliteStore({ folder: `${folder}/new/deep`, own: false });
  assert.deepEqual(await store.listKeys({}), []);
  await store.close();
});

test('a start on a full disk reports it, for a new folder and for an existing one', async () => {
  // The file size limit makes writes fail as on a full disk.
  const create = (blocks: number | 'unlimited') =>
    runCommand(['keys', 'create', '--name', 'app', '--data-dir', `${folder}/data`], {}, [
      'bash',
      '-c',
      `ulimit -f ${blocks}; exec "$0" "$@"`,
    ]);
  for (const before of ['unlimited', 16] as const) {
    rmSync(`${folder}/data`, { recursive: true, force: true });
    await create(before);
    const { code, stderr } = await create(before === 'unlimited' ? 0 : before);
    assert.deepEqual([code, /^finderfee: the disk is full: .*\n$/.test(stderr)], [2, true], stderr);
  }
  assert.equal((await create('unlimited')).code, 0, 'starts when there is room');
});

test("a merchant's name may change within the first batch of an empty catalogue", async () => {
  const store = await openSqliteStore({ folder, own: true });
  const named = (id: string, name: string) => ({
    product: { id, name: id },
    merchant: { id: 7, name, domain: '', logo_url: '', description: '' },
  });
  const products = [named('a', 'Lamps'), named('b', 'Lamps Ltd')];
  const outcome = await store.upsertProducts({ feed: '', products, now_ms: 1 }).catch(String);
  const merchant = await store.getMerchant({ id: 7 });
  await store.close();
  assert.equal(typeof outcome === 'string' ? outcome : outcome.inserted, 2);
  assert.equal(merchant?.name, 'Lamps Ltd');
});

test('ids of merchants deleted before ids were recorded are not reused', async () => {
  await (await openSqliteStore({ folder, own: true })).close();
  rmSync(pathOf(folder, 'catalogue'));
  const db = new DatabaseSync(pathOf(folder, 'catalogue'));
  db.exec(`PRAGMA application_id = ${0x46466565}; PRAGMA user_version = 10`);
  for (const sql of migrationsOf('catalogue').slice(0, 10)) db.exec(sql);
  db.exec(
    "INSERT INTO price_changes (id, at_ms) VALUES ('1000000004:a', 1), ('1000000005:b', 1), ('9999999999999:c', 1)",
  );
  db.close();
  const store = await openSqliteStore({ folder, own: true });
  const merchant = { key: 'new', name: 'New', domain: '', logo_url: '', description: '' };
  await store.upsertProducts({ feed: '', products: [{ product: { id: 'a', name: 'a' }, merchant }], now_ms: 1 });
  assert.equal((await store.getProductById({ id: 'a' }))?.merchant.id, 1_000_000_006);
  await store.close();
});

test('imports wait for a file locked by another process; other calls fail', async () => {
  // The threads start with their first calls; imports wait for that as well.
  const store = await openSqliteStore({ folder, own: false });
  const closing = await openSqliteStore({ folder, own: false });
  const other = new DatabaseSync(pathOf(folder, 'catalogue'));
  other.exec('BEGIN IMMEDIATE');
  const merchant = { id: 7, name: 'Lamps', domain: '', logo_url: '', description: '' };
  const products = [{ product: { id: 'a', name: 'Lamp' }, merchant }];
  const run = { run_id: 1, feed: 'f' };
  const step = { ...run, after: 0, limit: 10, now_ms: 1 };
  const calls = [
    store.upsertProducts({ feed: 'f', products, now_ms: 1 }),
    store.deleteProducts({ feed: 'f', keys: [{ id: 'a', merchant }] }),
    store.beginRun({ feed: 'f', mode: 'full', source: '', runner: '', now_ms: 1 }),
    store.stageProducts({ ...run, products }),
    store.applyStaged(step),
    store.deleteUnstaged(step),
    store.saveRejectedRows({ run_id: 1, rows: [{ line: 1, field: '', value: '', reason: '' }] }),
    store.finishRun({ id: 1, now_ms: 1, state: 'done', message: '', report: '{}' }),
    store.clearStaged({ limit: 10 }),
    store.saveMerchantSummaries({ summaries: [] }),
    store.deleteEmptyMerchants({ ids: [7] }),
  ];
  const ended = assert.rejects(closing.deleteFeedProducts({ feed: 'f', limit: 1 }), AppError);
  const closed = closing.close();
  // Called last but failing first, because it has a deadline.
  await assert.rejects(store.insertCriteriaSet(set('s')), AppError);
  // A closing store does not retry.
  await Promise.all([ended, closed]);
  other.exec('ROLLBACK');
  const settled = await Promise.allSettled(calls);
  other.close();
  await store.close();
  const [upserted, deleted, , staged, applied] = settled.map((call) =>
    call.status === 'fulfilled' ? call.value : call,
  );
  assert.deepEqual(upserted, { inserted: 1, updated: 0, unchanged: 0, refused: [], merchant_ids: [7] });
  assert.deepEqual(
    [deleted, staged, applied].map((outcome) => Object.values(outcome as object)[0]),
    [1, 1, 1],
  );
  assert.deepEqual(new Set(settled.map(({ status }) => status)), new Set(['fulfilled']));
});

test('feeds and criteria sets are limited to ten thousand each; existing ones may change', async () => {
  const store = await openSqliteStore({ folder, own: false });
  const db = new DatabaseSync(pathOf(folder, 'catalogue'));
  const upTo = (count: number) => `WITH RECURSIVE n (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM n WHERE n < ${count})`;
  db.exec(`${upTo(MAX_FEEDS)}
    INSERT INTO feeds (id, url, mode, every_ms, options, is_paused, is_wanted, next_run_at_ms, failures, created_at_ms)
    SELECT n, '', 'full', 1, '{}', 0, 0, 1, 0, 1 FROM n`);
  db.exec(`${upTo(MAX_CRITERIA_SETS)} INSERT INTO criteria_sets SELECT n, '', NULL, NULL, '[]', 1, 1 FROM n`);
  const register = async (id: string) => store.insertFeed({ ...(await store.getFeed({ id: '2' }))!, id });
  const outcomeOf = (outcome: object | string) => (typeof outcome === 'string' ? outcome : 'saved');
  const insert = async (id: string) => outcomeOf(await store.insertCriteriaSet(set(id)));
  const upsert = async (id: string) => outcomeOf(await store.upsertCriteriaSet(set(id)));
  for (const keep of [register, insert])
    assert.deepEqual([await keep('last'), await keep('more'), await keep('last')], ['saved', 'full', 'exists']);
  assert.deepEqual([await upsert('more'), await upsert('last')], ['full', 'saved']);
  db.exec(`DELETE FROM feeds WHERE id = '3'; DELETE FROM criteria_sets WHERE id = '3'`);
  db.close();
  assert.deepEqual([await register('more'), await upsert('more')], ['saved', 'saved']);
  await store.close();
});

test('mentions of a person are found while another process writes', async () => {
  const store = await openSqliteStore({ folder, own: false });
  const data = { chat: 'I am ann@example.com' };
  await store.saveTurn({ convo_id: 'c', message_id: 'm', state: '{}', data, version: 0, now_ms: 1 });
  const other = new DatabaseSync(pathOf(folder, 'ledger'));
  other.exec('BEGIN IMMEDIATE');
  const { rows } = await store.findMentionsInLedger({ email: 'ann@example.com', after: null, limit: 10 });
  other.close();
  assert.equal(rows.length, 1);
  assert.equal(await store.maskMentionsInLedger({ email: 'ann@example.com', rows }), 1);
  await store.close();
});

test('two concurrent erasures both succeed and drop the leftovers of a killed one', async () => {
  const stores = [await openSqliteStore({ folder, own: false }), await openSqliteStore({ folder, own: false })];
  const db = new DatabaseSync(pathOf(folder, 'ledger'), { timeout: 5000 });
  db.exec('CREATE TABLE erasing_1_killed (zeros BLOB); CREATE TABLE freed (bytes BLOB)');
  db.exec(`INSERT INTO freed VALUES (zeroblob(${64 * 1024 * 1024})); DROP TABLE freed`);
  assert.deepEqual(await Promise.all(stores.map((store) => store.overwriteLedger({}))), [true, true]);
  assert.deepEqual(db.prepare(`SELECT name FROM sqlite_schema WHERE name LIKE 'erasing%'`).all(), []);
  db.close();
  for (const store of stores) await store.close();
});
