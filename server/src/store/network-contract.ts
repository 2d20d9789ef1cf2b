// Contract of every store adapter: accounts with networks, and their postbacks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { micros, SALE_MS, storedSales } from '../../../test/support/stored-sales.ts';
import type { NetworkAccount, ReportAnswer } from './conversion-store.ts';
import type { Store } from './store.ts';

const accountOf = (name: string, change: Partial<NetworkAccount> = {}): NetworkAccount & { token: string } => ({
  ...{ name, dialect: null, mapping: null, currency: null, created_at_ms: 5 },
  ...change,
  token: change.token ?? `token of ${name}`,
});

export function networkContract(store: () => Store): void {
  accountContract(store);
  removalContract(store);
  postbackContract(store);
}

function accountContract(store: () => Store): void {
  test('an account is returned as given, by name and by token, and not added twice', async () => {
    const account = accountOf('net-a', { dialect: 'awin', mapping: '{"status":{}}', currency: 'EUR' });
    assert.deepEqual(await store().addNetwork(account), account);
    assert.deepEqual(await store().getNetwork({ name: 'net-a' }), account);
    assert.deepEqual(await store().findNetworkByToken({ token: account.token }), account);
    assert.equal(await store().addNetwork(accountOf('net-a', { token: 'other' })), 'exists');
    assert.equal(await store().getNetwork({ name: 'net-none' }), null);
    assert.equal(await store().findNetworkByToken({ token: 'other' }), null);
  });

  test('accounts are listed by name', async () => {
    for (const name of ['net-z', 'net-m']) await store().addNetwork(accountOf(name));
    const names = (await store().listNetworks({ after: '', limit: 100 })).map(({ name }) => name);
    assert.deepEqual(names, names.toSorted());
    const page = await store().listNetworks({ after: names[0]!, limit: 2 });
    assert.deepEqual(
      page.map(({ name }) => name),
      names.slice(1, 3),
    );
    assert.deepEqual(
      names.filter((name) => name.startsWith('net-')),
      ['net-a', 'net-m', 'net-z'],
    );
  });

  test('a rotated token replaces the old one', async () => {
    assert.equal(await store().rotateNetworkToken({ name: 'net-m', token: 'rotated' }), true);
    assert.equal((await store().findNetworkByToken({ token: 'rotated' }))?.name, 'net-m');
    assert.equal(await store().findNetworkByToken({ token: 'token of net-m' }), null);
    assert.equal(await store().rotateNetworkToken({ name: 'net-none', token: 'x' }), false);
  });

  test('a report adds the account of its network without a token, which can be completed once', async () => {
    const sales = storedSales(store, 'net-reported');
    await sales.report({ transaction_id: 't1' });
    const reported = { ...accountOf('net-reported'), token: null, created_at_ms: SALE_MS };
    assert.deepEqual(await store().getNetwork({ name: 'net-reported' }), reported);
    const completed = { dialect: 'impact', currency: 'USD', token: 'completed' };
    const outcome = await store().addNetwork(accountOf('net-reported', completed));
    assert.deepEqual(outcome, { ...reported, ...completed });
    assert.equal(await store().addNetwork(accountOf('net-reported')), 'exists');
  });
}

function removalContract(store: () => Store): void {
  test('an account without conversions is removed with its postbacks; one with conversions stays without token', async () => {
    assert.equal(await store().removeNetwork({ name: 'net-none' }), 'unknown');
    await store().rejectPostback({ network: 'net-z', fields: '{}', reason: 'why', now_ms: 1 });
    assert.equal(await store().removeNetwork({ name: 'net-z' }), 'removed');
    assert.equal(await store().getNetwork({ name: 'net-z' }), null);
    const sales = storedSales(store, 'net-a');
    await sales.report({ transaction_id: 't1' });
    assert.equal(await store().removeNetwork({ name: 'net-a' }), 'kept');
    assert.equal((await store().getNetwork({ name: 'net-a' }))?.token, null);
    assert.equal(await store().findNetworkByToken({ token: 'token of net-a' }), null);
    assert.equal(
      (await sales.report({ transaction_id: 't1' }))[0]!.state,
      'unchanged',
      'its reports are still recorded',
    );
    assert.ok(typeof (await store().addNetwork(accountOf('net-a'))) === 'object', 'it can be added again');
  });
}

function postbackContract(store: () => Store): void {
  const sales = storedSales(store, 'net-posting');
  const list = (by: object = {}) =>
    store().listPostbacks({ network: 'net-posting', is_rejected: null, before: null, limit: 10, ...by });

  test('postbacks are kept with their report, or with the reason of their rejection, and listed newest first', async () => {
    const report = { transaction_id: 't1', sale_amount: micros('1') };
    const outcome = await sales.send([report], { postback: '{"id":"t1"}', now_ms: 100 });
    const rejected = { network: 'net-posting', fields: '{"id":""}', reason: 'id is missing', now_ms: 101 };
    assert.equal(await store().rejectPostback(rejected), true);
    assert.equal(await store().rejectPostback({ ...rejected, network: 'net-none' }), false);
    const copy = await sales.send([report], { postback: '{"id":"t1"}', now_ms: 102 });
    const states = [outcome, copy].map((each) => (each as { answers: ReportAnswer[] }).answers[0]!.state);
    assert.deepEqual(states, ['recorded', 'unchanged']);
    const postbacks = await list();
    assert.deepEqual(
      postbacks.map(({ no: _, ...postback }) => postback),
      [
        { network: 'net-posting', received_at_ms: 102, fields: '{"id":"t1"}', reason: null },
        { network: 'net-posting', received_at_ms: 101, fields: '{"id":""}', reason: 'id is missing' },
        { network: 'net-posting', received_at_ms: 100, fields: '{"id":"t1"}', reason: null },
      ],
    );
    const [newest, middle, oldest] = postbacks;
    assert.deepEqual(await list({ is_rejected: true }), [middle]);

    assert.deepEqual(await list({ is_rejected: false }), [newest, oldest]);
    assert.deepEqual(await list({ before: newest!.no, limit: 1 }), [middle]);
    assert.deepEqual(await list({ network: 'net-none' }), []);
    assert.deepEqual(await list({ network: null, limit: 3 }), postbacks);
  });

  test('postbacks are purged by age; their conversions stay', async () => {
    const purge = (before_ms: number) => store().purgePostbacks({ before_ms, limit: 100 });
    assert.equal(await purge(101), 1);
    assert.deepEqual(
      (await list()).map(({ received_at_ms }) => received_at_ms),
      [102, 101],
    );
    assert.equal(await store().purgePostbacks({ before_ms: 1000, limit: 1 }), 1);
    assert.equal(await purge(1000), 1);
    assert.equal(await purge(1000), 0);
    assert.equal((await sales.report({ transaction_id: 't1', sale_amount: micros('1') }))[0]!.state, 'unchanged');
  });

  test('rejected postbacks of an account are counted up to a limit', async () => {
    await store().addNetwork(accountOf('net-counted'));
    const rejected = { network: 'net-counted', fields: '{}', reason: 'why', now_ms: 5000 };
    await Promise.all([store().rejectPostback(rejected), store().rejectPostback(rejected)]);
    await storedSales(store, 'net-counted').send([{ transaction_id: 't1' }], { postback: '{}', now_ms: 5000 });
    const count = (network: string, limit: number) => store().countRejectedPostbacks({ network, limit });
    assert.deepEqual([await count('net-counted', 10), await count('net-counted', 1)], [2, 1]);
    assert.equal(await count('net-none', 1), 0);
  });
}
