// MCP by tools of others: the conformance suite of the protocol, and the inspector as a client on both transports.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { run } from './support/installed-package.ts';
import { CLI, type Finished, runProgram, ServerProcess } from './support/server-process.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const TOOLS = `${import.meta.dirname}/mcp`;
const lockfile = readFileSync(`${TOOLS}/package-lock.json`);
const digest = createHash('sha256').update(lockfile).digest('hex').slice(0, 12);
/** A change of the lockfile installs into another folder. */
const folder = resolve(import.meta.dirname, `../node_modules/.cache/mcp-${digest}`);
const bin = (name: string) => `${folder}/node_modules/.bin/${name}`;

function installTools(): void {
  const stamp = `${folder}/installed.txt`;
  if (existsSync(stamp)) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) cpSync(`${TOOLS}/${file}`, `${folder}/${file}`);
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], folder);
  writeFileSync(stamp, digest);
}

/** The suite cannot send a key. */
async function startKeyProxy(target: string): Promise<{ url: string; stop: () => void }> {
  const proxy = createServer((incoming, answer) => {
    const { method, url, headers } = incoming;
    const options = { method: method!, headers: { ...headers, 'x-api-key': 'test-key' } };
    const passed = request(target + url!, options, (answered) => {
      answered.pipe(answer.writeHead(answered.statusCode!, answered.headers));
    });
    passed.once('error', () => answer.destroy());
    incoming.pipe(passed);
    answer.once('close', () => passed.destroy());
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const { port } = proxy.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => proxy.close().closeAllConnections() };
}

const home = temporaryFolder();
let server: ServerProcess;
let proxy: Awaited<ReturnType<typeof startKeyProxy>>;
before(async () => {
  installTools();
  server = await ServerProcess.start({}, ['--demo']);
  await server.ready();
  proxy = await startKeyProxy(server.url);
});
after(async () => {
  proxy.stop();
  await server.remove();
  rmSync(home, { recursive: true });
});

const runTool = (name: string, args: string[]): Promise<Finished> =>
  runProgram([process.execPath, bin(name), ...args], { HOME: home });

/** Those of the suite that need neither a session nor tools, resources or prompts of its own test server. */
const SCENARIOS: Record<string, string[]> = {
  '2025-11-25': [
    ...['server-initialize', 'ping', 'tools-list', 'resources-list', 'prompts-list', 'dns-rebinding-protection'],
  ],
  '2026-07-28': [
    ...['server-stateless', 'tools-list', 'resources-list', 'prompts-list', 'server-sse-multiple-streams'],
    ...['sep-2164-resource-not-found', 'dns-rebinding-protection', 'caching', 'http-header-validation'],
    ...['input-required-result-unsupported-methods', 'input-required-result-validate-input'],
  ],
};

for (const [revision, scenarios] of Object.entries(SCENARIOS)) {
  describe(`the conformance suite of ${revision}`, () => {
    for (const scenario of scenarios)
      test(scenario, async () => {
        const { code, stdout, stderr } = await runTool('conformance', [
          ...['server', '--url', `${proxy.url}/mcp`, '--scenario', scenario, '--spec-version', revision],
          ...['--expected-failures', `${TOOLS}/expected-failures.yaml`, '-o', `${home}/out`],
        ]);
        assert.equal(code, 0, stdout + stderr);
        assert.match(stdout, /Passed: \d+\/\d+/, 'the scenario applies');
      });
  });
}

const TRANSPORTS: Record<string, () => string[]> = {
  HTTP: () => [`${server.url}/mcp`, '--header', 'x-api-key: test-key'],
  'stdio from local data': () => [process.execPath, CLI, 'mcp', '-e', `DATA_DIR=${server.folder}`],
  'stdio from a service': () => [
    ...[process.execPath, CLI, 'mcp', `--url=${server.url}`],
    ...['-e', 'FINDERFEE_API_KEY=test-key'],
  ],
};

for (const [transport, target] of Object.entries(TRANSPORTS)) {
  describe(`the inspector over ${transport}`, () => {
    for (const era of ['legacy', 'modern']) {
      const inspect = async (...args: string[]) => {
        const { code, stdout, stderr } = await runTool('mcp-inspector', [
          ...['--cli', ...target(), '--protocol-era', era, '--format', 'json', '-q', ...args],
        ]);
        assert.equal(code, 0, stdout + stderr);
        return { stdout, stderr };
      };

      test(`finds every schema portable in the ${era} era`, async () => {
        const { stdout, stderr } = await inspect('--method', 'tools/list', '--strict');
        assert.equal(JSON.parse(stdout).result.tools.length, 7);
        assert.doesNotMatch(stderr, /warning|error/i);
      });

      test(`reads, searches and asks for a prompt in the ${era} era`, async () => {
        const called = await inspect(
          ...['--method', 'tools/call', '--tool-name', 'search_products', '--tool-args-json', '{"query":"boots"}'],
        );
        assert.equal(JSON.parse(called.stdout).result.structuredContent.products.length, 8);
        const read = await inspect('--method', 'resources/read', '--uri', 'finderfee://products/demo-00001');
        assert.match(read.stdout, /demo-00001/);
        const prompt = await inspect(
          ...['--method', 'prompts/get', '--prompt-name', 'compare', '--prompt-args', 'products=boots'],
        );
        assert.match(prompt.stdout, /Compare these products: boots/);
      });
    }
  });
}

for (const era of ['legacy', 'modern'])
  test(`a load of searches in the ${era} era has no errors`, async () => {
    const { code, stdout, stderr } = await runTool('mcp-inspector', [
      ...['--cli', `${server.url}/mcp`, '--header', 'x-api-key: test-key', '--protocol-era', era],
      ...['--method', 'tools/call', '--tool-name', 'search_products', '--tool-args-json', '{"query":"boots"}'],
      ...['--load', '--load-requests', '400', '--load-concurrency', '8'],
    ]);
    assert.equal(code, 0, stdout + stderr);
    const report = JSON.parse(stdout);
    assert.deepEqual([report.ok, report.toolErrors, report.errors], [400, 0, 0]);
    console.log(`${era}: ${report.throughput} calls a second, p99 ${report.latencyMs.p99} ms`);
  });
