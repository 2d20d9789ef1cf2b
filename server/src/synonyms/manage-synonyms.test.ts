// Synonyms over HTTP.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { until } from '../../../test/support/until.ts';

const SYNONYMS = '/v1/catalogue/synonyms';

let service: TestApp;
before(async () => {
  service = await startTestApp();
});
after(() => service.stop());

const add = (synonyms: string) => {
  service.clock.advance(1);
  return service.call('POST', SYNONYMS, { synonyms });
};
const remove = (synonyms: string) => service.call('DELETE', `${SYNONYMS}?${new URLSearchParams({ synonyms })}`);
const list = async (query: Record<string, string> = {}) =>
  (await service.call('GET', `${SYNONYMS}?${new URLSearchParams(query)}`)).json;
const namesOf = ({ items }: { items: { synonyms: string }[] }) => items.map(({ synonyms }) => synonyms);

test('an added group is used by searches, and a removed one no longer', async () => {
  await service.stock([{ id: 'a', name: 'Zorblat' }]);
  const finds = async () => (await service.search('quixel')).json.items.length;
  assert.equal(await finds(), 0);
  assert.deepEqual((await add('Quixel,  zorblat')).json, {
    synonyms: 'Quixel, zorblat',
    inputs: ['Quixel', 'zorblat'],
    outputs: ['Quixel', 'zorblat'],
    source: 'own',
    state: 'on',
  });
  assert.equal((await add('zorblat, quixel')).json.synonyms, 'Quixel, zorblat', 'it exists');
  await until(async () => (await finds()) === 1);
  assert.equal((await remove('zorblat, quixel')).status, 204);
  assert.equal((await remove('zorblat, quixel')).status, 204);
  await until(async () => (await finds()) === 0);
});

test('a built-in group is disabled, and enabled again', async () => {
  const group = 'fridge, refrigerator';
  await remove('refrigerator, fridge');
  assert.deepEqual(namesOf(await list({ state: 'off' })), [group]);
  assert.equal((await list({ query: 'FRIDGE', source: 'built-in' })).items[0].state, 'off');
  assert.equal((await add(group)).json.state, 'on');
  assert.deepEqual(await list({ state: 'off' }), { items: [], next_cursor: null });
});

test('own groups come first, newest first; pages neither repeat nor skip one while others change', async () => {
  for (const name of ['a', 'b', 'c', 'd']) await add(`zz${name}, yy${name}`);
  const first = await list({ per_page: '2' });
  assert.deepEqual(namesOf(first), ['zzd, yyd', 'zzc, yyc']);
  await remove('zza, yya');
  await add('zze, yye');
  const rest: string[] = [];
  for (let cursor = first.next_cursor; cursor !== null; ) {
    const page = await list({ cursor });
    rest.push(...namesOf(page));
    cursor = page.next_cursor;
  }
  const all = namesOf(await list({ per_page: '100', query: 'yy' }));
  assert.deepEqual(all, ['zze, yye', 'zzd, yyd', 'zzc, yyc', 'zzb, yyb']);
  assert.equal(rest[0], 'zzb, yyb');
  assert.equal(new Set(rest).size, rest.length);
  assert.ok(rest.includes('trainers, sneakers'));
  assert.equal((await service.call('GET', `${SYNONYMS}?cursor=made-up`)).status, 404);
});

test('an invalid group is refused with its reason', async () => {
  for (const [synonyms, reason] of [
    ['sofa', /at least two members/],
    ['sofa, sofas', /are the same in a search/],
    ['sofa, , couch', /a member is empty/],
  ] as const) {
    const added = await add(synonyms);
    assert.equal(added.status, 422);
    assert.deepEqual(added.json.detail[0].loc, ['body', 'synonyms']);
    assert.match(added.json.detail[0].msg, reason);
    assert.deepEqual((await remove(synonyms)).json.detail[0].loc, ['query', 'synonyms']);
  }
});
