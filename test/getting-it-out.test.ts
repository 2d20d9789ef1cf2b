// Exports, backups and erasure beside a running server.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
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

test('records are exported as JSONL, with emails masked unless --pii is given', async () => {
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

test('a backup taken beside the server restores every record into an empty folder', async () => {
  const [copy, empty] = [`${server.folder}-copy`, `${server.folder}-empty`];
  try {
    assert.equal((await finderfee(['backup', copy])).code, 0);
    assert.match((await finderfee(['backup', copy])).stderr, /is not empty/);
    assert.equal((await finderfee(['restore', copy], empty)).code, 0);
    assert.match((await finderfee(['restore', copy])).stderr, /is not empty/);
    assert.match((await finderfee(['restore', temporaryFolder()], `${empty}2`)).stderr, /is not a backup/);
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

test('an incomplete backup fails with a clear message and cannot be restored', async () => {
  const cut = `${server.folder}-cut`;
  try {
    // Enough space for the first file, but not for the ledger.
    const limit = ['-c', 'ulimit -f 72; exec "$0" "$@"'];
    const full = await finderfee(['backup', cut], server.folder, ['bash', ...limit]);
    assert.deepEqual([full.code, full.stdout], [2, '']);
    assert.match(full.stderr, /^finderfee: .*-cut cannot be written: .*\n$/);
    assert.match((await finderfee(['restore', cut], `${cut}2`)).stderr, /is not a backup/);
    assert.match((await finderfee(['backup', '/proc/nowhere/deep'])).stderr, /cannot be written/);
  } finally {
    for (const folder of [cut, `${cut}2`]) rmSync(folder, { recursive: true, force: true });
  }
});

test('a closed pipe ends an export without an error', async () => {
  const { stderr, stdout } = await finderfee(['export', 'offers'], server.folder, ['bash', '-c', '"$0" "$@" | true']);
  assert.deepEqual([stdout, stderr], ['', '']);
});

/** Writes to a database as an older version did, with emails in queries, states and errors. */
function writeAsBefore(file: string, sql: string): void {
  const db = new DatabaseSync(`${server.folder}/${file}.db`, { timeout: 5000 });
  db.exec(sql);
  db.close();
}

const filesThatHold = (text: RegExp) =>
  readdirSync(server.folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && text.test(readFileSync(`${server.folder}/${entry.name}`, 'latin1')))
    .map(({ name }) => name);

test('erasing a person removes their email from every byte on disk and keeps the counts', async () => {
  // Older rows would be past their retention period.
  const now_ms = Date.now();
  writeAsBefore(
    'sessions',
    `INSERT INTO search_events (session_id, convo_id, query, criteria, at_ms, expires_at_ms, search_no)
       SELECT 's' || value, 'old', 'gift for ANN@example.com', '[{"value":"ann@example.com"}]', ${now_ms}, ${now_ms}, value
       FROM json_each('[1, 2, 3]');
     CREATE TABLE freed (query TEXT); INSERT INTO freed SELECT printf('%.9999c', 'x') || 'gift for ann@example.com';
     DROP TABLE freed`,
  );
  writeAsBefore(
    'ledger',
    `INSERT INTO conversations (convo_id, state, updated_at_ms) VALUES ('old', '{"said":"I am ann@example.com"}', ${now_ms});
     INSERT INTO events (convo_id, event_no, at_ms, kind, id, data)
       VALUES ('old', 1, ${now_ms}, 'chat', 'm1', '{"link":"https://x.example/?to=ann%40example.com","other":"joann@example.org"}');
     UPDATE jobs SET last_error = 'no mail to ann@example.com'`,
  );
  assert.ok(filesThatHold(/ann(@|%40)example\.com/i).length > 0);
  assert.equal((await finderfee(['erase', '--email', ' ANN@example.com '])).code, 0);
  assert.deepEqual(filesThatHold(/ann(@|%40)example\.com/i), [], 'at once, while the server runs');
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
  assert.deepEqual(signup.details, { utm: { utm_source: 'mail' } }, 'their external id is removed too');
  const old = (await (await server.request('/spy/old')).json()) as { events: { data: Record<string, string> }[] };
  assert.deepEqual(
    old.events.map(({ data }) => data.query ?? data.link),
    [...Array(3).fill('gift for a***@example.com'), 'https://x.example/?to=a***%40example.com'],
  );
});

test('an erasure warns if a reader keeps old bytes in the write-ahead log', async () => {
  const reader = new DatabaseSync(`${server.folder}/ledger.db`, { readOnly: true });
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM people').get();
  const erased = await finderfee(['erase', '--email', 'bob@example.com']);
  assert.deepEqual([erased.code, erased.stdout], [1, 'erased\n']);
  assert.match(erased.stderr, /^erased bytes remain on disk/);
  reader.close();
  await finderfee(['erase', '--email', 'bob@example.com']);
  assert.deepEqual(filesThatHold(/bob@example/i), []);
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
