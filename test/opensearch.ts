// Runs the tests on a real OpenSearch, `*.opensearch.ts`: the one that OPENSEARCH_TEST_URL names, or a new cluster.
// usage: npm run test:opensearch -- [--nodes 3] [--shards 3] [file…]
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { OpenSearchServer } from './support/opensearch-server.ts';

const root = resolve(import.meta.dirname, '..');
const { values, positionals } = parseArgs({
  options: { nodes: { type: 'string', default: '1' }, shards: { type: 'string', default: '1' } },
  allowPositionals: true,
});
const files =
  positionals.length > 0
    ? positionals.map((file) => resolve(file))
    : globSync('{server/src,test}/**/*.opensearch.ts', { cwd: root }).sort();

// Leaving by `exit` ends the nodes.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const { OPENSEARCH_TEST_URL } = process.env;
const server = OPENSEARCH_TEST_URL ? undefined : await OpenSearchServer.create({ nodes: Number(values.nodes) });
const tests = spawn(process.execPath, ['--test', '--test-concurrency=1', '--test-timeout=600000', ...files], {
  cwd: root,
  stdio: 'inherit',
  env: {
    NODE_COMPILE_CACHE: 'node_modules/.cache/node',
    ...process.env,
    OPENSEARCH_TEST_URL: server?.urls().join(',') ?? OPENSEARCH_TEST_URL,
    OPENSEARCH_TEST_SHARDS: values.shards,
  },
});
tests.once('exit', async (code) => {
  await server?.stop();
  process.exitCode = code ?? 1;
});
