// Packs the server, installs the package with each supported Node alone, and uses it as an operator would.
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { publint } from 'publint';
import { checkedOutCommit } from '../server/src/checked-out-commit.ts';
import { InstalledPackage, run } from './support/installed-package.ts';
import { temporaryFolder } from './support/temporary-folder.ts';
import { until } from './support/until.ts';

const NODES = ['24.21.0', '26.10.0'];
const root = resolve(import.meta.dirname, '..');
const folder = temporaryFolder();
after(() => rmSync(folder, { recursive: true, maxRetries: 20, retryDelay: 100 }));

const [packed] = JSON.parse(
  run('npm', ['pack', '--workspace', 'server', '--pack-destination', folder, '--json', '--silent'], root),
) as [{ filename: string; version: string; files: { path: string }[] }];
const tarball = `${folder}/${packed.filename}`;
const files = packed.files.map(({ path }) => path);
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
console.log(`${packed.filename}: ${megabytes(statSync(tarball).size)}`);

test('the package holds compiled code with its source maps, the console, data files, documents and licences, and nothing else', () => {
  const allowed =
    /^(LICENSE|(README|SECURITY)\.md|docs\/[\w-]+\.md|THIRD-PARTY-NOTICES\.txt|package\.json|bin\/finderfee(\.mjs)?|demo\/departments\/\w+\.json|console\/(index\.html|assets\/[\w.-]+\.(js|css|svg))|dist\/commit\.txt|dist\/.*\.(js|js\.map))$/;
  const data = globSync('**/*.{sql,txt,html}', { cwd: `${root}/server/src` }).map((file) => `dist/${file}`);
  assert.deepEqual(files.filter((file) => !allowed.test(file)).sort(), data.sort());
  assert.deepEqual(
    files.filter((file) => /\.(test|opensearch)\.js|-(suite|contract)\.js|brute-force/.test(file)),
    [],
  );
  const code = files.filter((file) => /^dist\/.*\.js$/.test(file));
  assert.deepEqual(
    code.filter((file) => !files.includes(`${file}.map`)),
    [],
  );
});

test('the package is valid for publint', async () => {
  const { buffer } = new Uint8Array(readFileSync(tarball));
  assert.deepEqual((await publint({ pack: { tarball: buffer }, strict: true })).messages, []);
});

test('the notices cover every dependency', () => {
  const workspaces = ['--workspace', 'server', '--workspace', 'console'];
  const tree = run('npm', ['ls', ...workspaces, '--omit=dev', '--all', '--parseable', '--long'], root);
  const dependencies = tree
    .split('\n')
    .flatMap((line) => /node_modules\/.*:(\S+)@([\d.]+)/.exec(line)?.slice(1).join(' ') ?? []);
  const notices = readFileSync(`${root}/server/THIRD-PARTY-NOTICES.txt`, 'utf8');
  const covered = [...notices.matchAll(/^={80}\n(.*)\n={80}$/gm)].map(([, title]) => title!);
  assert.deepEqual(
    [...new Set(dependencies)].filter((name) => !/^(@finderfee\/console|finderfee) /.test(name)).sort(),
    covered.sort(),
  );
});

for (const version of NODES) describe(`on Node ${version} alone`, () => usePackage(version));

