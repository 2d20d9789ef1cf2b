// Commands and the service on PostgreSQL, as an operator runs them.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { queryDatabase } from './support/postgres-client.ts';
import { PostgresServer, temporaryDatabase } from './support/postgres-server.ts';
import { runCommand, ServerProcess } from './support/server-process.ts';
import { temporaryFolder } from './support/temporary-folder.ts';
import { until } from './support/until.ts';

const run = (DATABASE_URL: string, ...args: string[]) =>
  runCommand(args, { DATABASE_URL, DATA_DIR: temporaryFolder(), PORT: '0' });

const hasSchema = async (url: string) =>
  (await queryDatabase(url, `SELECT to_regnamespace('finderfee') AS found`))[0]!.found !== null;

test('a database without our schema is not an installation; only commands that may create one do', async () => {
  const url = await temporaryDatabase();
  const name = new URL(url).pathname.slice(1);
  const listed = await run(url, 'keys', 'list');
  assert.equal(listed.code, 2);
  assert.match(listed.stderr, new RegExp(`^finderfee: the PostgreSQL database ${name} at \\S+ is not a finderfee`));
  const file = `${temporaryFolder()}/products.jsonl`;
  writeFileSync(file, '{"id": "1", "name": "Kettle", "url": "https://shop.example/1", "merchant": {"name": "Shop"}}\n');
  const predicted = await run(url, 'import', file, '--dry-run');
  assert.equal(predicted.code, 0, predicted.stderr);
  assert.match(predicted.stderr, new RegExp(`no installation in the PostgreSQL database ${name} .* counts as new`));
  assert.equal(await hasSchema(url), false);
  const created = await run(url, 'keys', 'create', '--name', 'app');
  assert.equal(created.code, 0, created.stderr);
  assert.match(created.stderr, new RegExp(`created a new installation in the PostgreSQL database ${name}`));
  const { code, stdout } = await run(url, 'keys', 'list');
  assert.deepEqual([code, /app/.test(stdout)], [0, true]);
});

test('a command needs no data folder', async () => {
  const env = { DATABASE_URL: await temporaryDatabase(), DATA_DIR: `${temporaryFolder()}/missing` };
  const file = `${temporaryFolder()}/products.jsonl`;
  writeFileSync(file, '{"id": "1", "name": "Kettle", "url": "https://shop.example/1", "merchant": {"name": "Shop"}}\n');
  const { code, stderr } = await runCommand(['import', file], env);
  assert.equal(code, 0, stderr);
});

test('the schema can be created before the first start', async () => {
  const url = await temporaryDatabase();
  for (const _ of [1, 2]) {
    const { code, stdout } = await run(url, 'migrate-schema');
    assert.deepEqual([code, stdout], [0, 'the schema is current\n']);
  }
  assert.equal(await hasSchema(url), true);
  const { code, stderr } = await runCommand(['migrate-schema'], { DATA_DIR: temporaryFolder() });
  assert.equal(code, 2);
  assert.match(stderr, /^finderfee: migrate-schema needs DATABASE_URL/);
});

test('backup and restore refuse a database, also one that is down, and print the command for it without the password', async () => {
  for (const [command, tool] of Object.entries({ backup: 'pg_dump', restore: 'pg_restore' })) {
    const { code, stderr } = await run('postgres://ann:c4n4ry@127.0.0.1:1/down', command, '../backup');
    assert.equal(code, 2);
    assert.match(
      stderr,
      new RegExp(`^finderfee: with DATABASE_URL, .*\\n.*${tool} .*--dbname=postgres://ann@127.*\\n`),
    );
    assert.doesNotMatch(stderr, /c4n4ry/);
  }
});

test('a database that cannot be used is refused in one line that does not contain the password', async () => {
  const canary = 'c4n4ry';
  const refused: [url: string, reason: RegExp][] = [
    [
      `postgres://ann:${canary}@127.0.0.1:1/x`,
      /cannot open the PostgreSQL database x at 127\.0\.0\.1:1: connect ECONN/,
    ],
    [`postgres://ann:1/${canary}@127.0.0.1/x`, /DATABASE_URL must be a URL like .* percent-encoded/],
    [`http://ann:${canary}@127.0.0.1/x`, /DATABASE_URL must be a URL like/],
    [`postgres://ann:${canary}@127.0.0.1/x?sslmode=prefer`, /DATABASE_URL must have an sslmode of/],
  ];
  for (const [url, reason] of refused) {
    const { code, stdout, stderr } = await run(url, 'serve');
    assert.equal(code, 2);
    assert.match(stderr, reason);
    assert.doesNotMatch(stdout + stderr, /c4n4ry/);
  }
});

