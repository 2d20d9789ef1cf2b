// The service as its operators meet it: a process that starts, says so, obeys commands and stops.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { offerOf, visitOf } from './support/ledger-facts.ts';
import { runCommand, ServerProcess } from './support/server-process.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const SETS = '/v1/discovery/products/criteria-sets';
/** What happens within a second takes longer on a busy machine; that it happens is what is tested. */
const PATIENCE_MS = 10_000;

async function withServer(
  env: Record<string, string>,
  args: string[],
  check: (server: ServerProcess) => Promise<void>,
): Promise<void> {
  const server = await ServerProcess.start(env, args);
  try {
    await check(server);
  } finally {
    await server.remove();
  }
}

describe('serve --demo', () => {
  test('prints the URL, a key that works and a curl line, and keeps the key for the next start', () =>
    withServer({ LOG_LEVEL: 'silent' }, ['--demo'], async (server) => {
      const key = readFileSync(`${server.folder}/first-key.txt`, 'utf8').trim();
      assert.equal(statSync(`${server.folder}/first-key.txt`).mode & 0o777, 0o600);
      assert.match(server.output.stdout, new RegExp(`curl .*x-api-key: ${key}' .*${server.url}/v1/`));
      assert.equal((await server.request(SETS, { key })).status, 200);
      assert.equal((await server.request('/metrics', { key })).status, 403, 'its scope is discovery alone');
      assert.equal(await server.signal('SIGTERM'), 0);
      await server.begin();
      assert.equal(readFileSync(`${server.folder}/first-key.txt`, 'utf8').trim(), key);
      assert.equal((await server.request(SETS, { key })).status, 200);
    }));

  test('a plain serve makes no key and says how to make one', () =>
    withServer({}, [], async (server) => {
      assert.ok(!existsSync(`${server.folder}/first-key.txt`));
      assert.match(server.output.stdout, /npx finderfee keys create/);
      assert.doesNotMatch(server.output.stdout, /ff_/);
      assert.match(server.output.stderr, /keyless requests from private addresses are not rate-limited/);
    }));
});

describe('where the service is reached', () => {
  test('one that listens everywhere prints an address to go to', () =>
    withServer({ HOST: '0.0.0.0' }, [], async (server) => {
      const { port } = new URL(server.url);
      assert.match(server.output.stdout, new RegExp(`^docs {5}http://127\\.0\\.0\\.1:${port}/docs$`, 'm'));
      assert.match(server.output.stdout, new RegExp(`^listening on http://0\\.0\\.0\\.0:${port}$`, 'm'));
    }));

  test('PUBLIC_URL is in what it prints, in links to its own pictures, and in the reference', () =>
    withServer({ PUBLIC_URL: 'https://shop.example/finder/' }, ['--demo'], async (server) => {
      const url = 'https://shop.example/finder';
      for (const line of [`docs     ${url}/docs`, `page     ${url}/try`, ` ${url}/v1/discovery/products/search`])
        assert.ok(server.output.stdout.includes(line), line);
      assert.match(server.output.stdout, /^listening on http:\/\/127\.0\.0\.1:\d+$/m);
      const merchants = await (await server.request('/v1/discovery/merchants?per_page=1')).json();
      assert.match(
        (merchants as { items: { logo_url: string }[] }).items[0]!.logo_url,
        /^https:\/\/shop\.example\/finder\/demo\/merchants\/\d+\.svg$/,
      );
      const document = await (await server.request('/openapi.json')).json();
      assert.deepEqual((document as { servers: unknown }).servers, [{ url }]);
    }));

  test('a PUBLIC_URL that is none stops the start', async () => {
    for (const PUBLIC_URL of [
      'shop.example',
      'ftp://shop.example',
      'https://a:b@shop.example',
      'https://shop.example/?a',
    ]) {
      const { code, stderr } = await runCommand(['serve'], { PUBLIC_URL, DATA_DIR: temporaryFolder() });
      assert.deepEqual([code, /PUBLIC_URL must be an http or https URL/.test(stderr)], [2, true], PUBLIC_URL);
    }
  });
});

