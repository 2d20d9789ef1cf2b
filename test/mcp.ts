// MCP by tools of others: the conformance suite of the protocol, and the inspector as a client on both transports.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { installTools, type KeyProxy, runTool as run, startKeyProxy, TOOLS } from './mcp/tools.ts';
import './mcp/ucp.ts';
import { CLI, type Finished, ServerProcess } from './support/server-process.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const home = temporaryFolder();
let server: ServerProcess;
let proxy: KeyProxy;
before(async () => {
  installTools();
  server = await ServerProcess.start({}, ['--demo']);
  await server.ready();
  proxy = await startKeyProxy();
  proxy.target = server.url;
});
after(async () => {
  proxy.stop();
  await server.remove();
  rmSync(home, { recursive: true });
});

const runTool = (name: string, args: string[]): Promise<Finished> => run(name, args, { HOME: home });

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
