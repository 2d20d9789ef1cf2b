// Merchants and ranking sessions over HTTP.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { listMerchants } from './merchants.ts';

const MERCHANTS = '/v1/discovery/merchants';

let service: TestApp;
before(async () => {
  service = await startTestApp();
  const of = (merchant: object, count: number, more: object = {}) =>
    Array.from({ length: count }, (_, i) => ({
      id: `${JSON.stringify(merchant)}-${i}`,
      name: `Copper kettle ${i}`,
      merchant,
      ...more,
    }));
  await service.stock([
    ...of({ id: 7, name: 'Kettle House', domain: 'kettles.example', description: 'Tea and coffee' }, 3, {
      brand: 'Brewline',
      category: 'Kitchen > Kettles',
    }),
    ...of({ id: 'awin:123', name: 'Zeta Tools' }, 2, { brand: 'Bosch' }),
    ...of({ name: 'Alpha Shop' }, 2),
    ...of({ id: '9007199254740993', name: 'Too large an id' }, 1),
  ]);
});
after(() => service.stop());

const get = async (url: string) => (await service.call('GET', url)).json;
const namesOf = (json: { items: { name: string }[] }) => json.items.map(({ name }) => name);

describe('the merchant list', () => {
  test('is ordered by size, then by name, and has every field', async () => {
    const json = await get(MERCHANTS);
    assert.deepEqual(namesOf(json), ['Kettle House', 'Alpha Shop', 'Zeta Tools', 'Too large an id']);
    assert.deepEqual(json.items[0], {
      id: '7',
      name: 'Kettle House',
      type: 'merchant',
      domain: 'kettles.example',
      logo_url: '',
      description: 'Tea and coffee',
      product_count: 3,
      categories: ['Kitchen > Kettles'],
      brands: ['Brewline'],
      product_terms: ['copper', 'kettle'],
    });
    assert.deepEqual(
      [json.query, json.page_index, json.page_size, json.next_cursor, json.expires_at],
      ['', 0, 4, null, null],
    );
  });

  test('keeps decimal ids below 2^53 and assigns ids from 1,000,000,000 to others', async () => {
    const ids = (await get(MERCHANTS)).items.map(({ id }: { id: string }) => Number(id));
    assert.equal(ids[0], 7);
    for (const id of ids.slice(1)) assert.ok(id >= 1_000_000_000 && Number.isSafeInteger(id), String(id));
    assert.equal(new Set(ids).size, 4);
  });

  test('is paged by number, or by a cursor that overrides other parameters', async () => {
    const first = await get(`${MERCHANTS}?per_page=3`);
    assert.deepEqual([namesOf(first).length, first.page_size], [3, 3]);
    assert.equal((await get(`${MERCHANTS}?per_page=4`)).next_cursor, null, 'the page ends with the list');
    assert.deepEqual(namesOf(await get(`${MERCHANTS}?per_page=3&page=2`)), ['Too large an id']);
    const next = await get(`${MERCHANTS}?cursor=${first.next_cursor}`);
    assert.deepEqual([namesOf(next), next.page_index, next.next_cursor], [['Too large an id'], 1, null]);
    assert.equal((await service.call('GET', `${MERCHANTS}?cursor=made-up`)).status, 404);
    assert.deepEqual((await get(`${MERCHANTS}?page=99999999999999999999`)).items, []);
  });

  test('is updated by imports', async () => {
    await service.stock([
      { id: 'new', name: 'Whistling teapot', brand: 'Sono', merchant: { name: 'Alpha Shop', domain: 'alpha.example' } },
    ]);
    const { items } = await get(`${MERCHANTS}/search?query=alpha`);
    assert.deepEqual([items[0].product_count, items[0].brands, items[0].domain], [3, ['Sono'], 'alpha.example']);
    assert.ok(items[0].product_terms.includes('teapot'));
  });
});