test('keys in API_KEYS that can be guessed are warned of, and not shown', () =>
  withServer({ API_KEYS: 'shop-1,a-key-that-is-long-enough' }, [], async (server) => {
    const warning = server.output.stderr.split('\n').find((line) => line.includes('API_KEYS'))!;
    const { level, short } = JSON.parse(warning);
    assert.deepEqual([level, short], ['warn', 1]);
    assert.doesNotMatch(server.output.stderr, /shop-1|long-enough/);
  }));

describe('keys, beside a running server', () => {
  let server: ServerProcess;
  before(async () => {
    server = await ServerProcess.start();
  });
  after(() => server.remove());
  const keys = (...args: string[]) => runCommand(['keys', ...args], { DATA_DIR: server.folder });
  const becomes = async (key: string, status: number) => {
    for (const start = Date.now(); Date.now() - start < PATIENCE_MS; await sleep(20)) {
      if ((await server.request(SETS, { key })).status === status) return;
    }
    assert.fail(`not ${status} after ${PATIENCE_MS} ms`);
  };

  test('a key that is created works, and stops working once revoked', async () => {
    const created = await keys('create', '--name', 'shop', '--json');
    const { id, key, scopes } = JSON.parse(created.stdout);
    assert.deepEqual([created.code, scopes], [0, ['discovery']]);
    await becomes(key, 200);
    assert.deepEqual(await keys('revoke', id), { code: 0, stdout: `revoked ${id}\n`, stderr: '' });
    await becomes(key, 403);
    const listed = await keys('list', '--json');
    assert.ok(!listed.stdout.includes(key));
    assert.equal(JSON.parse(listed.stdout).find((entry: { id: string }) => entry.id === id).state, 'revoked');
    assert.match((await keys('list')).stdout, /^ID +STATE +SCOPES/);
  });

  test('scopes and expiry are taken, and wrong ones refused with exit code 2', async () => {
    const { stdout } = await keys('create', '--name', 'x', '--scopes', 'operate,pii', '--expires', '90d', '--json');
    const { scopes, expires_at } = JSON.parse(stdout);
    assert.deepEqual(scopes, ['operate', 'pii']);
    assert.ok(Date.parse(expires_at) > Date.now());
    assert.equal((await keys('create', '--name', 'x', '--scopes', 'all')).code, 2);
    assert.equal((await keys('create', '--name', 'x', '--expires', 'yesterday')).code, 2);
    assert.equal((await keys('create')).code, 2);
  });

  test('an id that is not there is an error with exit code 1', async () => {
    const { code, stderr } = await keys('revoke', 'key_none');
    assert.deepEqual([code, stderr], [1, 'there is no key with the id key_none: see npx finderfee keys list\n']);
  });
});

