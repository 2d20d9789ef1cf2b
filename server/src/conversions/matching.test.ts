// How conversions find their click, offer, program and person, over HTTP, and what the trace shows.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { salesOf } from '../../../test/support/sales.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { until } from '../../../test/support/until.ts';
import { createKey } from '../keys/create-key.ts';
import { networkClickId } from '../text/network-click-id.ts';

let service: TestApp;
before(async () => {
  service = await startTestApp();
});
after(() => service.stop());

const { newClick, offer, click, clicked, newTransaction, report, get } = salesOf(() => service);
const sale = { sale_amount: '50.00', currency: 'USD' };
const matchOf = async (id: number) => {
  const { click_id, offer_id, program } = await get(id);
  return { click_id, offer_id, program };
};

describe('a conversion', () => {
  test('is matched by its click id to the click, its offer and its program', async () => {
    const { click_id, offer_id, program } = await clicked();
    const [answer] = await report({ transaction_id: newTransaction(), click_id, ...sale });
    assert.equal(answer!.is_matched, true);
    assert.deepEqual(await matchOf(answer!.id), { click_id, offer_id, program });
  });

  test('is matched by the network form of a click id, and shows the id itself', async () => {
    const { click_id, offer_id, program } = await clicked({ click_id: 'a click id/that no network takes: 1' });
    const reported = networkClickId(program, click_id);
    assert.equal(reported.length, 32);
    const [answer] = await report({ transaction_id: newTransaction(), click_id: reported, ...sale });
    assert.deepEqual(await matchOf(answer!.id), { click_id, offer_id, program });
  });

  test('whose click id occurs in several programs is matched only if it names the program', async () => {
    const gold = await clicked({ click_id: 'shared' });
    const silver = await clicked({ click_id: 'shared', program: 'silver' });
    const transaction_id = newTransaction();
    const [ambiguous] = await report({ transaction_id, click_id: 'shared', ...sale });
    assert.equal(ambiguous!.is_matched, false);
    assert.deepEqual(await matchOf(ambiguous!.id), { click_id: 'shared', offer_id: null, program: null });
    const [named] = await report({ transaction_id, click_id: 'shared', program: 'silver', ...sale });
    assert.equal(named!.is_matched, true);
    assert.equal((await get(named!.id)).offer_id, silver.offer_id);
    const [other] = await report({ transaction_id: newTransaction(), click_id: 'shared', program: 'gold', ...sale });
    assert.equal((await get(other!.id)).offer_id, gold.offer_id);
  });

  test('that matches nothing is kept and listed, and matched soon after its click arrives', async () => {
    const late = newClick();
    const offer_id = await offer(late);
    const [answer] = await report({ transaction_id: newTransaction(), click_id: late.click_id, ...sale });
    assert.equal(answer!.is_matched, false);
    const unmatched = async () =>
      (await service.call('GET', '/v1/conversions?is_matched=false&per_page=100')).json.items.map(
        ({ id }: { id: number }) => id,
      );
    assert.ok((await unmatched()).includes(answer!.id));
    await click(late);
    await until(async () => (await get(answer!.id)).program !== null);
    assert.deepEqual(await matchOf(answer!.id), { click_id: late.click_id, offer_id, program: 'gold' });
    assert.ok(!(await unmatched()).includes(answer!.id));
  });

  test('of a click without an offer gets its reward when the offer arrives', async () => {
    const late = newClick();
    await click(late);
    const [answer] = await report({ transaction_id: newTransaction(), click_id: late.click_id, ...sale });
    assert.equal(answer!.is_matched, true);
    const { reward } = await get(answer!.id);
    assert.deepEqual(reward, { amount: null, currency: 'USD', reason: 'no_offer' });
    const offer_id = await offer(late);
    await until(async () => (await get(answer!.id)).offer_id === offer_id);
    assert.deepEqual((await get(answer!.id)).reward, { amount: '2.00', currency: 'USD', reason: null });
  });

  test('is not matched to a click dated after the sale, except by hand', async () => {
    const { click_id } = await clicked({ click_datetime: '2026-03-04T05:00:01Z' });
    const sold = { transaction_id: newTransaction(), click_id, ...sale };
    const [answer] = await report({ ...sold, occurred_at: '2026-03-04T05:00:00Z' });
    assert.equal(answer!.is_matched, false);
    const by = { program: null, reward_max_pct: 25, now_ms: service.clock.now_ms() };
    const matched = await service.deps.store.matchConversion({ id: answer!.id, click_id, ...by });
    assert.equal(matched, 'matched');
    assert.equal((await get(answer!.id)).program, 'gold');
    const again = { ...sold, transaction_id: newTransaction(), occurred_at: '2026-03-04T05:00:01Z' };
    assert.equal((await report(again))[0]!.is_matched, true, 'a click at the time of the sale matches');
  });

  test('without a click id stays unmatched, and a later report may bring one', async () => {
    const { click_id } = await clicked();
    const transaction_id = newTransaction();
    const [without] = await report({ transaction_id, ...sale });
    assert.equal(without!.is_matched, false);
    const [later] = await report({ transaction_id, click_id, ...sale });
    assert.deepEqual(later, { id: without!.id, state: 'updated', is_matched: true });
  });
});