test('a row that is rejected because of U+0000 is reported with a replacement character', async () => {
  const url = await temporaryDatabase();
  const file = `${temporaryFolder()}/products.csv`;
  const rows = ['1,Kettle,https://shop.example/1,1 EUR,Shop', '2,Lamp\0,https://shop.example/2,1 EUR,Shop,\0'];
  writeFileSync(file, ['id,title,link,price,merchant_name', ...rows, ''].join('\n'));
  const { code, stderr } = await run(url, 'import', file);
  assert.equal(code, 0, stderr);
  const rejected = await queryDatabase(url, 'SELECT line::int, value FROM rejected_rows');
  assert.deepEqual(rejected, [{ line: 3, value: rows[1]!.replaceAll('\0', '\uFFFD') }]);
});

test('a running service shows the password neither in its log nor in its metrics, also when the database is lost', async (t) => {
  const database = await PostgresServer.create();
  t.after(() => database.stop());
  // The server trusts local roles, so that any password is accepted.
  const DATABASE_URL = database.url().replace('postgres@', 'postgres:c4n4ry@');
  const server = await ServerProcess.start({ DATABASE_URL, LOG_LEVEL: 'trace' });
  t.after(() => server.remove());
  await server.ready();
  const search = () => server.request('/v1/discovery/products/search', { method: 'POST', body: '{"query": "kettle"}' });
  const metrics = async () => (await server.request('/metrics')).text();
  const shown = [await metrics()];
  assert.equal((await search()).status, 200);
  await database.kill();
  const failed = await search();
  assert.deepEqual([failed.status, failed.headers.get('retry-after')], [503, '2']);
  shown.push(await failed.text(), await metrics());
  await database.start();
  await until(async () => (await search()).status === 200);
  shown.push(await metrics(), server.output.stdout, server.output.stderr);
  assert.match(server.output.stderr, /ECONNREFUSED|terminat/);
  assert.doesNotMatch(shown.join('\n'), /c4n4ry/);
});

test('a registered feed is fetched by a process of its own, into the same database, also if a file names it', async (t) => {
  const environments: string[] = [];
  const source = createServer((_, response) => {
    const { pid } = server.child;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    environments.push(...children.map((child) => readFileSync(`/proc/${child}/environ`, 'utf8')));
    response.end('{"id": "1", "name": "Kettle", "url": "https://shop.example/1", "merchant": {"name": "Shop"}}\n');
  });
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
  t.after(() => source.close());
  const DATABASE_URL = await temporaryDatabase();
  const DATABASE_URL_FILE = `${temporaryFolder()}/database-url`;
  writeFileSync(DATABASE_URL_FILE, `${DATABASE_URL}\n`);
  const server = await ServerProcess.start({ DATABASE_URL_FILE, FEED_PRIVATE_HOSTS: '127.0.0.1' });
  t.after(() => server.remove());
  const url = `http://127.0.0.1:${(source.address() as AddressInfo).port}/feed.jsonl`;
  const body = JSON.stringify({ id: 'kettles', url, every: '1d' });
  assert.equal((await server.request('/v1/catalogue/feeds', { method: 'POST', body })).status, 201);
  await until(
    async () => (await queryDatabase(DATABASE_URL, `SELECT FROM products WHERE feed = 'kettles'`)).length === 1,
  );
  const runs = () => queryDatabase(DATABASE_URL, 'SELECT state FROM feed_runs');
  await until(async () => (await runs())[0]!.state !== 'running');
  assert.deepEqual(await runs(), [{ state: 'done' }]);
  assert.ok(environments.some((text) => text.includes(DATABASE_URL_FILE)));
  assert.ok(!environments.some((text) => text.includes(DATABASE_URL)), 'the URL is not in the environment');
});
