// The examples of the client, run as a reader would run them, on a real server.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { FinderfeeOperator } from '../../client/src/operator.ts';
import { projectWithClient } from '../support/built-client.ts';
import { freePort } from '../support/postgres-server.ts';
import { baseEnv, runNode, ServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';

const EXAMPLES = `${import.meta.dirname}/../../examples`;
let project: string;
let server: ServerProcess;
let operator: FinderfeeOperator;
before(async () => {
  project = projectWithClient();
  cpSync(EXAMPLES, `${project}/examples`, { recursive: true });
  server = await ServerProcess.start({ OFFER_LINK_HOSTS: '*', WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' });
  operator = new FinderfeeOperator({ baseUrl: server.url, apiKey: 'test-key' });
  await server.ready();
});
after(async () => {
  await server.remove();
  rmSync(project, { recursive: true });
});

const env = () => ({ FINDERFEE_URL: server.url, FINDERFEE_API_KEY: 'test-key' });

const kettle = (id: number) => ({
  id: `kettle-${id}`,
  name: `Kettle ${id}`,
  merchant: { id: '7', name: 'Kettle House' },
  merchant_url: `https://track.example/x?id=${id}&sid={click_id}`,
  ...{ final_price: 50, regular_price: 50, currency: 'USD' },
});

test('the feed uploader writes a file in batches, and lists what is rejected', async () => {
  const lines = Array.from({ length: 1200 }, (_, i) => JSON.stringify(kettle(i)));
  writeFileSync(`${project}/products.jsonl`, [...lines, '{"id": "broken"}'].join('\n'));
  const upload = [`${project}/examples/feed-uploader/upload.mjs`, `${project}/products.jsonl`];
  const first = await runNode(upload, env());
  assert.deepEqual(JSON.parse(first.stdout), { inserted: 1200, updated: 0, unchanged: 0, rejected: 1 });
  assert.equal(first.stderr, 'broken: name is missing\n');
  assert.equal(JSON.parse((await runNode(upload, env())).stdout).unchanged, 1200);
});

async function startBackend(secret: string, port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [`${project}/examples/rewards-backend/server.mjs`], {
    env: { ...baseEnv, ...env(), WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout!, 'data');
  return child;
}

test('the rewards back end leads from a search to a reward', async (t) => {
  await operator.catalogue.upsert([kettle(1)]);
  await until(async () => (await operator.products.search({ query: 'kettle 1' })).items.length > 0);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { secret } = await operator.webhooks.create({ url: `${url}/webhook`, events: ['reward.changed'] });
  const backend = await startBackend(secret, port);
  t.after(() => backend.kill());

  const found = await (await fetch(`${url}/search?q=kettle&email=ann@example.com`)).json();
  const { convo_id, products } = found as { convo_id: string; products: { link: string }[] };
  const redirect = await fetch(products[0]!.link, { redirect: 'manual' });
  assert.equal(redirect.status, 302);
  const click_id = new URL(redirect.headers.get('location')!).searchParams.get('sid')!;
  const join = { method: 'POST', body: JSON.stringify({ convo_id, email: 'ann@example.com' }) };
  assert.equal((await fetch(`${url}/join`, join)).status, 200);
  const sale = { network: 'linkwell', transaction_id: 't-1', click_id, sale_amount: '50.00', currency: 'USD' };
  await operator.conversions.record([{ ...sale, status: 'approved' }]);
  const balances = await until(async () => {
    const text = await (await fetch(`${url}/balances`)).text();
    return text === '{}' ? '' : text;
  });
  assert.deepEqual(JSON.parse(balances), { 'a***@example.com': 2 });
  const forged = await fetch(`${url}/webhook`, { method: 'POST', body: '{}' });
  assert.equal(forged.status, 401);
});
