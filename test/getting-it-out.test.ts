// Exports, backups and erasure, beside a live server.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { runCommand, ServerProcess } from './support/server-process.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

let server: ServerProcess;
before(async () => {
  server = await ServerProcess.start({ LOG_LEVEL: 'error', OFFER_LINK_HOSTS: '*' });
  for (const [i, email] of ['ann@example.com', 'bob@example.com', 'ann@example.com'].entries()) {
    const click = {
      program: 'gold',
      email,
      convo_id: `c${i}`,
      presentation_id: 'p1',
      click_id: `k${i}`,
      click_datetime: '2026-03-04T05:06:07Z',
    };
    const offer = {
      product_click: click,
      product_info: { name: 'Kettle', presentment_id: 'p1', direct_link: 'https://t.example/' },
    };
    for (const [path, body] of [
      ['/offers/single', offer],
      [`/clickthrough/c${i}`, click],
      [
        `/signup/c${i}`,
        { program: 'gold', email, external_id: email, card_bin: '411111', utm: { utm_source: 'mail' } },
      ],
    ] as const) {
      assert.ok((await server.request(path, { method: 'POST', body: JSON.stringify(body) })).ok);
    }
  }
  for (let i = 0; i < 100 && (await exported('signups')).length < 2; i++) await sleep(100);
});
after(() => server.remove());

const finderfee = (args: string[], folder = server.folder, launcher: string[] = []) =>
  runCommand(args, { DATA_DIR: folder }, launcher);
const exported = (kind: string, ...options: string[]) => exportedFrom(server.folder, kind, ...options);
const exportedFrom = async (folder: string, kind: string, ...options: string[]) => {
  const { code, stdout, stderr } = await finderfee(['export', kind, ...options], folder);
  assert.equal(code, 0, stderr);
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
};

test('facts are exported as JSONL, emails masked unless they are asked for', async () => {
  assert.deepEqual(
    [(await exported('offers')).length, (await exported('clicks')).length, (await exported('signups')).length],
    [3, 3, 2],
  );
  const [offer] = await exported('offers');
  assert.deepEqual([offer.email, offer.convo_id, offer.product.name], ['a***@example.com', 'c0', 'Kettle']);
  const [signup] = await exported('signups');
  assert.deepEqual([signup.email, signup.details.external_id], ['a***@example.com', 'a***@example.com']);
  const [click] = await exported('clicks', '--pii');
  assert.deepEqual(
    [click.email, click.offer_id, click.network_click_id, click.clicked_at_ms],
    ['ann@example.com', 1, 'k0', Date.parse('2026-03-04T05:06:07Z')],
  );
  assert.deepEqual(await exported('offers', '--since', '2099-01-01'), []);
  assert.equal((await finderfee(['export', 'secrets'])).code, 2);
  assert.equal((await finderfee(['export', 'offers', '--since', 'yesterday'])).code, 2);
});

test('a backup taken beside the server is restored into an empty folder with every fact', async () => {
  const [copy, empty] = [`${server.folder}-copy`, `${server.folder}-empty`];
  try {
    assert.equal((await finderfee(['backup', copy])).code, 0);
    assert.match((await finderfee(['backup', copy])).stderr, /is not empty/);
    assert.equal((await finderfee(['restore', copy], empty)).code, 0);
    assert.match((await finderfee(['restore', copy])).stderr, /is not empty/);
    assert.match((await finderfee(['restore', temporaryFolder()], `${empty}2`)).stderr, /is no backup/);
    const restored = await ServerProcess.start({ LOG_LEVEL: 'error', DATA_DIR: empty });
    const query = new URLSearchParams({
      email: 'ann@example.com',
      program: 'gold',
      click_id: 'k0',
      click_datetime: '2026-03-04T05:06:07Z',
    });
    assert.deepEqual(await (await restored.request(`/offers/retry/c0/p1?${query}`)).json(), { id: 1 });
    assert.equal((await restored.request('/spy/c2')).status, 200);
    await restored.remove();
  } finally {
    for (const folder of [copy, empty, `${empty}2`]) rmSync(folder, { recursive: true, force: true });
  }
});

