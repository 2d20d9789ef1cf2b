// API keys: the commands, the first key, the key of /try, and the key ring.
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { SCOPES, type Scope } from '@finderfee/contract/endpoint.ts';
import { endpoints } from '@finderfee/contract/endpoints.ts';
import { Command } from 'commander';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { temporaryStore } from '../../../test/support/temporary-store.ts';
import { StartError } from '../start-error.ts';
import { exitCodeOf } from '../store-deps.ts';
import { createKey } from './create-key.ts';
import { firstKey } from './first-key.ts';
import { KeyRing } from './key-ring.ts';
import { addKeysCommand } from './keys-command.ts';
import { pageKey } from './page-key.ts';

const store = await temporaryStore();
let now_ms = Date.parse('2026-03-04T05:06:07.000Z');
const clock = { now_ms: () => now_ms };
const deps = { store, clock };
const folder = temporaryFolder();
after(() => rmSync(folder, { recursive: true }));

/** Runs a command. Returns its output and exit code. */
async function keys(t: TestContext, ...words: string[]) {
  const [stdout, stderr] = [[] as string[], [] as string[]];
  t.mock.method(console, 'log', (line: string) => stdout.push(line));
  t.mock.method(console, 'error', (line: string) => stderr.push(line));
  let code: number | undefined;
  const program = new Command();
  addKeysCommand(program, async (action) => {
    code = exitCodeOf(await action(deps));
  });
  for (const group of program.commands)
    for (const command of group.commands)
      command
        .exitOverride()
        .configureOutput({ writeErr: () => {} })
        .option('--data-dir <folder>');
  await program.parseAsync(['keys', ...words], { from: 'user' });
  return { code, stdout: stdout.join('\n'), stderr: stderr.join('\n') };
}
const created = async (t: TestContext, ...words: string[]) =>
  JSON.parse((await keys(t, 'create', '--name', 'shop', '--json', ...words)).stdout);

test('an installation without keys says so', async (t) => {
  assert.deepEqual(await keys(t, 'list'), { code: 0, stdout: 'no keys', stderr: '' });
});

test('by default a key has the scope discovery and does not expire; it is shown once', async (t) => {
  const { key, ...shown } = await created(t);
  assert.match(key, /^ff_[\w-]{43}$/);
  assert.deepEqual(shown, {
    ...{ id: shown.id, name: 'shop', scopes: ['discovery'], state: 'active', created_at: '2026-03-04T05:06:07.000Z' },
    ...{ expires_at: null, revoked_at: null, last_used_at: null },
  });
  const { code, stdout } = await keys(t, 'create', '--name', ' a till ', '--scopes', 'operate, pii,operate');
  assert.equal(code, 0);
  assert.match(
    stdout,
    /^id {7}key_[0-9a-f]{12}\nname {5}a till\nscopes {3}operate, pii\nexpires {2}never\nkey {6}ff_[\w-]{43}\n\nSave it now: it will not be shown again\.$/,
  );
  const listed = await keys(t, 'list', '--json');
  assert.deepEqual(
    JSON.parse(listed.stdout).find(({ id }: { id: string }) => id === shown.id),
    shown,
  );
  assert.doesNotMatch(listed.stdout, /ff_/);
});

test('a name has 1 to 200 characters, and scopes must exist', async (t) => {
  assert.equal((await created(t, '--name', 'x'.repeat(200))).name.length, 200);
  assert.deepEqual((await created(t, '--scopes', SCOPES.join())).scopes, SCOPES);
  for (const words of [
    ['--name', ''],
    ['--name', ' '],
    ['--name', 'x'.repeat(201)],
    ['--scopes', ''],
    ['--scopes', 'all'],
    ['--scopes', 'discovery,all'],
  ])
    await assert.rejects(created(t, ...words), { code: 'commander.invalidArgument' }, words.join(' '));
});

test('a key expires after a duration or at a valid date, in the future only', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: now_ms });
  for (const [when, at] of Object.entries({
    '1m': '2026-03-04T05:07:07.000Z',
    '12h': '2026-03-04T17:06:07.000Z',
    '90d': '2026-06-02T05:06:07.000Z',
    '2027-01-31': '2027-01-31T00:00:00.000Z',
    '2027-01-31T10:00:00+02:00': '2027-01-31T08:00:00.000Z',
    '2028-02-29': '2028-02-29T00:00:00.000Z',
    '2026-03-04T05:06:08Z': '2026-03-04T05:06:08.000Z',
  }))
    assert.equal((await created(t, '--expires', when)).expires_at, at, when);
  for (const when of ['0d', '2026-03-04T05:06:07Z', '2026-03-03', '2027-02-29', '2027-02-31', '31 Jan 2027', '1y', 'x'])
    await assert.rejects(created(t, '--expires', when), { code: 'commander.invalidArgument' }, when);
});

