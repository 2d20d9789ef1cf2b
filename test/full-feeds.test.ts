// Full feeds: replacement, guards, reports, and recovery after a kill.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { readFeed } from '../server/src/catalogue/read-feed.ts';
import { runImport } from '../server/src/catalogue/run-import.ts';
import type { RunMode } from '../server/src/store/feed-store.ts';
import { openSqliteStore } from '../server/src/store/sqlite/open-sqlite-store.ts';
import type { Store } from '../server/src/store/store.ts';
import { CLI, runCommand } from './support/server-process.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const folder = temporaryFolder();
const env = { DATA_DIR: `${folder}/data` };
const path = `${folder}/feed.csv`;
let store: Store;
before(async () => {
  store = await openSqliteStore({ folder: env.DATA_DIR, own: false });
});
after(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const HEADER = 'aw_product_id,product_name,search_price,currency,merchant_id,merchant_name';
const row = (id: number, price = '5.00') => `${id},Lamp number ${id},${price},EUR,9,Lamp Shop`;
const csv = (...rows: string[]) => writeFileSync(path, `${[HEADER, ...rows].join('\n')}\n`);
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);
const count = (feed: string) => store.countFeedProducts({ feed });

const load = (feed: string, mode: RunMode, { force = false, now_ms = Date.now() } = {}) =>
  runImport(
    { store, clock: { now_ms: () => now_ms } },
    { feed, mode, force, source: 'feed.csv', open: () => readFeed({ path, now_ms }) },
  );
const full = (options = {}) => load('lamps', 'full', options);

test('a full feed replaces its own products and no others', async () => {
  csv(...numbers(10).map((i) => row(i)));
  assert.deepEqual((await full()).report.inserted, 10);
  csv(row(100), row(101));
  await load('others', 'delta');
  csv(...numbers(8).map((i) => row(i, i === 0 ? '4.00' : '5.00')), row(50));
  const { state, report } = await full();
  assert.deepEqual([state, report.inserted, report.updated, report.unchanged, report.deleted], ['done', 1, 1, 7, 2]);
  assert.deepEqual([await count('lamps'), await count('others')], [9, 2]);
  const [{ product_count } = { product_count: 0 }] = await store.listMerchants({ offset: 0, limit: 1 });
  assert.equal(product_count, 11);
  csv(row(100));
  assert.deepEqual((await load('lamps', 'delta')).report.reasons, { 'id belongs to another feed': 1 });
});

test('a guard stops a full feed before anything changes', async () => {
  csv(row(1), row(2), row(3, '9.00'));
  const shrunk = await full();
  assert.deepEqual([shrunk.state, shrunk.report.updated], ['stopped', 0]);
  assert.match(shrunk.message, /the file has 3 products, and the feed had 9: nothing was changed/);
  csv(...numbers(8).map((i) => row(i)), ...numbers(3).map(() => ',nameless,1,EUR,9,Lamp Shop'));
  assert.match((await full()).message, /3 of 11 rows were rejected/);
  writeFileSync(path, `${[HEADER, ...numbers(9).map((i) => row(i)), '77,Lam'].join('\n')}`);
  assert.match((await full()).message, /the file is truncated/);
  assert.equal(await count('lamps'), 9);
  csv(row(1), row(2), row(3));
  assert.deepEqual([(await full({ force: true })).report.deleted, await count('lamps')], [6, 3]);
});

test('the command: a delta keeps its valid rows and lists the others by line, field, value and reason', async () => {
  csv(row(1), ',nameless,1,EUR,9,Lamp Shop', '8,=HYPERLINK(1),1,EUR,9,Lamp Shop,too many', row(4));
  const { code, stdout } = await runCommand(['import', path, '--feed', 'lamps', '--json'], env);
  const report = JSON.parse(stdout);
  assert.deepEqual([code, report.products, report.rejected], [0, 2, 2]);
  const shown = await runCommand(['feeds', 'show', String(report.run_id)], env);
  const expected = /^run \d+ {2}\S+ {2}delta {2}done {2}feed\.csv\n {2}format awin: .*\n {2}4 rows: 2 products/;
  assert.match(shown.stdout, expected);
  const rejected = await runCommand(['feeds', 'show', 'lamps', '--rejected'], env);
  assert.equal(
    rejected.stdout,
    'line,field,value,reason\n3,"id","","is missing"\n4,"","8,=HYPERLINK(1),1,EUR,9,Lamp Shop,too many","has 7 columns instead of 6"\n',
  );
});

test('the command: a full import requires a feed name, and a stopped one names --force', async () => {
  const nameless = await runCommand(['import', path, '--mode', 'full'], env);
  assert.deepEqual([nameless.code, /name the feed with --feed NAME/.test(nameless.stderr)], [1, true]);
  csv(row(1));
  const stopped = await runCommand(['import', path, '--mode', 'full', '--feed', 'lamps'], env);
  assert.deepEqual([stopped.code, /run it again with --force/.test(stopped.stderr)], [1, true]);
});

test('the command: a feed imported by hand is listed with the result of its last run', async () => {
  const list = async () => (await runCommand(['feeds', 'list'], env)).stdout;
  assert.match(
    await list(),
    /^lamps +4 products {2}imported by hand \(feed\.csv\) {2}\S+Z stopped: the file has 1 products, and the feed had 4: nothing was changed$/m,
  );
  csv(row(100), row(101));
  await load('others', 'delta');
  assert.match(await list(), /^others {2}2 products {2}imported by hand \(feed\.csv\) {2}\S+Z done$/m);
  await runCommand(['import', '/nowhere.csv', '--feed', 'others'], env);
  const { stdout } = await runCommand(['feeds', 'list', '--json'], env);
  const others = JSON.parse(stdout).find(({ id }: { id: string }) => id === 'others');
  assert.deepEqual([others.is_registered, others.products, others.last_run.state], [false, 2, 'failed']);
  assert.match(others.last_run.message, /cannot be read/);
});

test('a killed full import leaves the old catalogue and can be run again', async () => {
  csv(...numbers(60_000).map((i) => row(i + 1000)));
  const args = [CLI, 'import', path, '--feed', 'lamps', '--mode', 'full'];
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: 'ignore' });
  const isRunning = async () =>
    (await store.listRuns({ feed: 'lamps', before: null, limit: 1 }))[0]!.state === 'running';
  while (!(await isRunning())) await sleep(10);
  await sleep(50);
  child.kill('SIGKILL');
  await once(child, 'exit');
  assert.deepEqual([await isRunning(), await count('lamps')], [true, 4], 'it was killed in the middle');
  csv(...numbers(5).map((i) => row(i, '6.00')));
  const shown = await runCommand(['feeds', 'show', 'lamps'], env);
  assert.match(shown.stdout, /^run \d+ .* failed .*\n(?: .*\n)*? .*the run was interrupted/);
  const { state, report } = await full();
  assert.deepEqual([state, report.deleted, await count('lamps')], ['done', 0, 5]);
  assert.equal(await store.clearStaged({ limit: 10 }), 0, 'what the killed one had put aside is gone');
});
