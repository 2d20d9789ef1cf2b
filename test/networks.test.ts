// Network accounts, postbacks and report files of a running service, through the commands of the operator.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { runCommand, ServerProcess } from './support/server-process.ts';

const PUBLIC_URL = 'https://shop.example/finderfee';
let server: ServerProcess;
before(async () => {
  server = await ServerProcess.start({ LOG_LEVEL: 'trace' });
});
after(() => server.remove());

const run = (...args: string[]) => runCommand(args, { DATA_DIR: server.folder, PUBLIC_URL });

async function json(...args: string[]) {
  const { code, stdout, stderr } = await run(...args, '--json');
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

const save = (name: string, content: string) => {
  const path = `${server.folder}/${name}`;
  writeFileSync(path, content);
  return path;
};

/** Sends a postback, with the macros of the printed URL filled in. */
function send(url: string, values: Record<string, string>): Promise<Response> {
  const filled = url.replace(/!!!(\w+)!!!/g, (macro, name: string) => values[name] ?? macro);
  return fetch(filled.replace(PUBLIC_URL, server.url));
}

async function conversionsOf(network: string) {
  const { items } = JSON.parse(await (await server.request(`/v1/conversions?network=${network}`)).text());
  return items;
}

test('the printed URL of an account has the macros of its network, and works once they are filled in', async () => {
  const { name, dialect, currency, postback_url } = await json('networks', 'add', 'Awin', '--currency', 'gbp');
  assert.deepEqual([name, dialect, currency], ['awin', 'awin', 'GBP']);
  assert.match(
    postback_url,
    /^https:\/\/shop\.example\/finderfee\/postback\/[\w-]{32}\?transactionId=!!!transactionId!!!&/,
  );
  assert.equal((await json('networks', 'show', 'AWIN')).postback_url, postback_url);
  const answer = await send(postback_url, { transactionId: '7', transactionAmount: '39.50' });
  assert.deepEqual([answer.status, await answer.text()], [200, 'OK']);
  const [{ transaction_id, sale_amount, currency: code, click_id }] = await conversionsOf('awin');
  assert.deepEqual([transaction_id, sale_amount, code, click_id], ['7', '39.50', 'GBP', null]);
});

test('rotating an account refuses its old URL at once', async () => {
  const { postback_url: old } = await json('networks', 'add', 'awin-2', '--dialect', 'awin');
  const { postback_url } = await json('networks', 'rotate', 'awin-2');
  assert.equal((await send(old, { transactionId: '1' })).status, 404);
  assert.equal((await send(postback_url, { transactionId: '1' })).status, 200);
});

test('an account that takes postbacks is not added again, and removing it keeps its conversions', async () => {
  const { postback_url } = await json('networks', 'add', 'awin-3', '--dialect', 'awin');
  await send(postback_url, { transactionId: '1' });
  const again = await run('networks', 'add', 'awin-3');
  assert.deepEqual([again.code, again.stdout], [1, '']);
  assert.match(again.stderr, /^This network account exists already/);
  assert.match(
    (await run('networks', 'remove', 'awin-3')).stdout,
    /^awin-3 takes no more postbacks; the account stays/,
  );
  assert.equal((await send(postback_url, { transactionId: '2' })).status, 404);
  assert.equal((await conversionsOf('awin-3')).length, 1);
  assert.equal((await json('networks', 'show', 'awin-3')).postback_url, null);
  await json('networks', 'add', 'unused');
  assert.equal((await run('networks', 'remove', 'unused')).stdout, 'unused is removed\n');
  for (const verb of ['show', 'rotate', 'remove']) assert.equal((await run('networks', verb, 'unused')).code, 1, verb);
});

test('an unknown status word is listed with the postback, and a mapping teaches it', async () => {
  const mapping = save(
    'mapping.json',
    JSON.stringify({ fields: { transaction_id: 'tid' }, statuses: { 1: 'approved' } }),
  );
  const { postback_url } = await json('networks', 'add', 'affise', '--mapping', mapping);
  const base = postback_url.split('?')[0]!;
  assert.equal((await send(`${base}?tid=a&status=1`, {})).status, 200);
  assert.equal((await send(`${base}?tid=b&status=9&note=ann@example.com`, {})).status, 422);
  const [rejected] = await json('conversions', 'rejected', '--network', 'affise');
  assert.equal(rejected.reason, 'status is not a known status word: 9');
  assert.deepEqual(rejected.fields, { tid: 'b', status: '9', note: 'a***@example.com' });
  const listed = (await json('networks', 'list')).find((one: { name: string }) => one.name === 'affise');
  assert.deepEqual([listed.dialect, listed.takes_postbacks, listed.rejected_postbacks], ['generic', true, 1]);
  assert.match((await run('conversions', 'rejected')).stdout, /affise {2}status is not a known status word: 9/);
});

test('a broken mapping, name or currency is a usage error, and nothing is added', async () => {
  const broken = save('broken.json', JSON.stringify({ statuses: { 1: 'paid' } }));
  const refused = await run('networks', 'add', 'n', '--mapping', broken);
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /statuses\.1 must be pending, approved, declined/);
  assert.equal((await run('networks', 'add', 'n', '--currency', 'EURO')).code, 2);
  assert.equal((await run('networks', 'add', 'n', '--dialect', 'x')).code, 2);
  assert.equal((await run('networks', 'add', 'a b')).code, 2);
  assert.equal((await run('networks', 'show', 'n')).code, 1);
});