test('keys are listed as active, expired or revoked', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: now_ms });
  const stateOf = async (id: string) =>
    JSON.parse((await keys(t, 'list', '--json')).stdout).find((key: { id: string }) => key.id === id).state;
  const { id } = await created(t, '--expires', '1m');
  now_ms += 59_999;
  assert.equal(await stateOf(id), 'active');
  now_ms += 1;
  assert.equal(await stateOf(id), 'expired');
  assert.deepEqual(await keys(t, 'revoke', id), { code: 0, stdout: `revoked ${id}`, stderr: '' });
  assert.equal(await stateOf(id), 'revoked');
  const [head, ...rows] = (await keys(t, 'list')).stdout.split('\n');
  assert.match(head!, /^ID +STATE +SCOPES +CREATED +EXPIRES +LAST USED +NAME$/);
  const columns = [...head!.matchAll(/\S+(?: USED)?/g)].map(({ index }) => index);
  const row = rows.find((each) => each.startsWith(id))!;
  const cells = columns.map((from, i) => row.slice(from, columns[i + 1]).trimEnd());
  assert.deepEqual(cells, [
    id,
    'revoked',
    'discovery',
    '2026-03-04T05:06:07.000Z',
    '2026-03-04T05:07:07.000Z',
    'never',
    'shop',
  ]);
  for (const each of rows) assert.match(each, /^key_\w{12} {2}(?:active|expired|revoked) .*\S$/);
});

test('an unknown key cannot be revoked', async (t) => {
  const hint = 'there is no key with the id key_none: see npx finderfee keys list';
  assert.deepEqual(await keys(t, 'revoke', 'key_none'), { code: 1, stdout: '', stderr: hint });
  assert.equal((await keys(t, 'revoke', 'key_none', '--data-dir', 'shop')).stderr, `${hint} --data-dir shop`);
});

test('the first key stays the same until its file is gone or the key is revoked', async () => {
  const path = join(folder, 'first-key.txt');
  const first = await firstKey(deps, path);
  assert.deepEqual([readFileSync(path, 'utf8'), statSync(path).mode & 0o777], [`${first}\n`, 0o600]);
  assert.equal(await firstKey(deps, path), first);
  const { id, name, scopes, expires_at_ms } = (await store.listKeys({})).find((key) => key.name === 'first key')!;
  assert.deepEqual([name, scopes, expires_at_ms], ['first key', ['discovery'], null]);
  await store.revokeKey({ id, now_ms });
  const second = await firstKey(deps, path);
  assert.notEqual(second, first, 'a revoked key does not work');
  rmSync(path);
  const third = await firstKey(deps, path);
  assert.notEqual(third, second, 'only the digest is stored');
  writeFileSync(path, 'ff_of-another-installation');
  chmodSync(path, 0o644);
  assert.equal(`${await firstKey(deps, path)}\n`, readFileSync(path, 'utf8'));
  assert.equal(statSync(path).mode & 0o777, 0o600, 'only the owner can read it');
});

test('a first key that cannot be saved stops the start with a message', async () => {
  const path = join(folder, 'a-folder');
  mkdirSync(path);
  await assert.rejects(firstKey(deps, path), (error) => {
    return error instanceof StartError && error.message.startsWith(`the first key cannot be saved in ${path}: `);
  });
});

test('the key of /try is stable within an installation', async () => {
  const key = await pageKey(store);
  assert.match(key, /^ff_[\w-]{43}$/);
  assert.equal(await pageKey(store), key);
});

test('a key is accepted until it expires or is revoked, and a key of API_KEYS has all scopes except pii', async () => {
  const ring = new KeyRing(deps, ['own-1', 'own-2']);
  const make = (scopes: Scope[], expires_at_ms: number | null) => createKey(deps, { name: 'x', scopes, expires_at_ms });
  const [lasting, brief] = [await make(['operate'], null), await make(['pii'], now_ms + 1000)];
  assert.equal(ring.find('own-1'), undefined, 'before the first refresh');
  await ring.refresh();
  const own = SCOPES.filter((scope) => scope !== 'pii');
  for (const [key, id, scopes] of [
    ['own-1', 'API_KEYS[0]', own],
    ['own-2', 'API_KEYS[1]', own],
    [lasting.key, lasting.record.id, ['operate']],
    [brief.key, brief.record.id, ['pii']],
  ] as const) {
    const found = ring.find(key);
    assert.deepEqual([found?.id, found?.scopes], [id, scopes]);
  }
  for (const key of ['', 'own-3', `${lasting.key} `]) assert.equal(ring.find(key), undefined, key);
  now_ms += 999;
  assert.ok(ring.find(brief.key));
  now_ms += 1;
  assert.equal(ring.find(brief.key), undefined);
  await store.revokeKey({ id: lasting.record.id, now_ms });
  assert.ok(ring.find(lasting.key), 'until the next refresh');
  await ring.refresh();
  assert.equal(ring.find(lasting.key), undefined);
});

test('the key of /try is accepted only where the page searches', async () => {
  const ring = new KeyRing(deps, []);
  ring.addPageKey('page');
  await ring.refresh();
  assert.deepEqual(ring.find('page', endpoints.searchProducts)?.scopes, ['discovery']);
  assert.equal(ring.find('page', endpoints.createOffer), undefined);
  assert.equal(ring.find('page'), undefined);
});
