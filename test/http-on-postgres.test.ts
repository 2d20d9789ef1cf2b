// The HTTP tests of what the service stores, run on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serverUrl } from './support/postgres-server.ts';
import { runNode } from './support/server-process.ts';

const FILES = [
  'http/every-endpoint',
  'http/auth',
  'discovery/search-products',
  'offers/offers',
  'clicks/clicks',
  'signups/accept-signup',
  'ledger/ledger',
  'trace/spy',
  'mcp/mcp',
  'mcp/buy-link',
];

for (const file of FILES) test(`${file} on PostgreSQL`, () => passes(file));

async function passes(file: string): Promise<void> {
  const path = `${import.meta.dirname}/../server/src/${file}.test.ts`;
  const env = { TEST_STORE: 'postgres', TEST_DATABASE_URL: await serverUrl() };
  const { code, stdout } = await runNode([path], env);
  assert.equal(code, 0, stdout);
}
