// MCP with real processes: the server over HTTP, and `finderfee mcp` over stdio, from a service and from local data.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { createInterface, type Interface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { ERAS, type Era, headersOf, messageOf } from './support/mcp-calls.ts';
import { startPathProxy } from './support/path-proxy.ts';
import { baseEnv, CLI, runCommand, ServerProcess } from './support/server-process.ts';

let server: ServerProcess;
before(async () => {
  server = await ServerProcess.start({ CORS_ORIGINS: 'https://app.example' }, ['--demo']);
  await server.ready();
});
after(() => server.remove());

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes.
type Json = any;

/** A host that has started `finderfee mcp`. */
class Host {
  readonly child: ChildProcess;
  readonly #lines: Interface;
  stderr = '';

  constructor(args: string[], env: Record<string, string>) {
    this.child = spawn(process.execPath, [CLI, 'mcp', ...args], { env: { ...baseEnv, ...env } });
    this.child.stderr!.on('data', (chunk) => {
      this.stderr += chunk;
    });
    this.#lines = createInterface({ input: this.child.stdout! });
  }

  send(line: string): void {
    this.child.stdin!.write(`${line}\n`);
  }

  async ask(message: object | string): Promise<Json> {
    this.send(typeof message === 'string' ? message : JSON.stringify(message));
    const [line] = (await once(this.#lines, 'line')) as [string];
    return JSON.parse(line);
  }

  /** Closes stdin and returns the exit code. */
  async end(): Promise<number | null> {
    const exited = once(this.child, 'exit');
    this.child.stdin!.end();
    const [code] = (await exited) as [number | null];
    return code;
  }
}

const hello = (era: Era) =>
  messageOf('initialize', { protocolVersion: era, capabilities: {}, clientInfo: { name: 'test', version: '1' } }, era);
const searchOf = (era: Era, query = 'running shoes') =>
  messageOf('tools/call', { name: 'search_products', arguments: { query, convo_id: `stdio ${era}` } }, era);

const WAYS: Record<string, () => [string[], Record<string, string>]> = {
  'a service elsewhere': () => [['--url', server.url], { FINDERFEE_API_KEY: 'test-key' }],
  'local data': () => [[], { DATA_DIR: server.folder }],
};

for (const [way, argumentsOf] of Object.entries(WAYS)) {
  describe(`over stdio, from ${way}`, () => {
    for (const era of ERAS) {
      test(`a host of ${era} lists tools and searches, and the program ends with its stdin`, async () => {
        const host = new Host(...argumentsOf());
        try {
          if (era === '2025-11-25') {
            const { result } = await host.ask(hello(era));
            assert.equal(result.protocolVersion, era);
            host.send(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }));
          } else
            assert.ok((await host.ask(messageOf('server/discover', {}, era))).result.supportedVersions.includes(era));
          const { result: list } = await host.ask(messageOf('tools/list', {}, era));
          assert.equal(list.tools.length, 7, 'get_buy_link included');
          const { result } = await host.ask(searchOf(era));
          assert.equal(result.structuredContent.products.length, 8);
          assert.match(result.content[0].text, /\n8\. "/);
          const bought = await host.ask(
            messageOf(
              'tools/call',
              { name: 'get_buy_link', arguments: { id: 'demo-00001', program: 'gold', convo_id: `stdio ${era}` } },
              era,
            ),
          );
          assert.match(bought.result.structuredContent.url, /^http:\/\/127\.0\.0\.1:\d+\/clickthrough\//);
          assert.equal(await host.end(), 0, host.stderr);
        } finally {
          host.child.kill();
        }
      });
    }
  });
}

test('what agents did over stdio is on the trace of their conversation', async () => {
  for (const era of ERAS) {
    const response = await server.request(`/spy/${encodeURIComponent(`stdio ${era}`)}`);
    const { events } = (await response.json()) as Json;
    const kinds = new Set(events.map(({ kind }: { kind: string }) => kind));
    assert.deepEqual([...kinds].sort(), ['offer', 'search', 'tool']);
  }
});

test('a host is told what is wrong: a key, an address, a line, a setting', async () => {
  const refused = new Host(['--url', server.url], { FINDERFEE_API_KEY: 'wrong' });
  const { error } = await refused.ask(hello('2025-11-25'));
  assert.match(error.message, /^Invalid API key \(HTTP 403\)$/);
  assert.equal((await refused.ask('{"x":')).error.code, -32700);
  assert.equal((await refused.ask(`"${'x'.repeat(300_000)}"`)).error.code, -32700);
  assert.equal(await refused.end(), 0);
  assert.ok(!refused.stderr.includes('wrong'), 'the key is not printed');
  const away = new Host(['--url', 'http://127.0.0.1:9'], { FINDERFEE_API_KEY: 'key' });
  assert.match((await away.ask(hello('2025-11-25'))).error.message, /^http:\/\/127\.0\.0\.1:9 cannot be reached: /);
  await away.end();
  assert.equal((await runCommand(['mcp', '--url', 'shop.example'])).code, 2);
  assert.equal((await runCommand(['mcp'], { DATA_DIR: `${server.folder}/none` })).code, 2);
});

describe('over HTTP', () => {
  const post = (url: string, headers: Record<string, string> = {}) =>
    fetch(`${url}/mcp`, {
      method: 'POST',
      headers: { ...headersOf('tools/list', {}, '2025-11-25'), 'x-api-key': 'test-key', ...headers },
      body: JSON.stringify(messageOf('tools/list', {}, '2025-11-25')),
    });

  /** `fetch` does not send another Host. */
  const statusWith = (headers: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      const all = { ...headersOf('tools/list', {}, '2025-11-25'), 'x-api-key': 'test-key', ...headers };
      const sent = request(`${server.url}/mcp`, { method: 'POST', headers: all }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode!));
      });
      sent.once('error', reject).end(JSON.stringify(messageOf('tools/list', {}, '2025-11-25')));
    });

  test('only the own origin, those of CORS_ORIGINS and local hosts are served', async () => {
    const { host, port } = new URL(server.url);
    assert.equal(await statusWith({ host: `localhost:${port}`, origin: `http://localhost:${port}` }), 200);
    assert.equal(await statusWith({ origin: 'https://app.example' }), 200);
    assert.equal(await statusWith({ origin: 'https://evil.example' }), 403);
    assert.equal(await statusWith({ origin: 'null' }), 403);
    assert.equal(await statusWith({ host: 'evil.example' }), 403);
    assert.equal(await statusWith({ host: 'evil.example', origin: 'http://evil.example' }), 403);
    assert.equal(await statusWith({ host, origin: `http://${host}` }), 200);
  });

  test('answers carry a request id, and the log names the tool and the key, not its arguments', async () => {
    const response = await fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: { ...headersOf('tools/call', {}, '2025-11-25'), authorization: 'Bearer test-key' },
      body: JSON.stringify(searchOf('2025-11-25', 'secret wish')),
    });
    assert.equal(response.status, 200);
    const id = response.headers.get('x-request-id');
    const lines = () => server.output.stderr.split('\n').filter((line) => line.includes(id!));
    while (lines().length === 0) await new Promise(setImmediate);
    const { asked, key_id, route } = JSON.parse(lines()[0]!);
    assert.deepEqual([asked, key_id, route], ['tools/call search_products', 'API_KEYS[0]', '/mcp']);
    assert.ok(!server.output.stderr.includes('secret wish'));
    const metrics = await (await server.request('/metrics')).text();
    assert.match(metrics, /finderfee_mcp_tool_calls_total\{tool="search_products",outcome="answered"\} [1-9]/);
  });

  test('rate limits count a bearer key as its key', async () => {
    const limited = await ServerProcess.start({ RATE_LIMIT: '3/h', API_KEYS: 'one-key,other-key' });
    try {
      const as = async (key: string) =>
        (await post(limited.url, { 'x-api-key': '', authorization: `Bearer ${key}` })).status;
      const statuses = [];
      for (let i = 0; i < 5; i++) statuses.push(await as('one-key'));
      assert.deepEqual(statuses, [200, 200, 200, 429, 429]);
      assert.equal(await as('other-key'), 200);
    } finally {
      await limited.remove();
    }
  });

  test('a server that stops ends the streams of clients that wait for changes', async () => {
    const stopped = await ServerProcess.start();
    try {
      const era = '2026-07-28';
      const listen = messageOf('subscriptions/listen', { notifications: { toolsListChanged: true } }, era);
      const response = await fetch(`${stopped.url}/mcp`, {
        method: 'POST',
        headers: { ...headersOf('subscriptions/listen', {}, era), 'x-api-key': 'test-key' },
        body: JSON.stringify(listen),
      });
      assert.match(response.headers.get('content-type')!, /^text\/event-stream/);
      const reader = response.body!.getReader();
      assert.match(new TextDecoder().decode((await reader.read()).value), /subscriptions\/acknowledged/);
      const [code] = await Promise.all([stopped.signal('SIGTERM'), reader.read().catch(() => {})]);
      assert.equal(code, 0);
    } finally {
      await stopped.remove();
    }
  });

  test('works below the path of PUBLIC_URL, and is off with FEATURES_OFF', async () => {
    const off = await ServerProcess.start({ FEATURES_OFF: 'mcp', PUBLIC_URL: 'https://shop.example/base' });
    try {
      assert.equal((await post(off.url)).status, 503);
    } finally {
      await off.remove();
    }
    const proxy = await startPathProxy(server.url, '/base');
    const host = new Host(['--url', `${proxy.url}/`], { FINDERFEE_API_KEY: 'test-key' });
    try {
      assert.ok((await host.ask(hello('2025-11-25'))).result);
      await host.end();
    } finally {
      host.child.kill();
      proxy.stop();
    }
  });
});