describe('the trace of a conversation', () => {
  const keyWith = async (...scopes: ('operate' | 'pii')[]) => {
    const { key } = await createKey(service.deps, { name: 'x', scopes, expires_at_ms: null });
    await service.keyRing.refresh();
    return { 'x-api-key': key };
  };

  test('shows each change of a conversion with its amounts and reward, and the email masked', async () => {
    const { convo_id, click_id, email } = await clicked();
    const transaction_id = newTransaction();
    const [{ id } = assert.fail()] = await report({ transaction_id, click_id, commission: '4', ...sale });
    await report({ transaction_id, click_id, commission: '4', ...sale });
    await report({ transaction_id, status: 'approved' });
    const { json } = await service.call('GET', `/spy/${convo_id}`);
    const events = json.events.filter(({ kind }: { kind: string }) => kind === 'conversion');
    const data = (status: string) => ({
      ...{ id, network: 'awin', status, is_paid: false, sale_amount: '50.00', commission: '4.00', currency: 'USD' },
      ...{ reward: { amount: '2.00', currency: 'USD', reason: null }, email: `s***@${email.split('@')[1]}` },
    });
    assert.deepEqual(
      events.map((event: { id: string; data: unknown }) => [event.id, event.data]),
      ['pending', 'approved'].map((status) => [String(id), data(status)]),
    );
    const seen = await service.call('GET', `/spy/${convo_id}`, undefined, await keyWith('operate', 'pii'));
    assert.equal(seen.json.events.at(-1).data.email, email);
  });

  test('streams a conversion to those who follow it', async () => {
    const { convo_id, click_id } = await clicked();
    await report({ transaction_id: newTransaction(), click_id, ...sale });
    const address = await service.app.listen({ port: 0, host: '127.0.0.1', listenTextResolver: () => '' });
    const headers = { accept: 'text/event-stream', 'x-api-key': 'test-key' };
    const signal = AbortSignal.timeout(20_000);
    const response = await fetch(`${address}/spy/${convo_id}`, { headers, signal });
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      if (/event: conversion\n/.test(text)) break;
    }
    assert.match(text, /event: conversion\n/);
  });

  test('masks ids that are emails, in the trace and in conversions, unless the key has the scope pii', async () => {
    const click_id = 'zoe@example.com';
    const { convo_id } = await clicked({ click_id });
    const [answer] = await report({ transaction_id: 'order of zoe@example.com', click_id, ...sale });
    const read = async (path: string, headers = {}) => (await service.call('GET', path, undefined, headers)).body;
    const pii = await keyWith('operate', 'pii');
    for (const path of [`/v1/conversions/${answer!.id}`, '/v1/conversions?per_page=100', `/spy/${convo_id}`]) {
      assert.ok(!(await read(path)).includes('zoe@example.com'), path);
      assert.ok((await read(path)).includes('z***@example.com'), path);
      assert.ok((await read(path, pii)).includes('zoe@example.com'), path);
    }
  });
});