test('a backup that could not be finished is a sentence, and is not taken for one', async () => {
  const cut = `${server.folder}-cut`;
  try {
    // Room for the first file, not for the ledger.
    const limit = ['-c', 'ulimit -f 72; exec "$0" "$@"'];
    const full = await finderfee(['backup', cut], server.folder, ['bash', ...limit]);
    assert.deepEqual([full.code, full.stdout], [2, '']);
    assert.match(full.stderr, /^finderfee: .*-cut cannot be written: .*\n$/);
    assert.match((await finderfee(['restore', cut], `${cut}2`)).stderr, /is no backup/);
    assert.match((await finderfee(['backup', '/proc/nowhere/deep'])).stderr, /cannot be written/);
  } finally {
    for (const folder of [cut, `${cut}2`]) rmSync(folder, { recursive: true, force: true });
  }
});

test('a reader that has seen enough ends an export without a fault', async () => {
  const { stderr, stdout } = await finderfee(['export', 'offers'], server.folder, ['bash', '-c', '"$0" "$@" | true']);
  assert.deepEqual([stdout, stderr], ['', '']);
});

test('exports mask emails, keys and card numbers in ids, links, names and utm parameters, unless --pii', async () => {
  const [email, card, key] = ['zoe@example.com', '4111111111111111', `ff_${'k'.repeat(43)}`];
  const secrets = new RegExp(`zoe(@|%40)|${card}|${key}`);
  const click = {
    program: `p ${key}`,
    email,
    convo_id: `c-${email}`,
    presentation_id: card,
    click_id: card,
    click_datetime: '2026-03-04T05:06:07Z',
  };
  const link = `https://t.example/${encodeURIComponent(email)}?key=${key}`;
  const product_info = { name: email, presentment_id: card, direct_link: link, value: Number(card), brand: key };
  const other = await ServerProcess.start({ LOG_LEVEL: 'error', OFFER_LINK_HOSTS: '*' });
  try {
    for (const [path, body] of [
      ['/offers/single', { product_click: click, product_info }],
      [`/clickthrough/${encodeURIComponent(click.convo_id)}`, click],
      ['/signup/c9', { program: key, email, external_id: email, utm: { [email]: key, [key]: email } }],
    ] as const) {
      assert.ok((await other.request(path, { method: 'POST', body: JSON.stringify(body) })).ok, path);
    }
    for (let i = 0; i < 100 && (await exportedFrom(other.folder, 'signups')).length === 0; i++) await sleep(100);
    for (const kind of ['offers', 'clicks', 'signups']) {
      const [fact] = await exportedFrom(other.folder, kind);
      assert.equal(fact.email, 'z***@example.com');
      assert.doesNotMatch(JSON.stringify(fact), secrets);
      assert.match(JSON.stringify(await exportedFrom(other.folder, kind, '--pii')), secrets);
    }
  } finally {
    await other.remove();
  }
});

test('erasing a person takes their email everywhere and keeps the counts', async () => {
  assert.equal((await finderfee(['erase', '--email', ' ANN@example.com '])).code, 0);
  assert.equal((await finderfee(['erase', '--email', 'ann@example.com'])).code, 1);
  const offers = await exported('offers', '--pii');
  assert.deepEqual(
    offers.map(({ email }) => email),
    [null, 'bob@example.com', null],
  );
  assert.equal((await exported('signups')).length, 2);
  const trace = await (await server.request('/spy/c0')).text();
  assert.ok(!trace.includes('example.com'), trace);
  const [signup] = await exported('signups', '--pii');
  assert.deepEqual(signup.details, { utm: { utm_source: 'mail' } }, 'no id of theirs is left either');
  assert.equal(await server.signal('SIGTERM'), 0);
  for (const file of readdirSync(server.folder)) {
    const bytes = readFileSync(`${server.folder}/${file}`, 'latin1');
    assert.ok(!/ann@example/i.test(bytes), `${file} still holds the email`);
  }
});
