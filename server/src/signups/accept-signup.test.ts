// Who owns what is known of a person: without a key the first caller only until one with a key says otherwise.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { withApp } from '../../../test/support/test-app.ts';
import { createKey } from '../keys/create-key.ts';

test('a repeat with a key of the scope operate replaces the data of the first signup; both stay on the trace', () =>
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
    assert.equal(await store.countSignups({ program: 'gold' }), 1);
    const { json } = await app.call('GET', '/spy/c1');
    assert.equal(json.events.length, 5);
  }));
