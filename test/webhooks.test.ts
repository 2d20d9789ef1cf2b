// Webhooks of a running service, through the commands of the operator, with the receiver of the examples.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { baseEnv, runCommand, ServerProcess } from './support/server-process.ts';
import { until } from './support/until.ts';
import { WebhookReceiver } from './support/webhook-receiver.ts';

const WEBHOOK_PRIVATE_HOSTS = '127.0.0.1';
let server: ServerProcess;
before(async () => {
  server = await ServerProcess.start({ WEBHOOK_PRIVATE_HOSTS });
});
after(() => server.remove());

const run = (...args: string[]) =>
  runCommand(['webhooks', ...args], { DATA_DIR: server.folder, WEBHOOK_PRIVATE_HOSTS });

async function json(...args: string[]) {
  const { code, stdout, stderr } = await run(...args, '--json');
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

async function startReceiver(t: { after(done: () => void): void }): Promise<WebhookReceiver> {
  const receiver = await WebhookReceiver.start();
  t.after(() => receiver.stop());
  return receiver;
}

test('a webhook is managed by commands, and the running server sends what they schedule', async (t) => {
  const receiver = await startReceiver(t);
  const { id, secret, ...added } = await json(
    'add',
    `${receiver.url}?token=t0p`,
    '--events',
    'webhook.test,feed.failed',
  );
  const ref = String(id);
  assert.deepEqual([added.events, added.pii, added.enabled], [['feed.failed', 'webhook.test'], false, true]);
  assert.deepEqual(await json('show', ref), { id, ...added });
  assert.deepEqual(await json('list'), [{ id, ...added }]);
  assert.match((await run('test', ref)).stdout, /^delivery \d+ is sent by the running server/);
  const [first] = await receiver.waitFor(1);
  new Webhook(secret).verify(first!.body, first!.headers);
  const [delivery] = await until(async () => {
    const found = await json('deliveries', ref, '--state', 'delivered');
    return found.length === 1 && found;
  });
  assert.match(
    (await run('deliveries', ref)).stdout,
    /webhook\.test {2}evt_\w+ {2}delivered\n {2}\S+ {2}204 {2}\d+ ms\n/,
  );
  assert.equal((await json('disable', ref)).enabled, false);
  assert.equal((await run('resend', ref, String(delivery.id))).stdout, `delivery ${delivery.id} is sent again\n`);
  await receiver.waitFor(2);
  assert.equal(new Set(receiver.ids).size, 1);
  assert.equal((await run('resend', ref, '--since', '2026-01-01T00:00:00Z')).stdout, '0 deliveries are sent again\n');
  assert.match((await run('list')).stdout, /disabled: disabled by the operator/);
  assert.equal((await json('enable', ref)).enabled, true);
  const changed = await json('update', ref, '--events', 'webhook.test', '--description', 'Ours', '--pii');
  assert.deepEqual([changed.events, changed.description, changed.pii], [['webhook.test'], 'Ours', true]);
  assert.equal((await json('update', ref, '--no-pii')).pii, false);
  assert.equal((await run('remove', ref)).stdout, `webhook ${ref} is removed\n`);
  assert.equal((await run('list')).stdout, 'no webhooks\n');
});

test('after a rotation both secrets verify a delivery', async (t) => {
  const receiver = await startReceiver(t);
  const { id, secret } = await json('add', receiver.url, '--events', 'webhook.test');
  const rotated = await json('rotate', String(id));
  assert.notEqual(rotated.secret, secret);
  await run('test', String(id));
  const [event] = await receiver.waitFor(1);
  for (const key of [secret, rotated.secret]) new Webhook(key).verify(event!.body, event!.headers);
  const refused = await run('rotate', String(id));
  assert.deepEqual([refused.code, refused.stderr], [1, 'The secret was rotated in the last 24 hours\n']);
});

test('commands refuse what the API refuses', async () => {
  const refusal = await run('add', 'https://10.1/', '--events', 'feed.failed');
  assert.deepEqual([refusal.code, refusal.stdout], [1, '']);
  assert.match(refusal.stderr, /^url must not be a private address/);
  const codes: [number, string][] = [
    [2, 'add https://hooks.example/ --events click.lost'],
    [2, 'add https://hooks.example/'],
    [2, `update 1 --description ${'long'.repeat(126)}`],
    [2, 'resend 1'],
    [2, 'resend 1 2 --since 2026-01-01T00:00:00Z'],
    [1, 'update 999 --pii'],
    [1, 'deliveries 999'],
    [1, 'resend 999 7'],
    [1, 'test 999'],
    [1, 'rotate 999'],
    [1, 'remove 999'],
  ];
  const found = await Promise.all(codes.map(async ([, args]) => [(await run(...args.split(' '))).code, args]));
  assert.deepEqual(found, codes);
});

test('the log names an endpoint that fails or is disabled by its host only', async (t) => {
  const receiver = await startReceiver(t);
  const { id, secret } = await json('add', `${receiver.url}/path?token=t0p`, '--events', 'webhook.test');
  receiver.answerWith(500);
  await run('test', String(id));
  const lineWith = (text: string) =>
    until(() =>
      server.output.stderr.split('\n').find((line) => line.includes(text) && line.includes(`"webhook":${id}`)),
    );
  const failing = JSON.parse((await lineWith('webhook failing'))!);
  assert.deepEqual([failing.level, failing.reason], ['warn', 'status 500']);
  assert.equal(failing.url, `${new URL(receiver.url).origin}/…`);
  receiver.answerWith(410);
  const disabled = JSON.parse((await lineWith('webhook disabled'))!);
  assert.equal(disabled.reason, 'the endpoint answered 410 Gone');
  for (const word of ['t0p', '/path', secret]) assert.ok(!server.output.stderr.includes(word), word);
});

/** Runs the receiver of the examples on a free port. */
async function startExample(secret: string) {
  const script = `${import.meta.dirname}/../examples/webhook-receiver/receiver.mjs`;
  const child = spawn(process.execPath, [script], { env: { ...baseEnv, WEBHOOK_SECRET: secret, PORT: '0' } });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (output.stdout += chunk));
  child.stderr.on('data', (chunk) => (output.stderr += chunk));
  const url = await until(() => /listening on (\S+)/.exec(output.stderr)?.[1]);
  return { child, output, url: url! };
}