describe('starting wrongly: one clear message, exit code 2', () => {
  const refused = async (env: Record<string, string>, args: string[] = ['serve']) => {
    const { code, stderr } = await runCommand(args, { DATA_DIR: temporaryFolder(), PORT: '0', ...env });
    assert.equal(code, 2, stderr);
    return stderr;
  };

  test('every fault of the configuration is listed at once', async () => {
    const stderr = await refused({
      PORT: 'http',
      KEYLESS: 'everything',
      RATE_LIMIT: 'lots',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'postgres://localhost/x',
      OPENSEARCH_URL: 'http://localhost:9200',
      JWT_SECRET: 's',
      JWT_JWKS_URL: 'ftp://x',
      CHAT_BASE_URL: 'http://127.0.0.1:1/v1',
    });
    for (const name of ['PORT', 'KEYLESS', 'RATE_LIMIT', 'LOG_LEVEL', 'DATABASE_URL', 'OPENSEARCH_URL']) {
      assert.match(stderr, new RegExp(`^  ${name} `, 'm'));
    }
    assert.match(stderr, /JWT_JWKS_URL must be an http or https URL/);
    assert.match(stderr, /cannot both be set/);
    assert.match(stderr, /JWT_SECRET must be at least 32 bytes long/);
    assert.match(stderr, /CHAT_BASE_URL and CHAT_MODEL must be set together/);
  });

  test('a message never repeats a secret', async () => {
    assert.doesNotMatch(await refused({ API_KEYS: 'gehéim', CHAT_API_KEY: 'gehé', PORT: 'x' }), /geh/);
  });

  test('a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as { port: number };
    assert.match(await refused({ PORT: String(port) }), /cannot listen on 127\.0\.0\.1:\d+: the port is in use/);
    other.close();
  });

  test('a folder that another server owns, that cannot be written, or that is damaged', async () => {
    await withServer({}, [], async (server) => {
      assert.match(await refused({ DATA_DIR: server.folder }), /in use by another finderfee server/);
    });
    assert.match(await refused({ DATA_DIR: '/dev/null/data' }), /cannot be written/);
    const folder = temporaryFolder();
    writeFileSync(`${folder}/ledger.db`, 'rubbish'.repeat(1000));
    assert.match(await refused({ DATA_DIR: folder }), /ledger\.db is damaged/);
  });

  test('an unknown command or option', async () => {
    assert.match(await refused({}, ['frobnicate']), /unknown command/);
    assert.match(await refused({}, ['serve', '--fast']), /unknown option/);
  });
});

test('--help and --version answer for every command', async () => {
  for (const args of [['--help'], ['serve', '--help'], ['keys', '--help'], ['keys', 'create', '--help']]) {
    const { code, stdout } = await runCommand(args);
    assert.deepEqual([code, stdout.startsWith('Usage: finderfee')], [0, true], args.join(' '));
  }
  assert.match((await runCommand(['--version'])).stdout, /^\d+\.\d+\.\d+\n$/);
});

test('a criteria set survives kill -9 right after the reply', () =>
  withServer({}, [], async (server) => {
    for (let i = 0; i < 5; i++) {
      const body = JSON.stringify({ id: `set-${i}`, name: 'Set' });
      assert.equal((await server.request(SETS, { method: 'POST', body })).status, 201);
      await server.signal('SIGKILL');
      await server.begin();
      const { items } = (await (await server.request(SETS)).json()) as { items: unknown[] };
      assert.equal(items.length, i + 1);
    }
  }));

test('what npx has started ends with it, though the shell between them passes no signal on', async () => {
  const asNpxDoes = ['sh', '-c', '"$@"; exit', 'sh'];
  const server = await ServerProcess.start({ npm_command: 'exec' }, [], asNpxDoes);
  try {
    // Its output ends with the service, not with the shell.
    const ended = once(server.child, 'close');
    await server.signal('SIGTERM');
    await ended;
    assert.match(server.output.stderr, /"signal":"npx exited".*"msg":"stopping"/);
    assert.match(server.output.stderr, /"msg":"stopped"/);
  } finally {
    await server.remove();
  }
});

test('a click that could not be recorded is told in the log with the id of its request', async () => {
  const server = await ServerProcess.start({ OFFER_LINK_HOSTS: '*' });
  try {
    const path = visitOf('k1');
    await server.request('/offers/single', { method: 'POST', body: JSON.stringify(offerOf('k1')) });
    await server.signal('SIGTERM');
    server.env.READ_ONLY = 'true';
    await server.begin();
    await server.request(path, { redirect: 'manual', headers: { 'x-request-id': 'mine' } });
    await server.signal('SIGTERM');
    const lines = server.output.stderr.split('\n').filter((line) => line.includes('"request_id":"mine"'));
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).msg),
      ['a click was redirected and not recorded', 'request'],
    );
  } finally {
    await server.remove();
  }
});
