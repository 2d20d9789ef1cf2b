// `finderfee doctor` on real installations: healthy ones, and each kind of trouble.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  closeSync,
  cpSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { readConfig } from '../server/src/config.ts';
import { examine } from '../server/src/operations/doctor/examine.ts';
import { buildProgram, installationOf } from '../server/src/program.ts';
import { StartError } from '../server/src/start-error.ts';
import { openPostgresStore } from '../server/src/store/postgres/open-postgres-store.ts';
import { openSqliteStore } from '../server/src/store/sqlite/open-sqlite-store.ts';
import type { Store } from '../server/src/store/store.ts';
import { queryDatabase } from './support/postgres-client.ts';
import { PostgresServer } from './support/postgres-server.ts';
import { runCommand, ServerProcess } from './support/server-process.ts';
import { signupWrite } from './support/stored-facts.ts';
import { temporaryFolder } from './support/temporary-folder.ts';
import { until } from './support/until.ts';

const root = temporaryFolder();
/** A port that nothing listens on. */
const PORT = '1';
let postgres: PostgresServer;

before(async () => {
  postgres = await PostgresServer.create();
  await makeTrouble(await openSqliteStore({ folder: join(root, 'troubled'), own: true }));
});
after(() => postgres.stop());

async function doctor(given: Record<string, string>) {
  const env = { PORT, ...given };
  const findings = await examine(installationOf(readConfig(env), env, undefined));
  for (const { state, seen, advice } of findings) {
    assert.match(seen, /^[^\n]+$/);
    assert.equal(advice === undefined, state === 'ok');
  }
  const notOk = findings.filter(({ state }) => state !== 'ok');
  return { findings, notOk, of: (subject: string) => findings.find((finding) => finding.subject === subject) };
}

/** A dead job, a failing feed, and webhooks: disabled by the operator, failing, and disabled by the service. */
async function makeTrouble(store: Store): Promise<void> {
  await store.acceptSignup(signupWrite({ message_id: 'm1', email: 'ann@example.com', now_ms: 1 }));
  const [job] = await store.takeDueJobs({ now_ms: 2, limit: 1, lease_ms: 1 });
  await store.failJob({ id: job!.id, error: 'no', due_at_ms: 3, max_attempts: 1 });
  await store.insertFeed({
    ...{ id: 'lamps', url: 'https://feeds.example/key', mode: 'full', every_ms: 1000, options: '{}', is_paused: false },
    ...{ run_request: null, etag: null, last_modified: null, next_run_at_ms: 0, failures: 2, created_at_ms: 1 },
  });
  const run = await store.beginRun({ feed: 'lamps', mode: 'full', source: 'feeds.example', runner: '', now_ms: 1 });
  assert.ok('run_id' in run);
  await store.finishRun({ id: run.run_id, now_ms: 2, state: 'failed', message: 'the host is unknown', report: '{}' });
  const webhook = { url: 'https://hooks.example/', events: ['webhook.test' as const], description: null, pii: false };
  for (const secret of ['whsec_a', 'whsec_b', 'whsec_c']) await store.insertWebhook({ ...webhook, secret, now_ms: 1 });
  await store.updateWebhook({ id: 1, is_enabled: false, may_pii: true, now_ms: 5 });
  const attempt = {
    at_ms: 7,
    duration_ms: 1,
    error: null,
    response: null,
    retry_after_ms: null,
    jitter: 0,
  };
  for (const [webhook_id, status] of [
    [2, 500],
    [3, 410],
  ] as const) {
    const event = { id: `e${webhook_id}`, type: 'webhook.test' as const, at_ms: 6, data: {}, person_no: null };
    const delivery_id = await store.publishTest({ webhook_id, event });
    await store.takeDueDeliveries({ now_ms: 7, lease_ms: 1, limit: 1, in_flight: [] });
    await store.recordAttempt({ ...attempt, status, delivery_id: delivery_id! });
  }
  await store.close();
}

