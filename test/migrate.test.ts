// `finderfee migrate`: an embedded installation moves to PostgreSQL with everything that is kept.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../server/src/config.ts';
import { openMigration, openStore } from '../server/src/open-store.ts';
import { type MigrationOutcome, migrateInstallation } from '../server/src/operations/migrate-installation.ts';
import { buildProgram } from '../server/src/program.ts';
import { StartError } from '../server/src/start-error.ts';
import type { MigrationTarget } from '../server/src/store/migration-port.ts';
import { MOVED_TABLES } from '../server/src/store/moved-tables.ts';
import { pathOf } from '../server/src/store/sqlite/files.ts';
import type { Store } from '../server/src/store/store.ts';
import { exportAll } from './support/count-funnel.ts';
import { countFacts } from './support/facts.ts';
import { type FilledInstallation, fillInstallation } from './support/filled-installation.ts';
import { clickOf, offerOf, visitOf } from './support/ledger-facts.ts';
import { queryDatabase } from './support/postgres-client.ts';
import { temporaryDatabase } from './support/postgres-server.ts';
import { baseEnv, CLI, runCommand, ServerProcess } from './support/server-process.ts';
import { temporaryFolder } from './support/temporary-folder.ts';
import { until } from './support/until.ts';
import { WebhookReceiver } from './support/webhook-receiver.ts';