const CSV = 'tid;amount;status\n1;1.234,50;1\n2;x;1\n';

test('a report file is imported with a report of its rejected rows, and once only', async () => {
  const file = save('report.csv', CSV);
  const mapping = save(
    'columns.json',
    JSON.stringify({ fields: { transaction_id: 'tid', sale_amount: 'amount' }, statuses: { 1: 'approved' } }),
  );
  const args = ['conversions', 'import', file, '--network', 'Reports', '--mapping', mapping];
  const dry = await run(...args, '--dry-run');
  assert.deepEqual(
    [dry.code, dry.stdout],
    [0, '2 rows of reports (generic): 1 can be read, 1 rejected\ndry run: nothing was recorded\n'],
  );
  assert.deepEqual(await conversionsOf('reports'), []);
  const rejected = `${server.folder}/rejected.csv`;
  const first = await run(...args, '--rejected', rejected);
  assert.match(
    first.stdout,
    /^2 rows of reports \(generic\): 1 recorded, 0 updated, 0 unchanged, 1 rejected\n1 without a known click\n/,
  );
  assert.equal(first.stderr, 'line 3: amount is not an amount: x\n');
  assert.equal(readFileSync(rejected, 'utf8'), 'line,field,value,reason\n3,"amount","x","is not an amount"\n');
  const { unchanged, rejected: count } = await json(...args);
  assert.deepEqual([unchanged, count], [1, 1]);
  const [{ sale_amount, status }] = await conversionsOf('reports');
  assert.deepEqual([sale_amount, status], ['1234.50', 'approved']);
});

test('an import fails if every row is rejected, or if there is no file', async () => {
  const file = save('useless.csv', 'transaction_id,status\n1,x\n');
  const useless = await run('conversions', 'import', file, '--network', 'n');
  assert.equal(useless.code, 1);
  assert.match(useless.stdout, /^1 row of n /);
  const missing = await run('conversions', 'import', '/nowhere.csv', '--network', 'n');
  assert.deepEqual([missing.code, missing.stderr.startsWith('/nowhere.csv: cannot be read: ')], [1, true]);
  assert.equal((await run('conversions', 'import', file)).code, 2);
});

test('a conversion without a known click is matched by hand', async () => {
  const click = {
    convo_id: 'c1',
    presentation_id: 'p1',
    click_id: 'k-by-hand',
    program: 'gold',
    email: 'ann@example.com',
    click_datetime: '2026-01-01T00:00:00Z',
  };
  const recorded = await server.request('/clickthrough/c1', { method: 'POST', body: JSON.stringify(click) });
  assert.equal(recorded.status, 202, await recorded.text());
  const file = save('unmatched.csv', 'transaction_id\n1\n');
  await run('conversions', 'import', file, '--network', 'unmatched');
  const [{ id }] = await conversionsOf('unmatched');
  const unknown = await run('conversions', 'match', String(id), '--click', 'nothing');
  assert.deepEqual([unknown.code, unknown.stderr], [1, 'There is no click with this id\n']);
  assert.equal((await run('conversions', 'match', '999999', '--click', 'k-by-hand')).code, 1);
  assert.equal((await run('conversions', 'match', 'x', '--click', 'k-by-hand')).code, 2);
  const matched = await run('conversions', 'match', String(id), '--click', 'k-by-hand');
  assert.deepEqual([matched.code, matched.stdout], [0, `conversion ${id} is matched to the click k-by-hand\n`]);
  assert.equal((await conversionsOf('unmatched'))[0].program, 'gold');
});

test('neither the token nor the fields of a postback are logged, measured or listed', async () => {
  const { postback_url } = await json('networks', 'add', 'secret', '--dialect', 'generic');
  const [, token = ''] = /\/postback\/([\w-]+)/.exec(postback_url)!;
  const base = `${server.url}/postback/${token}`;
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const statuses = [
    (await fetch(`${base}?transaction_id=canary-1&click_id=canary-2`)).status,
    (await fetch(`${base}?status=canary-3`)).status,
    (await fetch(base, { method: 'POST', headers: form, body: 'transaction_id=canary-4' })).status,
    (await fetch(base, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })).status,
    (await fetch(base, { method: 'PUT' })).status,
    (await fetch(`${base}/`)).status,
    (await fetch(`${server.url}/%70ostback/${token}?transaction_id=canary-5`)).status,
  ];
  assert.deepEqual(statuses.slice(0, 6), [200, 422, 200, 422, 405, 404]);
  const metrics = await (await server.request('/metrics')).text();
  const listed = await (await server.request('/v1/postbacks')).text();
  assert.match(server.output.stderr, /"url":"\/postback\/\*\*\*"/);
  for (const text of [server.output.stderr, server.output.stdout, metrics]) assert.doesNotMatch(text, /canary/);
  for (const text of [server.output.stderr, server.output.stdout, metrics, listed]) assert.ok(!text.includes(token));
  const { stdout } = await run('networks', 'list');
  assert.ok(!stdout.includes(token));
});
