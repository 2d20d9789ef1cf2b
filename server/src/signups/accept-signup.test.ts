// Signups: data from a caller without a key stays until a caller with a key replaces it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { countSignups } from '../../../test/support/stored-facts.ts';
import { temporaryStore } from '../../../test/support/temporary-store.ts';
import { withApp } from '../../../test/support/test-app.ts';
import { AppError } from '../app-error.ts';
import type { Deps } from '../deps.ts';
import { createKey } from '../keys/create-key.ts';
import { acceptSignup } from './accept-signup.ts';

const store = await temporaryStore();
const accept = (program: string, more: object, overrides: Partial<Deps['store']> = {}) => {
  const deps = { store: { ...store, ...overrides }, clock: { now_ms: () => 7 } } as Deps;
  const body = { program, email: 'ann@example.com', ...more };
  return acceptSignup(
    deps,
    { params: { convo_id: 'c1' }, body, headers: undefined, query: undefined },
    { may_replace: false },
  );
};

test('a signup masks card numbers in all its texts and stores everything else unchanged', async () => {
  const details = {
    external_id: 'user 7',
    presentation_id: 'p1',
    utm: { utm_source: 'mail' },
    product_info: { name: 'Kettle', presentment_id: 'p1', value: 39.5, merchant: { id: 7, name: 'Shop' } },
  };
  const sent = structuredClone(details);
  sent.product_info.name += ' 4111 1111 1111 1111';
  sent.product_info.merchant.name += ' 4111111111111111';
  const { message_id, ...ack } = await accept('gold', sent);
  assert.deepEqual(ack, { message_type: 'signup_ack', target: 'signups', data: {} });
  await store.runJob({ id: message_id, reward_max_pct: 25, now_ms: 8 });
  const [signup] = await store.exportFacts({ kind: 'signups', after: 0, since_ms: 0, limit: 10 });
  details.product_info.name += ' **** **** **** ****';
  details.product_info.merchant.name += ' ****************';
  assert.deepEqual([signup?.email, signup?.at_ms, signup?.data.details], ['ann@example.com', 7, details]);
});

test('a signup is acknowledged only after it is durable', async () => {
  const acceptSignup = () => Promise.reject(new AppError('store_unavailable'));
  await assert.rejects(accept('silver', {}, { acceptSignup }), { code: 'store_unavailable' });
});

test('a repeat with an operate key replaces the data of the first signup; both stay in the trace', () =>
  withApp({}, async (app) => {
    const { store } = app.deps;
    const keyOf = async (scope: 'operate' | 'discovery') =>
      (await createKey(app.deps, { name: scope, scopes: [scope], expires_at_ms: null })).key;
    const [operate, discovery] = [await keyOf('operate'), await keyOf('discovery')];
    await app.keyRing.refresh();
    const signUp = async (external_id: string, key: string) => {
      const body = { program: 'gold', email: 'ann@example.com', external_id };
      const { status, json } = await app.call('POST', '/signup/c1', body, { 'x-api-key': key });
      assert.equal(status, 202);
      while ((await store.getJob({ id: json.message_id }))?.state !== 'done') await sleep(5);
      const [signup] = await store.exportFacts({ kind: 'signups', after: 0, since_ms: 0, limit: 10 });
      return (signup!.data.details as { external_id: string }).external_id;
    };
    assert.equal(await signUp('first', ''), 'first');
    assert.equal(await signUp('keyless', ''), 'first');
    assert.equal(await signUp('searcher', discovery), 'first');
    assert.equal(await signUp('operator', operate), 'operator');
    assert.equal(await signUp('keyless again', ''), 'operator');
    assert.equal(await countSignups(store, 'gold'), 1);
    const { json } = await app.call('GET', '/spy/c1');
    assert.equal(json.events.length, 5);
  }));