function usePackage(version: string): void {
  let installed: InstalledPackage;
  let server: { child: ChildProcess; url: string } | undefined;
  const call = async (path: string, body?: unknown) => {
    const headers = { 'x-api-key': 'test-key', 'content-type': 'application/json' };
    const reply = await fetch(
      server!.url + path,
      body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
    );
    assert.ok(reply.ok, `${path} is ${reply.status}`);
    return reply;
  };
  const search = async (query: string) => {
    const reply = await call('/v1/discovery/products/search', { query, per_page: 1 });
    return ((await reply.json()) as { items: { name: string; merchant_url: string }[] }).items[0];
  };
  before(async () => {
    installed = new InstalledPackage(`${folder}/${version}`, tarball, version);
    console.log(`installed: ${megabytes(sizeOf(`${installed.folder}/node_modules`))}`);
    server = await installed.serve(['--demo'], { API_KEYS: 'test-key', FEED_PRIVATE_HOSTS: '127.0.0.1' });
    await until(async () => (await fetch(`${server!.url}/readyz`)).status === 200);
  });

  after(() => server?.child.kill());

  test('the installation runs no script and brings neither a compiler nor the contract', () =>
    assert.deepEqual(installed.unwanted(/\/(@finderfee|@types|typescript)(\/|$)/), []));

  test('--version and /version name the version and the commit', async () => {
    const commit = checkedOutCommit(root);
    assert.deepEqual(await (await call('/version')).json(), { version: packed.version, commit });
    const hash = commit === null ? '' : ` (${commit.slice(0, 7)})`;
    assert.equal((await installed.run(['--version'])).stdout, `${packed.version}${hash}\n`);
    assert.match(await (await call('/metrics')).text(), new RegExp(`nodejs_version_info{version="v${version}"`));
  });

  test('a search leads to an offer, and its redirect to the shop; the pages are served', async () => {
    const { name, merchant_url } = (await search('running shoes'))!;
    assert.match(name, /Shoes/);
    const person = { program: 'gold', email: 'ann@example.com', click_datetime: '2026-11-15T12:00:00Z' };
    await call('/offers/single', {
      product_click: { ...person, convo_id: 'c1', presentation_id: 'p1', click_id: 'k1' },
      product_info: { name, presentment_id: 'p1', value: 63, currency: 'USD', direct_link: merchant_url },
    });
    const query = new URLSearchParams({ ...person, click_id: 'k2' });
    const redirect = await fetch(`${server!.url}/clickthrough/c1/p1?${query}`, { redirect: 'manual' });
    assert.equal(redirect.status, 302);
    assert.equal(redirect.headers.get('location'), merchant_url.replace('{click_id}', 'k2'));
    for (const path of ['/try', '/docs/', '/openapi.json']) await call(path);
  });

  test('an agent searches over HTTP, and over stdio from the local data and from the service', () =>
    searchAsAgent(installed, server!.url));

  test('a file is imported beside the service, and a feed by a process of the service', async () => {
    writeFileSync(`${installed.folder}/kettles.csv`, feedOf('Copper kettle'));
    const { status } = await installed.run(['import', 'kettles.csv', '--merchant-name', 'Kettle House']);
    assert.equal(status, 0);
    await until(async () => (await search('copper kettle'))?.name === 'Copper kettle');
    const shop = createServer((_, reply) => reply.end(feedOf('Brass teapot'))).listen(0, '127.0.0.1');
    await once(shop, 'listening');
    const feed = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/teapots.csv`;
    const added = await installed.run(['feeds', 'add', feed, '--every', '1d'], { FEED_PRIVATE_HOSTS: '127.0.0.1' });
    assert.equal(added.status, 0, added.stderr);
    await until(async () => (await search('brass teapot'))?.name === 'Brass teapot');
    shop.close();
  });

  test('a stack trace names lines of the sources', async () => {
    writeFileSync(`${installed.folder}/broken.mjs`, "process.umask = () => { throw new Error('broken'); };");
    const { stderr } = await installed.run(['keys', 'list'], { NODE_OPTIONS: '--import ./broken.mjs' });
    const line = Number(/node_modules\/finderfee\/src\/cli\.ts:(\d+)/.exec(stderr)?.[1]);
    const source = readFileSync(`${root}/server/src/cli.ts`, 'utf8').split('\n');
    assert.match(source[line - 1] ?? '', /process\.umask/, stderr);
  });

  test('the service stops when npx is stopped', async () => {
    server!.child.kill();
    await until(async () => (await fetch(`${server!.url}/livez`).catch(() => null)) === null);
  });
}

async function searchAsAgent(installed: InstalledPackage, url: string): Promise<void> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const hello = { jsonrpc: '2.0', id: 1, method: 'initialize', params };
  const tool = { name: 'search_products', arguments: { query: 'running shoes' } };
  const asked = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: tool };
  const headers = { 'x-api-key': 'test-key', 'content-type': 'application/json' };
  const reply = await fetch(`${url}/mcp`, { method: 'POST', headers, body: JSON.stringify(asked) });
  assert.match(await reply.text(), /"products":\[/);
  for (const args of [['mcp'], ['mcp', '--url', url]]) {
    const lines = await installed.converse(args, { FINDERFEE_API_KEY: 'test-key' }, [hello, asked]);
    assert.match(lines[1]!, /"products":\[/, args.join(' '));
  }
}

const feedOf = (title: string) =>
  `id,title,link,price,availability\n${title},${title},https://kettles.example/1,"49,90 EUR",in stock\n`;

const sizeOf = (path: string) =>
  globSync('**', { cwd: path }).reduce((sum, file) => sum + statSync(`${path}/${file}`).size, 0);