test('a logo path of this service becomes a link, an absolute URL stays', async () => {
  const merchant = { id: 1, name: 'x', domain: '', description: '', product_count: 1, word_shares: {} };
  const of = (logo_url: string) => ({ ...merchant, logo_url, categories: [], brands: [], product_terms: [] });
  const found = ['/logos/1.svg', 'https://x.example/1.svg', ''].map(of);
  const deps = { ...service.deps, store: { ...service.deps.store, listMerchants: async () => found } };
  const { items } = await listMerchants(deps, { page: 1, per_page: 10 });
  assert.deepEqual(
    items.map(({ logo_url }) => logo_url),
    ['http://service.example/logos/1.svg', 'https://x.example/1.svg', ''],
  );
});

describe('the merchant search', () => {
  const found = async (query: string) => namesOf(await get(`${MERCHANTS}/search?query=${encodeURIComponent(query)}`));

  test('finds by name, domain, category, brand and product term', async () => {
    assert.deepEqual(await found('kettle house'), ['Kettle House']);
    assert.equal((await found('kettles.example'))[0], 'Kettle House');
    assert.deepEqual(await found('kitchen'), ['Kettle House']);
    assert.deepEqual(await found('BOSCH'), ['Zeta Tools']);
    assert.equal((await found('copper')).length, 4);
  });

  test('matches prefixes and tolerates one typo', async () => {
    assert.deepEqual(await found('zet'), ['Zeta Tools']);
    assert.deepEqual(await found('ketle house'), ['Kettle House']);
    assert.deepEqual(await found('kettel house'), ['Kettle House']);
    assert.deepEqual(await found('qqqq'), []);
  });

  test('ranks an exact name first, however small the merchant', async () => {
    await service.stock([{ id: 'k', name: 'Lid', merchant: { name: 'Kettle' } }]);
    assert.equal((await found('kettle'))[0], 'Kettle');
  });

  test('ranks specialised shops above a marketplace, and name matches first', async () => {
    const of = (merchant: string, category: string, count: number) =>
      Array.from({ length: count }, (_, i) => ({
        id: `${merchant}-${category}-${i}`,
        name: `Thing ${i}`,
        category,
        merchant: { name: merchant },
      }));
    await service.stock([
      ...of('Everything', 'Shoes > Running', 100),
      ...['Lamps', 'Books', 'Garden'].flatMap((category) => of('Everything', category, 700)),
      ...of('Stride', 'Shoes > Running', 30),
      ...of('Stride', 'Shoes > Hiking', 20),
      ...of('Corner', 'Shoes > Hiking', 5),
      ...of('Shoes for Less', 'Lamps', 3),
    ]);
    assert.deepEqual(await found('shoes'), ['Shoes for Less', 'Stride', 'Corner', 'Everything']);
    assert.deepEqual(await found('lamps'), ['Shoes for Less', 'Everything']);
  });

  test('continues by cursor without repeating the query', async () => {
    const first = await get(`${MERCHANTS}/search?query=copper&per_page=2`);
    const next = await get(`${MERCHANTS}/search?cursor=${first.next_cursor}`);
    assert.deepEqual([next.query, next.page_index, next.page_size], ['copper', 1, 2]);
    const list = await get(`${MERCHANTS}?per_page=1`);
    assert.equal(
      (await service.call('GET', `${MERCHANTS}?cursor=${first.next_cursor}`)).status,
      404,
      'of the other list',
    );
    assert.equal((await service.call('GET', `${MERCHANTS}/search?cursor=${list.next_cursor}`)).status, 404);
  });
});