function assertTrouble({ of }: Awaited<ReturnType<typeof doctor>>): void {
  assert.deepEqual([of('jobs')?.state, of('jobs')?.seen], ['attention', '1 dead, 0 waiting']);
  assert.equal(of('feeds')?.state, 'attention');
  assert.match(of('feeds')!.seen, /^lamps: 2 failures, last: the host is unknown, next attempt 1970-01-01T00:00:00/);
  assert.equal(of('webhooks')?.state, 'attention');
  assert.match(
    of('webhooks')!.seen,
    /^webhook 2 fails since 1970-.*; webhook 3 is disabled: the endpoint answered 410/,
  );
}

const copyOf = (name: string): string => {
  const folder = join(root, name);
  cpSync(join(root, 'troubled'), folder, { recursive: true });
  return folder;
};

const digestOf = (folder: string) =>
  ['catalogue', 'ledger', 'sessions'].map((name) =>
    createHash('sha256')
      .update(readFileSync(`${folder}/${name}.db`))
      .digest('hex'),
  );

test('a healthy installation with a running server needs no attention, and is not changed', async (t) => {
  const server = await ServerProcess.start();
  t.after(() => server.remove());
  await server.ready();
  const env = { DATA_DIR: server.folder, PORT: new URL(server.url).port, API_KEYS: 'test-key' };
  const webhook = JSON.stringify({ url: 'https://hooks.example/', events: ['click.recorded'] });
  assert.equal((await server.request('/v1/webhooks', { method: 'POST', body: webhook })).status, 201);
  const off = { method: 'PATCH', body: JSON.stringify({ enabled: false }) };
  assert.equal((await server.request('/v1/webhooks/1', off)).status, 200);
  const { of, notOk } = await doctor(env);
  assert.deepEqual(notOk, []);
  assert.equal(of('webhooks')!.seen, '1 webhook, none fails; disabled by the operator: 1');
  assert.match(of('data folder')!.seen, /is writable, .* free; a server owns it$/);
  assert.match(of('database files')!.seen, /catalogue\.db .* schema \d+, .*; quick_check ok$/);
  assert.match(of('instance')!.seen, /is ready; its index is behind by 0 changes, 0\.0 s$/);
  const { code, stdout } = await runCommand(['doctor'], env);
  assert.equal(code, 0, stdout);
  assert.match(stdout, /^ok {2}jobs +0 waiting, none dead$/m);
  const elsewhere = await doctor({ DATA_DIR: server.folder });
  assert.match(elsewhere.of('instance')!.seen, /^a server owns the data folder, but none answers at http:/);
  const stranger = createHttpServer((_, response) => void response.writeHead(404).end('{}'));
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  t.after(() => stranger.close());
  const { port } = stranger.address() as AddressInfo;
  assert.match(
    (await doctor({ ...env, PORT: String(port) })).of('instance')!.seen,
    /^another program answers at http:/,
  );
});

test('dead jobs, failing feeds, and disabled or failing webhooks need attention', async () => {
  const DATA_DIR = join(root, 'troubled');
  const before = digestOf(DATA_DIR);
  const report = await doctor({ DATA_DIR });
  assertTrouble(report);
  assert.deepEqual(digestOf(DATA_DIR), before, 'nothing is written');
  const json = await runCommand(['doctor', '--json'], { DATA_DIR, PORT });
  assert.deepEqual([json.code, json.stderr, JSON.parse(json.stdout)], [1, '', report.findings]);
  const { code, stdout } = await runCommand(['doctor', '--data-dir', DATA_DIR], { PORT });
  assert.equal(code, 1);
  assert.match(
    stdout,
    new RegExp(`^attention +jobs +1 dead, 0 waiting\\n +→ npx finderfee jobs list .*${DATA_DIR}`, 'm'),
  );
});

