import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALL_FUNNEL_DAYS, checkFunnel, makeFunnelFacts } from '../../../../test/support/funnel-facts.ts';
import { queryDatabase, withClient } from '../../../../test/support/postgres-client.ts';
import { temporaryDatabase } from '../../../../test/support/postgres-server.ts';
import { StartError } from '../../start-error.ts';
import { networkForm } from '../../text/network-click-id.ts';
import { MIGRATIONS, type Migration, migrate, readMigration, readSchema } from './migrate.ts';
import { hasSchema, openPostgresStore, prepareDatabase } from './open-postgres-store.ts';

const optionsOf = (url: string) => ({ url, prepare: true });
const versions = async (url: string) =>
  (await queryDatabase(url, 'SELECT version FROM schema_version ORDER BY version')).map(({ version }) => version);

test('of several instances that start on an empty database, one creates the schema and the others wait', async () => {
  const url = await temporaryDatabase();
  assert.equal(await hasSchema(optionsOf(url)), false);
  await Promise.all(Array.from({ length: 5 }, () => prepareDatabase(optionsOf(url))));
  assert.deepEqual(
    await versions(url),
    MIGRATIONS.map((_, i) => i + 1),
  );
  assert.equal(await hasSchema(optionsOf(url)), true);
});

test('each migration is a transaction of its own: one that fails keeps those before it', async () => {
  const url = await temporaryDatabase();
  const added = (sql: string) => readMigration(sql);
  const next: Migration[] = [
    added('CREATE TABLE finderfee.first (a integer)'),
    added('CREATE TABLE finderfee.second (a integer); SELECT 1 / 0'),
  ];
  await withClient(url, (client) => assert.rejects(migrate(client, { migrations: next }), /division by zero/));
  assert.deepEqual(await versions(url), [1]);
  next[1] = added('ALTER TABLE finderfee.first ADD COLUMN b integer');
  await withClient(url, (client) => migrate(client, { migrations: next }));
  assert.deepEqual(await versions(url), [1, 2]);
});

test('a program runs on a newer schema, unless the schema excludes it', async () => {
  const url = await temporaryDatabase();
  await prepareDatabase(optionsOf(url));
  const newer = [...MIGRATIONS, readMigration('ALTER TABLE finderfee.feeds ADD COLUMN new text')];
  await withClient(url, (client) => migrate(client, { migrations: newer }));
  const store = await openPostgresStore({ ...optionsOf(url), pool: 14, own: true });
  assert.deepEqual(await store.listFeeds({}), []);
  await store.close();
  const excluding = [...newer, readMigration(`-- oldest_reader: ${newer.length}\nDROP TABLE finderfee.feeds`)];
  await withClient(url, (client) => migrate(client, { migrations: excluding }));
  await assert.rejects(
    prepareDatabase(optionsOf(url)),
    new StartError('the database was migrated by a newer finderfee: run that version'),
  );
  await withClient(url, (client) => migrate(client, { migrations: newer }));
});

test('a dry run does not migrate', async () => {
  const url = await temporaryDatabase();
  await assert.rejects(prepareDatabase(optionsOf(url), { read_only: true }), /of an older version: start this version/);
  assert.equal(await hasSchema(optionsOf(url)), false);
  await prepareDatabase(optionsOf(url));
  await prepareDatabase(optionsOf(url), { read_only: true });
});