let installation: FilledInstallation;
let receiver: WebhookReceiver;
/** The database that the first test migrates to, and its rows then. */
let migrated: string;
let moved: Record<string, unknown[]>;
const folders: string[] = [];
before(async () => {
  receiver = await WebhookReceiver.start();
  installation = await fillInstallation(receiver.url);
  migrated = await temporaryDatabase();
  folders.push(installation.folder);
});
after(() => {
  receiver.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const migrate = (folder: string, url: string, env: Record<string, string> = {}) =>
  runCommand(['migrate', '--from', folder, '--to', url], env);

/** For tests that change the source. */
function copyInstallation(): string {
  const folder = temporaryFolder();
  folders.push(folder);
  for (const name of readdirSync(installation.folder).filter((each) => each.endsWith('.db')))
    cpSync(`${installation.folder}/${name}`, `${folder}/${name}`);
  return folder;
}

const configOf = (DATA_DIR: string, DATABASE_URL?: string) =>
  readConfig({ DATA_DIR, ...(DATABASE_URL ? { DATABASE_URL } : {}) });

/** Migrates in this process, with few rows per transaction. */
async function migrateHere(
  folder: string,
  url: string,
  wrap: (target: MigrationTarget) => MigrationTarget = (target) => target,
  onBegin = async () => {},
): Promise<MigrationOutcome> {
  const { source, target, close } = await openMigration(configOf(folder, url), { now_ms: Date.now(), batch_rows: 7 });
  try {
    return await migrateInstallation({ source, target: wrap(target), onBegin, onProgress: () => {} });
  } finally {
    await close();
  }
}

/** A target that calls back before each change. */
const watched = (target: MigrationTarget, onChange: (name: string) => unknown): MigrationTarget =>
  new Proxy(target, {
    get: (of, name: keyof MigrationTarget) => {
      const isChange = ['append', 'complete', 'restart', 'setLastNumber', 'finish'].includes(name);
      return async (...args: never[]) => {
        if (isChange) await onChange(name);
        return (of[name] as (...args: never[]) => unknown)(...args);
      };
    },
  });

/** The rows of all tables that are moved, as PostgreSQL prints them. */
async function rowsOf(url: string): Promise<Record<string, unknown[]>> {
  const tables: Record<string, unknown[]> = {};
  for (const { name } of MOVED_TABLES)
    tables[name] = await queryDatabase(url, `SELECT t::text AS row FROM ${name} t ORDER BY 1`);
  return tables;
}

/** What the store tells about an installation. */
async function readThrough(store: Store) {
  const webhooks = await store.listWebhooks({});
  // Bytes have different classes.
  return structuredClone({
    facts: await exportAll(store, []),
    keys: await store.listKeys({}),
    sets: await store.listCriteriaSets({ after: '', limit: 100 }),
    synonyms: await store.listSynonymEdits({}),
    merchants: await store.listMerchants({ offset: 0, limit: 100 }),
    products: await store.getProducts({ product_nos: Array.from({ length: 60 }, (_, i) => i) }),
    prices: await store.listPriceStates({ id: 'p1', limit: 100 }),
    feeds: await store.listFeeds({}),
    runs: await store.listRuns({ feed: null, before: null, limit: 100 }),
    networks: await store.listNetworks({ after: '', limit: 100 }),
    conversions: await Promise.all([1, 2, 3, 4].map((id) => store.getConversion({ id }))),
    webhooks,
    deliveries: await Promise.all(
      webhooks.map(({ id }) => store.listDeliveries({ webhook_id: id, state: null, before: null, limit: 100 })),
    ),
    jobs: await store.listJobs({ state: null, kind: null, before: null, limit: 1000 }),
    trace: await store.listEvents({ convo_id: 'c-m', after: 0, limit: 1000 }),
    conversation: await store.getConversationState({ convo_id: 'c-m' }),
    stamps: { ...(await store.readStamps({})), epoch: '', rebuilds: 0 },
    watermark: await store.purgeWatermark({}),
    artefact: await store.newestArtefact({ kind: 'ranking' }),
    vocabulary: await store.loadVocabulary({}),
    searches: await store.listSearches({ convo_id: 'c-m', after: 0, limit: 100 }),
    sessions: await store.listRankingSessions({ convo_id: null, now_ms: Date.now(), offset: 0, limit: 100 }),
  });
}

async function withStore<T>(config: ReturnType<typeof configOf>, action: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(config, { own: false });
  try {
    return await action(store);
  } finally {
    await store.close();
  }
}

test('an installation is moved with everything that is kept', async () => {
  const { code, stdout, stderr } = await migrate(installation.folder, migrated);
  assert.equal(code, 0, stderr);
  for (const { name } of MOVED_TABLES) assert.match(stdout, new RegExp(`^${name} +[1-9]`, 'm'), 'the test needs rows');
  const before = await withStore(configOf(installation.folder), readThrough);
  assert.deepEqual(await withStore(configOf('/nowhere', migrated), readThrough), before);
  assert.deepEqual(await migrateHere(installation.folder, migrated), { complete: true });
  moved = await rowsOf(migrated);
});

test('cursors, slugs and links from before work on PostgreSQL, numbers continue, and waiting work is done once', async () => {
  const { folder, cursor, slug, env } = installation;
  const last = async (table: string) => {
    const db = new DatabaseSync(pathOf(folder, table === 'products' ? 'catalogue' : 'ledger'), { readOnly: true });
    const { seq } = db.prepare('SELECT seq FROM sqlite_sequence WHERE name = ?').get(table)!;
    db.close();
    return Number(seq);
  };
  const waiting = await countFacts(folder, `SELECT count(*) FROM deliveries WHERE state = 'waiting'`);
  const server = await ServerProcess.start({
    ...{ ...env, DATABASE_URL: migrated, WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' },
  });
  try {
    const post = async (path: string, body: unknown) => {
      const response = await server.request(path, { method: 'POST', body: JSON.stringify(body) });
      assert.ok(response.ok, `${path}: ${response.status}`);
      // biome-ignore lint/suspicious/noExplicitAny: answers to requests of this test.
      return (await response.json()) as any;
    };
    const { items } = await post('/v1/discovery/products/search', { cursor });
    assert.equal(items.length, 1);
    assert.equal((await server.request(`/v1/discovery/products/${slug}`)).status, 200);
    const visit = await server.request(visitOf('kept'), { redirect: 'manual', headers: { 'user-agent': 'Firefox' } });
    assert.equal(visit.headers.get('location'), 'https://t.example/kept');
    assert.deepEqual(await post('/offers/single', offerOf('new')), { id: (await last('offers')) + 1 });
    await post('/v1/catalogue/products', { products: [{ id: 'new', name: 'Pot', merchant: { name: 'Shop 1' } }] });
    const [product] = await queryDatabase(migrated, `SELECT product_no::int FROM products WHERE id = 'new'`);
    assert.equal(product!.product_no, (await last('products')) + 1);
    const countJobs = () => countFacts(migrated, `SELECT count(*) FROM jobs WHERE id = 'waiting' AND state = 'done'`);
    await until(async () => (await countJobs()) === 1);
    await until(() => receiver.received.length >= waiting);
    assert.equal(new Set(receiver.ids).size, receiver.ids.length, 'each once');
  } finally {
    await server.remove();
  }
});

test('a migration that ends at any step continues where it was, also in the middle of a table', async () => {
  const url = await temporaryDatabase();
  let outcome: MigrationOutcome | undefined;
  let runs = 0;
  while (!outcome) {
    let left = 20;
    const wrap = (target: MigrationTarget) =>
      watched(target, () => {
        if (left-- === 0) throw new Error('interrupted');
      });
    runs++;
    // Without an end of the session's tables, which every run copies from the start, it would not end.
    outcome = await migrateHere(installation.folder, url, runs < 12 ? wrap : undefined).catch((error) => {
      assert.equal(error.message, 'interrupted');
      return undefined;
    });
    if (!outcome) await assert.rejects(openStore(configOf('/nowhere', url), { own: false }), /is not finished/);
  }
  assert.ok('moved' in outcome);
  assert.deepEqual(await rowsOf(url), moved);
});

test('a killed migration continues', async () => {
  const url = await temporaryDatabase();
  const copied = () => countFacts(url, 'SELECT count(*) FROM migrated_tables').catch(() => 0);
  for (const tables of [1, 20]) {
    const child = spawn(process.execPath, [CLI, 'migrate', '--from', installation.folder], {
      ...{ env: { ...baseEnv, DATABASE_URL: url }, stdio: 'ignore' },
    });
    const ended = once(child, 'exit');
    while (child.exitCode === null && (await copied()) < tables) await sleep(25);
    child.kill('SIGKILL');
    await ended;
  }
  const { code, stderr } = await migrate(installation.folder, url);
  assert.equal(code, 0, stderr);
  assert.deepEqual(await rowsOf(url), moved);
});

test('a difference between both sides is found, and the migration stays unfinished', async () => {
  const url = await temporaryDatabase();
  const folder = copyInstallation();
  const stopAtEnd = (target: MigrationTarget): MigrationTarget =>
    new Proxy(target, {
      get: (of, name: keyof MigrationTarget) => (name === 'finish' ? fail : of[name].bind(of as never)),
    });
  const fail = async () => {
    throw new Error('interrupted');
  };
  await assert.rejects(migrateHere(folder, url, stopAtEnd), /interrupted/);
  await queryDatabase(url, `UPDATE offers SET product = product || ' ' WHERE id = 2`);
  const { code, stdout, stderr } = await migrate(folder, url);
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(stderr, /^the table offers differs after copying: (\d+) rows in the data folder, \1 in PostgreSQL/m);
  await queryDatabase(url, `UPDATE offers SET product = rtrim(product) WHERE id = 2`);
  // A command beside the migration has changed the source.
  await withStore(configOf(folder), (store) => store.revokeKey({ id: 'k1', now_ms: 1 }));
  assert.deepEqual(await migrateHere(folder, url), {
    differing: { table: 'api_keys', source_rows: 2, target_rows: 2 },
  });
  await assert.rejects(openStore(configOf('/nowhere', url), { own: false }), /is not finished: run `npx finderfee mig/);
});

test('a server must be stopped, or read-only: its sessions may change meanwhile', async () => {
  const folder = copyInstallation();
  const url = await temporaryDatabase();
  const writing = await openStore(configOf(folder), { own: true });
  const refused = migrateHere(folder, url);
  await assert.rejects(
    refused,
    /is in use by a server or another migration: stop it, or restart it with READ_ONLY=true$/,
  );
  await writing.close();
  const reading = await openStore({ ...configOf(folder), READ_ONLY: true }, { own: true });
  const session = { query: 'kettle', criteria: [], convo_id: null, per_page: 5, product_nos: Uint32Array.of(1) };
  let added = 0;
  const outcome = await migrateHere(folder, url, (target) =>
    watched(target, async (name) => {
      // After the sessions were copied, and before they are compared.
      if (name !== 'setLastNumber' || added > 0) return;
      const times = { created_at_ms: Date.now(), expires_at_ms: Date.now() + 60_000 };
      await reading.insertRankingSession({ id: `beside ${++added}`, ...session, ...times });
    }),
  );
  await reading.close();
  assert.ok('moved' in outcome);
  assert.equal(added, 1);
});

test('a server cannot start on a folder that is being migrated', async () => {
  const folder = copyInstallation();
  const url = await temporaryDatabase();
  let refusals = 0;
  await migrateHere(folder, url, (target) =>
    watched(target, async () => {
      if (refusals > 0) return;
      refusals++;
      await assert.rejects(openStore(configOf(folder), { own: true }), /is in use by another finderfee server/);
    }),
  );
  assert.equal(refusals, 1);
});

test('of two migrations at once, the one that began last goes on, and the other one changes nothing more', async () => {
  const folder = copyInstallation();
  const url = await temporaryDatabase();
  const reading = await openStore({ ...configOf(folder), READ_ONLY: true }, { own: true });
  let second: MigrationOutcome | undefined;
  const first = migrateHere(folder, url, (target) =>
    watched(target, async (name) => {
      if (name === 'setLastNumber') second ??= await migrateHere(folder, url);
    }),
  );
  await assert.rejects(first, /^Error: another process is migrating to /);
  await reading.close();
  assert.ok('moved' in second!);
  assert.deepEqual(await rowsOf(url), moved);
});

test('nothing that is acknowledged after the comparison is left behind', async () => {
  const folder = copyInstallation();
  const url = await temporaryDatabase();
  const insertKey = (id: string) =>
    withStore(configOf(folder), (store) =>
      store.insertKey({
        ...{ id, name: id, digest: Buffer.from(id), scopes: [] },
        ...{ created_at_ms: 1, expires_at_ms: null, revoked_at_ms: null },
      }),
    );
  await migrateHere(folder, url, (target) =>
    watched(target, async (name) => {
      if (name === 'finish') await assert.rejects(insertKey('late'), { code: 'store_unavailable' });
    }),
  );
  await assert.rejects(openStore(configOf(folder), { own: true }), /was migrated to PostgreSQL: set DATABASE_URL, or/);
  await (await openStore({ ...configOf(folder), READ_ONLY: true }, { own: true })).close();
  await insertKey('later');
  assert.deepEqual(await migrateHere(folder, url), { changed: 'api_keys' });
});

test('what must happen before the first row happens in the next run if it fails', async () => {
  const folder = copyInstallation();
  const url = await temporaryDatabase();
  let calls = 0;
  const failOnce = async () => {
    if (calls++ === 0) throw new Error('the spool cannot be delivered');
  };
  await assert.rejects(migrateHere(folder, url, undefined, failOnce), /cannot be delivered/);
  await migrateHere(folder, url, undefined, failOnce);
  assert.equal(calls, 2);
});

test('clicks that wait in the spool are delivered first', async () => {
  const folder = copyInstallation();
  const url = await temporaryDatabase();
  const SPOOL_DIR = `${folder}/spool`;
  mkdirSync(SPOOL_DIR);
  const { click_datetime, ...click } = clickOf('spooled');
  const line = JSON.stringify({ ...click, click_at_ms: Date.parse(click_datetime), now_ms: Date.now() });
  writeFileSync(`${SPOOL_DIR}/clicks-1.jsonl`, `${line}\n`);
  const { code, stderr } = await migrate(folder, url, { SPOOL_DIR });
  assert.equal(code, 0, stderr);
  assert.equal(await countFacts(url, `SELECT count(*) FROM clicks WHERE click_id = 'spooled'`), 1);
  assert.deepEqual(readdirSync(SPOOL_DIR), []);
});

test('a migration is refused with one sentence that does not contain the password', async () => {
  const used = await temporaryDatabase();
  await withStore(configOf('/nowhere', used), (store) =>
    store.getOrCreateSecret({ name: 'tokens', proposed: Buffer.from('x') }),
  );
  const importing = copyInstallation();
  await withStore(configOf(importing), (store) =>
    store.beginRun({ feed: 'a', mode: 'delta', source: 'x', runner: '', now_ms: Date.now() }),
  );
  const other = copyInstallation();
  const db = new DatabaseSync(pathOf(other, 'catalogue'));
  db.exec(`UPDATE secrets SET value = randomblob(32)`);
  db.close();
  const { folder } = installation;
  const refusals: [folder: string, url: string, reason: RegExp][] = [
    [folder, used, /is not empty: it has secrets; use a new database/],
    [other, migrated, /holds the migration of another installation/],
    [importing, await temporaryDatabase(), /a feed is being imported into/],
    [folder, 'postgres://ann:c4n4ry@127.0.0.1:1/x', /cannot open the PostgreSQL database x at 127\.0\.0\.1:1/],
    [folder, 'postgres://ann:1/c4n4ry@127.0.0.1/x', /--to must be a URL like postgres/],
    [temporaryFolder(), used, /is not a finderfee installation/],
    [folder, '', /migrate needs a database: set DATABASE_URL or --to/],
  ];
  for (const [from, to, reason] of refusals) {
    const words = ['migrate', '--from', from, ...(to ? ['--to', to] : [])];
    await assert.rejects(buildProgram({}).parseAsync(words, { from: 'user' }), (error: Error) => {
      assert.ok(error instanceof StartError);
      assert.match(error.message, reason);
      assert.doesNotMatch(error.message, /c4n4ry|\n/);
      return true;
    });
  }
});