test('a full disk, spooled clicks and a file of an older version need attention', async () => {
  const DATA_DIR = copyOf('older');
  const db = new DatabaseSync(`${DATA_DIR}/sessions.db`);
  db.exec('PRAGMA user_version = 1');
  db.close();
  const SPOOL_DIR = join(root, 'spool');
  mkdirSync(SPOOL_DIR);
  writeFileSync(join(SPOOL_DIR, 'clicks-1.jsonl'), '{}\n');
  utimesSync(join(SPOOL_DIR, 'clicks-1.jsonl'), 1, 1);
  const { of } = await doctor({ DATA_DIR, SPOOL_DIR, MIN_FREE_DISK_MB: '999999999' });
  assert.equal(of('data folder')?.state, 'failed');
  assert.match(of('data folder')!.seen, /less than MIN_FREE_DISK_MB=999999999$/);
  assert.equal(of('spooled clicks')?.state, 'attention');
  assert.match(of('spooled clicks')!.seen, /^1 file of clicks \(3 B\) in /);
  assert.equal(of('database files')?.state, 'attention');
  assert.match(of('store')!.seen, /is of an older version/);
  assert.equal(of('jobs'), undefined, 'what cannot be read is not reported');
});

test('a damaged file, a missing one and a folder that is not an installation fail, and nothing is created', async () => {
  const damaged = copyOf('damaged');
  const fd = openSync(`${damaged}/ledger.db`, 'r+');
  const { size } = fstatSync(fd);
  // The headers of the last pages: opening the file does not read them.
  for (let page = 1; page <= 5; page++) writeSync(fd, Buffer.alloc(8, 0x7a), 0, 8, size - page * 4096);
  closeSync(fd);
  assert.match((await doctor({ DATA_DIR: damaged })).of('database files')!.seen, /ledger\.db is damaged: /);
  const missing = join(root, 'missing');
  const { of, findings } = await doctor({ DATA_DIR: missing });
  assert.deepEqual([of('data folder')?.state, of('database files')?.state], ['failed', 'failed']);
  assert.ok(!findings.some(({ subject }) => subject === 'store'));
  assert.throws(() => readFileSync(missing), { code: 'ENOENT' });
});

test('what this user may not write fails, with the advice to run as the owner', async () => {
  const DATA_DIR = join(root, 'troubled');
  // A file without the execute bit: access is denied to root, too.
  const SPOOL_DIR = join(root, 'not-a-folder');
  writeFileSync(SPOOL_DIR, '');
  const env = { PORT, DATA_DIR, SPOOL_DIR };
  const installation = installationOf(readConfig(env), env, undefined);
  const file = { name: 'ledger.db', bytes: 1, schema: null, program_schema: 1, is_checked: false };
  const denied = { ...file, fault: `${DATA_DIR} cannot be written: EACCES: permission denied` };
  const inspectStore = async () => ({ engine: 'sqlite' as const, files: [denied] });
  const findings = await examine({ ...installation, inspectStore });
  for (const subject of ['database files', 'spooled clicks']) {
    const { state, seen, advice } = findings.find((finding) => finding.subject === subject)!;
    assert.deepEqual([state, advice], ['failed', 'run as the user that owns the folder']);
    assert.match(seen, /cannot be written: EACCES/);
  }
});

test('a healthy database needs no attention; a pool that exceeds its connections does', async (t) => {
  await queryDatabase(postgres.url(), 'CREATE DATABASE healthy');
  const server = await ServerProcess.start({ DATABASE_URL: postgres.url('healthy') });
  t.after(() => server.remove());
  await server.ready();
  const env = { DATABASE_URL: postgres.url('healthy'), DATA_DIR: server.folder, PORT: new URL(server.url).port };
  await until(async () => (await queryDatabase(env.DATABASE_URL, 'SELECT FROM instances')).length === 1);
  const healthy = await doctor(env);
  assert.deepEqual(healthy.notOk, []);
  assert.match(healthy.of('database')!.seen, /^PostgreSQL \d+.*, the PostgreSQL database healthy at /);
  assert.match(healthy.of('durability')!.seen, /^fsync=on, full_page_writes=on, synchronous_commit=on$/);
  assert.match(healthy.of('connections')!.seen, /^1 live instance, DATABASE_POOL=14, the server allows \d+$/);
  assert.match(healthy.of('clocks')!.seen, /^at most 2 s apart: 0\.0 s from the database$/);
  const { of } = await doctor({ ...env, DATABASE_POOL: '500' });
  assert.equal(of('connections')?.state, 'attention');
  assert.match(of('connections')!.seen, /1 instance may need 503$/);
});