test('the example receiver takes each event once, and refuses forged and old requests', async (t) => {
  const { id, secret } = await json('add', 'http://127.0.0.1:1/', '--events', 'webhook.test');
  const { child, output, url } = await startExample(secret);
  t.after(async () => {
    child.kill();
    await once(child, 'exit');
  });
  await json('update', String(id), '--url', url);
  await run('test', String(id));
  await until(() => output.stdout.endsWith('\n'));
  const { type, data } = JSON.parse(output.stdout);
  assert.deepEqual([type, data], ['webhook.test', { webhook_id: id }]);
  const [delivery] = await json('deliveries', String(id));
  assert.equal(delivery.attempts[0].status, 204);
  await run('resend', String(id), String(delivery.id));
  await until(async () => (await json('deliveries', String(id)))[0].attempts.length === 2);
  assert.equal(output.stdout.trim().split('\n').length, 1, 'a repeat is ignored');

  const body = '{"type":"forged"}';
  const post = async (headers: Record<string, string>) => (await fetch(url, { method: 'POST', headers, body })).status;
  const signed = (at: Date, key = secret) => ({
    'webhook-id': 'evt_forged',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(key).sign('evt_forged', at, body),
  });
  assert.equal(await post({}), 401);
  assert.equal(await post(signed(new Date(), `whsec_${Buffer.alloc(32).toString('base64')}`)), 401);
  assert.equal(await post(signed(new Date(Date.now() - 600_000))), 401);
  assert.equal(await post({ ...signed(new Date()), 'webhook-signature': 'v1,AAAA v2,x' }), 401);
  assert.ok(!output.stdout.includes('forged'));
  assert.equal(await post(signed(new Date())), 204);
  await until(() => output.stdout.includes('forged'));
});

test('the server stops with exit code 0 while an endpoint hangs', async (t) => {
  const receiver = await startReceiver(t);
  receiver.answer = () => {};
  const { id } = await json('add', receiver.url, '--events', 'webhook.test');
  await run('test', String(id));
  await receiver.waitFor(1);
  assert.equal(await server.signal('SIGTERM'), 0);
});
