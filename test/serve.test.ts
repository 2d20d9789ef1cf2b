// The service as a process: start-up output, keys, configuration errors and shutdown.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import manifest from '../server/package.json' with { type: 'json' };
import { checkedOutCommit } from '../server/src/checked-out-commit.ts';
import { offerOf, visitOf } from './support/ledger-facts.ts';
import { runCommand, ServerProcess } from './support/server-process.ts';
import { temporaryFolder } from './support/temporary-folder.ts';
import { until } from './support/until.ts';

const SETS = '/v1/discovery/products/criteria-sets';
/** Generous, for busy machines. */
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
  test('prints the URL and a curl command with a working key, which survives a restart', () =>
    withServer({ LOG_LEVEL: 'silent' }, ['--demo'], async (server) => {
      const key = readFileSync(`${server.folder}/first-key.txt`, 'utf8').trim();
      assert.equal(statSync(`${server.folder}/first-key.txt`).mode & 0o777, 0o600);
      assert.match(server.output.stdout, new RegExp(`curl .*x-api-key: ${key}' .*${server.url}/v1/`));
      assert.equal((await server.request(SETS, { key })).status, 200);
      assert.equal((await server.request('/metrics', { key })).status, 403, 'its only scope is discovery');
      assert.equal(await server.signal('SIGTERM'), 0);
      await server.begin();
      assert.equal(readFileSync(`${server.folder}/first-key.txt`, 'utf8').trim(), key);
      assert.equal((await server.request(SETS, { key })).status, 200);
    }));

  test('without --demo, no key is created, and the output explains how to create one', () =>
    withServer({}, [], async (server) => {
      assert.ok(!existsSync(`${server.folder}/first-key.txt`));
      assert.match(server.output.stdout, /npx finderfee keys create/);
      assert.doesNotMatch(server.output.stdout, /ff_/);
      assert.match(server.output.stderr, /keyless requests from private addresses are not rate-limited/);
    }));
});

describe('printed addresses', () => {
  test('a service on 0.0.0.0 prints an address that a browser can open', () =>
    withServer({ HOST: '0.0.0.0' }, [], async (server) => {
      const { port } = new URL(server.url);
      assert.match(server.output.stdout, new RegExp(`^docs {5}http://127\\.0\\.0\\.1:${port}/docs$`, 'm'));
      assert.match(server.output.stdout, new RegExp(`^listening on http://0\\.0\\.0\\.0:${port}$`, 'm'));
    }));

  test('PUBLIC_URL is used in the output, in links to demo images and in openapi.json', () =>
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

  test('an invalid PUBLIC_URL prevents the start', async () => {
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

test('short keys in API_KEYS cause a warning that does not show them', () =>
  withServer({ API_KEYS: 'shop-1,a-key-that-is-long-enough' }, [], async (server) => {
    const warning = server.output.stderr.split('\n').find((line) => line.includes('API_KEYS'))!;
    const { level, short } = JSON.parse(warning);
    assert.deepEqual([level, short], ['warn', 1]);
    assert.doesNotMatch(server.output.stderr, /shop-1|long-enough/);
  }));

describe('the keys command, while the server runs', () => {
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

  test('a created key works until it is revoked', async () => {
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

  test('scopes and expiry are applied; invalid ones are refused with exit code 2', async () => {
    const { stdout } = await keys('create', '--name', 'x', '--scopes', 'operate,pii', '--expires', '90d', '--json');
    const { scopes, expires_at } = JSON.parse(stdout);
    assert.deepEqual(scopes, ['operate', 'pii']);
    assert.ok(Date.parse(expires_at) > Date.now());
    assert.equal((await keys('create', '--name', 'x', '--scopes', 'all')).code, 2);
    assert.equal((await keys('create', '--name', 'x', '--expires', 'yesterday')).code, 2);
    assert.equal((await keys('create')).code, 2);
  });

  test('revoking an unknown id fails with exit code 1', async () => {
    const { code, stderr } = await keys('revoke', 'key_none');
    assert.deepEqual([code, stderr], [1, 'there is no key with the id key_none: see npx finderfee keys list\n']);
  });
});

describe('start-up errors: one clear message, exit code 2', () => {
  const refused = async (env: Record<string, string>, args: string[] = ['serve']) => {
    const { code, stderr } = await runCommand(args, { DATA_DIR: temporaryFolder(), PORT: '0', ...env });
    assert.equal(code, 2, stderr);
    return stderr;
  };

  test('all configuration errors are reported together', async () => {
    const stderr = await refused({
      PORT: 'http',
      KEYLESS: 'everything',
      RATE_LIMIT: 'lots',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'postgres://localhost/x',
      OPENSEARCH_URL: 'localhost:9200',
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

  test('error messages never contain a secret', async () => {
    const secrets = {
      API_KEYS: 'gehéim',
      CHAT_API_KEY: 'gehé',
      OPENSEARCH_URL: 'https://ann:geheim@',
      OPENSEARCH_API_KEY: 'gehé',
    };
    assert.doesNotMatch(await refused({ ...secrets, PORT: 'x' }), /geh/);
  });

  test('a port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as { port: number };
    assert.match(await refused({ PORT: String(port) }), /cannot listen on 127\.0\.0\.1:\d+: the port is in use/);
    other.close();
  });

  test('a data folder that is locked by another server, not writable or damaged', async () => {
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

test('--help and --version work for every command', async () => {
  for (const args of [['--help'], ['serve', '--help'], ['keys', '--help'], ['keys', 'create', '--help']]) {
    const { code, stdout } = await runCommand(args);
    assert.deepEqual([code, stdout.startsWith('Usage: finderfee')], [0, true], args.join(' '));
  }
  const commit = checkedOutCommit(`${import.meta.dirname}/..`);
  const hash = commit === null ? '' : ` (${commit.slice(0, 7)})`;
  assert.equal((await runCommand(['--version'])).stdout, `${manifest.version}${hash}\n`);
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

test('with SHUTDOWN_DELAY_S, /readyz fails before the service stops to accept connections', () =>
  withServer({ SHUTDOWN_DELAY_S: '3', LOG_LEVEL: 'silent' }, [], async (server) => {
    await server.ready();
    const exited = server.signal('SIGTERM');
    const unready = await until(async () => {
      const answer = await server.request('/readyz');
      return answer.status === 503 ? answer : undefined;
    });
    assert.equal(((await unready.json()) as { status: string }).status, 'stopping');
    // A connection of its own: those of `fetch` may be open already.
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.destroy();
    assert.equal((await server.request(SETS)).status, 200);
    assert.equal(await exited, 0);
  }));

test('a server started by npx stops with it, although the shell in between does not forward signals', async () => {
  const npxShell = ['sh', '-c', '"$@"; exit', 'sh'];
  const server = await ServerProcess.start({ npm_command: 'exec' }, [], npxShell);
  try {
    // The output closes when the service exits, not the shell.
    const ended = once(server.child, 'close');
    await server.signal('SIGTERM');
    await ended;
    assert.match(server.output.stderr, /"signal":"npx exited".*"msg":"stopping"/);
    assert.match(server.output.stderr, /"msg":"stopped"/);
  } finally {
    await server.remove();
  }
});

test('a click that could not be recorded is logged with its request id', async () => {
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