test('trouble in a database is found: commits that are not durable, another collation, dead work', async () => {
  await queryDatabase(
    postgres.url(),
    `CREATE DATABASE troubled TEMPLATE template0 LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8'`,
  );
  const DATABASE_URL = postgres.url('troubled');
  const env = { DATABASE_URL, DATA_DIR: join(root, 'no-index') };
  const empty = await doctor(env);
  assert.match(empty.of('schema')!.seen, /^the PostgreSQL database troubled .* has no schema finderfee$/);
  await makeTrouble(await openPostgresStore({ url: DATABASE_URL, prepare: true, own: false, pool: 10 }));
  await queryDatabase(DATABASE_URL, `UPDATE pg_database SET datcollversion = '0' WHERE datname = 'troubled'`);
  const report = await doctor(env);
  assertTrouble(report);
  assert.equal(report.of('collation')?.state, 'attention');
  assert.match(report.of('collation')!.seen, /^indexes were built with version 0, the system has \S+:/);
  await queryDatabase(DATABASE_URL, 'ALTER SYSTEM SET fsync = off');
  await queryDatabase(DATABASE_URL, 'SELECT pg_reload_conf()');
  await until(async () => (await queryDatabase(DATABASE_URL, 'SHOW fsync'))[0]!.fsync === 'off');
  await queryDatabase(DATABASE_URL, 'UPDATE schema_version SET oldest_reader = 999');
  const refused = await doctor(env);
  assert.equal(refused.of('durability')?.state, 'failed');
  assert.match(refused.of('durability')!.seen, /^fsync=off, /);
  assert.match(refused.of('schema')!.seen, /too old for it$/);
  assert.equal(refused.of('store')?.state, 'failed');
  await queryDatabase(postgres.url(), `CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1'`);
  const latin = await doctor({ ...env, DATABASE_URL: postgres.url('latin') });
  assert.equal(latin.of('database')?.state, 'failed');
  assert.match(latin.of('database')!.seen, /^the database has the encoding LATIN1/);
});

test('parts that are down or do not answer are reported, and the command ends', async (t) => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  t.after(() => silent.close());
  const { port } = silent.address() as AddressInfo;
  const down = await doctor({
    DATABASE_URL: 'postgres://ann:c4n4ry@127.0.0.1:1/x',
    OPENSEARCH_URL: 'http://127.0.0.1:1',
  });
  assert.match(down.of('database')!.seen, /^cannot open the PostgreSQL database x at 127\.0\.0\.1:1: /);
  assert.equal(down.of('opensearch')?.state, 'failed');
  assert.doesNotMatch(JSON.stringify(down.findings), /c4n4ry/);
  const url = `127.0.0.1:${port}`;
  const env = { DATABASE_URL: `postgres://ann@${url}/x`, OPENSEARCH_URL: `http://${url}`, PORT: String(port) };
  const { code, stdout } = await runCommand(['doctor'], env);
  assert.equal(code, 1);
  assert.match(stdout, /^failed +database/m);
  assert.match(stdout, /^failed +opensearch/m);
});

test('invalid settings are listed instead', async () => {
  const outcome = buildProgram({ PORT: 'x' }).parseAsync(['doctor'], { from: 'user' });
  await assert.rejects(outcome, (error) => error instanceof StartError && /PORT must/.test(error.message));
});