test('a role without DDL rights runs the service on a current schema; otherwise the command to run is named', async () => {
  const url = await temporaryDatabase();
  const role = `app_${url.slice(-6)}`;
  await queryDatabase(url, `CREATE ROLE ${role} LOGIN`);
  const app = new URL(url);
  app.username = role;
  const open = () => openPostgresStore({ ...optionsOf(app.href), pool: 14, own: true });
  await assert.rejects(open(), (error: Error) => error instanceof StartError && /migrate-schema/.test(error.message));
  await prepareDatabase(optionsOf(url));
  await assert.rejects(open(), /docs\/scaling\.md/, 'without the rights to read');
  await queryDatabase(
    url,
    `GRANT USAGE ON SCHEMA finderfee TO ${role};
     GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA finderfee TO ${role};
     GRANT USAGE ON ALL SEQUENCES IN SCHEMA finderfee TO ${role}`,
  );
  const store = await open();
  await store.beginRun({ feed: 'f', mode: 'full', source: '', runner: '', now_ms: 1 });
  assert.equal((await store.listRuns({ feed: 'f', before: null, limit: 1 })).length, 1);
  await store.close();
  await withClient(app.href, (client) => assert.rejects(client.query('CREATE TABLE finderfee.x (a integer)')));
  await withClient(url, async (client) => assert.equal((await readSchema(client)).version, MIGRATIONS.length));
  await queryDatabase(url, `DROP OWNED BY ${role}; DROP ROLE ${role}`);
});

test('clicks from before conversions get their network form, and the version before goes on recording them', async () => {
  const url = await temporaryDatabase();
  await withClient(url, (client) => migrate(client, { migrations: MIGRATIONS.slice(0, 1) }));
  const record = (clickIds: string[]) =>
    withClient(url, (client) =>
      client.query(
        `INSERT INTO finderfee.clicks (program, click_id, convo_id, presentation_id, click_at_ms, received_at_ms)
         SELECT 'gold "é" ' || i % 2, id, 'c', 'p', 1, 1 FROM unnest($1::text[]) WITH ORDINALITY AS k (id, i)`,
        [clickIds],
      ),
    );
  const control = Array.from({ length: 31 }, (_, i) => `control ${String.fromCharCode(i + 1)}`);
  const plain = [
    '',
    'x'.repeat(32),
    'x'.repeat(33),
    'a-_Z9',
    'a.b',
    'line\n',
    ' ',
    '"',
    '\\',
    '\\u0041',
    '/',
    "O'Neil",
  ];
  const foreign = ['é', 'e\u0301', '😀', '\u2028', '\x7f', '\ufffe', '漢字', '<script>', '{"a":[1]}'];
  const ids = [...plain, ...foreign, ...control];
  await record(ids);
  await prepareDatabase(optionsOf(url));
  const clicks = await queryDatabase(url, 'SELECT program, click_id, network_click_id FROM clicks ORDER BY click_no');
  assert.equal(clicks.length, ids.length);
  for (const { program, click_id, network_click_id } of clicks)
    assert.equal(network_click_id, networkForm(String(program), String(click_id)), JSON.stringify(click_id));

  await record(['after the migration']);
  await assert.rejects(record(['after the migration']), { code: '23505' });
});

test('an upgraded database reports the facts from before the funnel report', async () => {
  const [current, old] = [await temporaryDatabase(), await temporaryDatabase()];
  const open = (url: string) => openPostgresStore({ ...optionsOf(url), pool: 14, own: true });
  const store = await open(current);
  const searches = await makeFunnelFacts(store);
  await store.close();
  await withClient(old, async (client) => {
    await migrate(client, { migrations: MIGRATIONS.slice(0, 4) });
    await client.query('SET session_replication_role = replica; DELETE FROM finderfee.purged_events');
    const { rows: tables } = await client.query(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'finderfee'::regnamespace AND relkind = 'r'
         AND relname NOT IN ('schema_version', 'stamps')`,
    );
    for (const { name } of tables) {
      const [copy] = await queryDatabase(current, `SELECT coalesce(json_agg(t), '[]')::text AS rows FROM ${name} t`);
      await client.query(
        `INSERT INTO finderfee.${name} SELECT * FROM json_populate_recordset(NULL::finderfee.${name}, $1)
         ON CONFLICT DO NOTHING`,
        [copy!.rows],
      );
    }
  });
  const upgraded = await open(old);
  await checkFunnel(upgraded, searches, ALL_FUNNEL_DAYS);
  await upgraded.close();
});
