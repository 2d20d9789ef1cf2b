// What every store adapter must do for the index that follows it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Store } from './port.ts';

export function indexContract(store: () => Store): void {
  test('requests for a new index are counted, and the last one that was met is known', async () => {
    const asked = await store().rebuildsAsked({});
    assert.equal(await store().askRebuild({}), asked + 1);
    assert.equal(await store().rebuildsAsked({}), asked + 1);
    await store().markRebuildDone({ rebuild: asked + 1 });
    assert.equal(await store().rebuildsDone({}), asked + 1);
  });

  test('a sample has products from all over the catalogue, and the hosts of their links are known', async () => {
    const merchant = { id: 9, name: 'Sampled', domain: '', logo_url: '', description: '' };
    const products = Array.from({ length: 40 }, (_, i) => ({
      product: { id: `sampled-${i}`, name: 'Kettle', product_url: 'https://sampled.example/' },
      merchant,
    }));
    await store().upsertProducts({ feed: 'sampled', products, now_ms: 1 });
    assert.ok((await store().sampleProducts({ limit: 10 })).length > 0);
    assert.equal(await store().hasLinkHost({ host: 'sampled.example' }), true);
    assert.equal(await store().hasLinkHost({ host: 'other.example' }), false);
  });
}
