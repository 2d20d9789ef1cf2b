// Contract of every store adapter: what the search index needs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Store } from './store.ts';

export function indexContract(store: () => Store): void {
  test('rebuild requests are numbered, and the last completed one is stored', async () => {
    const { rebuilds: last } = await store().readStamps({});
    assert.equal(await store().requestRebuild({}), last + 1);
    assert.equal((await store().readStamps({})).rebuilds, last + 1);
    await store().completeRebuild({ rebuild: last + 1 });
    assert.equal(await store().lastCompletedRebuild({}), last + 1);
  });

  test("a sample is spread over the catalogue, and the products' link hosts are known", async () => {
    const merchant = { id: 9, name: 'Sampled', domain: '', logo_url: '', description: '' };
    const products = Array.from({ length: 40 }, (_, i) => ({
      product: { id: `sampled-${i}`, name: 'Kettle', product_url: 'https://sampled.example/' },
      merchant,
    }));
    await store().upsertProducts({ feed: 'sampled', products, now_ms: 1 });
    const idsOf = async (limit: number) => (await store().sampleProducts({ limit })).map(({ id }) => id);
    const few = await idsOf(10);
    assert.ok(few.length > 1 && few.length <= 10 && new Set(few).size === few.length, String(few));
    const all = await idsOf(1_000_000);
    assert.equal(new Set(all).size, all.length, 'each once');
    for (const { product } of products) assert.ok(all.includes(product.id), product.id);
    assert.equal(await store().hasLinkHost({ host: 'sampled.example' }), true);
    assert.equal(await store().hasLinkHost({ host: 'other.example' }), false);
  });

  test('the hosts of both links of every product are known, without ports and paths', async () => {
    const merchant = { id: 9, name: 'Sampled', domain: '', logo_url: '', description: '' };
    const links = [
      { product_url: 'https://one.example/a', merchant_url: 'https://track.example:8443/x?u=https://inner.example/' },
      { product_url: 'https://one.example/b', merchant_url: 'https://track2.example/' },
      { product_url: 'http://two.example' },
      {},
    ];
    const products = links.map((link, i) => ({ product: { id: `hosts-${i}`, name: 'x', ...link }, merchant }));
    await store().upsertProducts({ feed: 'hosts', products, now_ms: 1 });
    const hosts = ['one.example', 'track.example', 'track2.example', 'two.example', 'inner.example', ''];
    const known = await Promise.all(hosts.map((host) => store().hasLinkHost({ host })));
    assert.deepEqual(known, [true, true, true, true, false, false]);
    await store().deleteFeedProducts({ feed: 'hosts', limit: 10 });
  });
}