describe('ranking sessions', () => {
  test('are listed until they expire, newest first, and by conversation', async () => {
    const criteria = [{ field: 'brand', operator: '=', value: 'Brewline' }];
    await service.search({ query: 'Kettle', criteria, per_page: 2 }, { 'x-convo-id': 'c1' });
    service.clock.advance(1000);
    await service.search('teapot');
    const { items, type } = await get('/inventory/ranking-sessions');
    assert.deepEqual(
      [type, items.length, items[0].query, items[1].query],
      ['ranking_session_list', 2, 'teapot', 'kettle'],
    );
    const [mine, ...others] = (await get('/inventory/ranking-sessions?convo_id=c1')).items;
    assert.deepEqual([mine.total, mine.per_page, mine.criteria, mine.convo_id, others], [3, 2, criteria, 'c1', []]);
    assert.equal((await get('/inventory/ranking-sessions?page=2&per_page=1')).items[0].query, 'kettle');
    service.clock.advance(1000);
    for (const query of ['cup', 'pot']) await service.search(query);
    const { items: second } = await get('/inventory/ranking-sessions?page=2&per_page=2');
    assert.deepEqual(
      second.map(({ query }: { query: string }) => query),
      ['teapot', 'kettle'],
    );
  });

  test('are paged without a key by their own conversation only', async () => {
    const [{ id }] = (await get('/inventory/ranking-sessions?convo_id=c1')).items;
    const page = (convo: string, index: number | string) =>
      service.call('GET', `/inventory/ranking-sessions/${convo}/${id}/pages/${index}`, undefined, { 'x-api-key': '' });
    const { json } = await page('c1', 0);
    assert.deepEqual(
      [
        json.type,
        json.conversation_id,
        json.session_id,
        json.query,
        json.page_index,
        json.page_size,
        json.has_next_page,
      ],
      ['inventory_pagination', 'c1', id, 'kettle', 0, 2, true],
    );
    assert.deepEqual([(await page('c1', 1)).json.page_size, (await page('c1', 1)).json.has_next_page], [1, false]);
    assert.equal((await page('c1', 2)).status, 416);
    assert.equal((await page('c1', '99999999999999999999999')).status, 416);
    assert.equal((await page('c2', 0)).status, 404);
    const madeUp = '/inventory/ranking-sessions/c1/made-up/pages/0';
    assert.equal((await service.call('GET', madeUp)).status, 404);
    service.clock.advance(24 * 3600 * 1000);
    assert.equal((await page('c1', 0)).status, 410);
    assert.deepEqual((await get('/inventory/ranking-sessions')).items, []);
  });

  test('expire on time, on their pages and in the list', async () => {
    await service.search('kettle', { 'x-convo-id': 'ending' });
    const list = async () => (await get('/inventory/ranking-sessions?convo_id=ending')).items;
    const [{ id, expires_at }] = await list();
    const url = `/inventory/ranking-sessions/ending/${id}/pages/0`;
    service.clock.advance(Date.parse(expires_at) - service.clock.now_ms() - 1);
    assert.deepEqual([(await service.call('GET', url)).status, (await list()).length], [200, 1]);
    service.clock.advance(1);
    assert.deepEqual([(await service.call('GET', url)).status, (await list()).length], [410, 0]);
  });

  test('are listed with emails and card numbers masked', async () => {
    const [email, card] = ['ann@example.com', '4111 1111 1111 1111'];
    await service.deps.store.insertRankingSession({
      id: 'AAAAAAAAAAAAAAAAAAAAAA',
      query: `boots ${email} ${card}`,
      criteria: [
        { field: 'brand', operator: '=', value: `brand ${email}` },
        { field: 'final_price', operator: '<=', value: 50 },
        { field: 'final_price', operator: '<=', value: 4111111111111111 },
      ],
      convo_id: email,
      per_page: 2,
      product_nos: Uint32Array.of(1),
      created_at_ms: service.clock.now_ms(),
      expires_at_ms: service.clock.now_ms() + 1000,
    });
    const { items } = await get('/inventory/ranking-sessions');
    assert.equal(items.length, 1);
    assert.doesNotMatch(JSON.stringify(items), /ann@|4111 ?1111/);
    assert.equal(items[0].convo_id, 'a***@example.com');
    assert.deepEqual(
      items[0].criteria.map(({ value }: { value: unknown }) => value),
      ['brand a***@example.com', 50],
      'an amount that is a card number is left out',
    );
  });
});
