// Contract of every store adapter: price history.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_PRICE_STATES } from './catalogue-store.ts';
import type { Store } from './store.ts';

export function priceContract(store: () => Store): void {
  test('only changes of price or stock are recorded', async () => {
    const id = 'history-1';
    const by = { id: 7, name: 'Kettle House', domain: '', logo_url: '', description: '' };
    const write = (now_ms: number, fields: object) =>
      store().upsertProducts({
        feed: 'h',
        products: [{ product: { id, name: 'Pot', ...fields }, merchant: by }],
        now_ms,
      });
    await write(100, { currency: 'EUR', regular_amount: 10, final_amount: 10, in_stock: true });
    const states = async () => (await store().listPriceStates({ id, limit: 10 }))!;
    assert.deepEqual(
      (await states()).map(({ at_ms, final_amount }) => [at_ms, final_amount]),
      [[100, 10]],
    );
    await write(200, { currency: 'EUR', regular_amount: 10, final_amount: 10, in_stock: true, brand: 'New' });
    assert.equal((await states()).length, 1, 'a new brand is not a price change');
    await write(300, { currency: 'EUR', regular_amount: 10, final_amount: 8, in_stock: true });
    await write(400, { currency: 'EUR', regular_amount: 10, final_amount: 8, in_stock: false });
    assert.deepEqual(
      (await states()).map(({ at_ms, final_amount, in_stock }) => [at_ms, final_amount, in_stock]),
      [
        [100, 10, true],
        [300, 8, true],
        [400, 8, false],
      ],
    );
    assert.deepEqual(await store().deleteProduct({ id }), { merchant_id: 7 });
    assert.equal(await store().deleteProduct({ id }), null);
    assert.equal((await states()).length, 3, 'the history outlives the product');
    assert.equal(await store().listPriceStates({ id: 'nothing', limit: 10 }), null);
  });

  test('a product that is imported again has a new price state only if its price changed', async () => {
    const by = { id: 7, name: 'Kettle House', domain: '', logo_url: '', description: '' };
    const id = 'returns';
    const states = async () =>
      (await store().listPriceStates({ id, limit: 10 }))!.map(({ at_ms, final_amount }) => [at_ms, final_amount]);
    const write = (now_ms: number, final_amount: number) =>
      store().upsertProducts({
        feed: 'h',
        products: [{ product: { id, name: 'Pot', final_amount }, merchant: by }],
        now_ms,
      });
    await write(100, 10);
    await store().deleteProduct({ id });
    assert.deepEqual(await states(), [[100, 10]], 'the history outlives the product');
    await write(200, 10);
    assert.deepEqual(await states(), [[100, 10]]);
    await store().deleteProducts({ feed: 'h', keys: [{ id, merchant: by }] });
    await write(300, 12);
    await write(400, 11);
    await store().deleteFeedProducts({ feed: 'h', limit: 10 });
    await write(500, 10);
    assert.deepEqual(await states(), [
      [100, 10],
      [300, 12],
      [400, 11],
      [500, 10],
    ]);
    await store().deleteProduct({ id });
  });

  test('a change of any price field is a state; the latest are listed oldest first', async () => {
    const by = { id: 7, name: 'Kettle House', domain: '', logo_url: '', description: '' };
    const first = { currency: 'EUR', regular_amount: 20, final_amount: 10, in_stock: true, stock_quantity: 5 };
    const changes = { currency: 'USD', regular_amount: 30, final_amount: 12, in_stock: false, stock_quantity: 0 };
    const write = (now_ms: number, price: object) =>
      store().upsertProducts({
        feed: 'h',
        products: [{ product: { id: 'parts', name: 'Pot', ...price }, merchant: by }],
        now_ms,
      });
    await write(1, first);
    const expected: object[] = [{ at_ms: 1, ...first }];
    for (const [i, [field, value]] of Object.entries(changes).entries()) {
      const { at_ms: _, ...last } = expected.at(-1) as { at_ms: number };
      const next = { ...last, [field]: value };
      await write(i + 2, next);
      expected.push({ at_ms: i + 2, ...next });
    }
    const states = (limit: number) => store().listPriceStates({ id: 'parts', limit });
    assert.deepEqual([await states(10), await states(2)], [expected, expected.slice(-2)]);
    await store().deleteProduct({ id: 'parts' });
    await write(9, changes);
    assert.deepEqual(await states(10), expected, 'same price as before the deletion');
    await store().deleteProduct({ id: 'parts' });
  });

  test('a state older than the recorded history has no time', async () => {
    const by = { id: 7, name: 'Kettle House', domain: '', logo_url: '', description: '' };
    const write = (now_ms: number, final_amount: number) =>
      store().upsertProducts({
        feed: 'h',
        products: [{ product: { id: 'timeless', name: 'Pot', final_amount }, merchant: by }],
        now_ms,
      });
    const times = async () => (await store().listPriceStates({ id: 'timeless', limit: 10 }))!.map(({ at_ms }) => at_ms);
    await write(0, 1);
    assert.deepEqual(await times(), [null]);
    await write(5, 2);
    assert.deepEqual(await times(), [null, 5]);
    await store().deleteProduct({ id: 'timeless' });
  });

  test('the number of price states per product is bounded', async () => {
    const by = { id: 7, name: 'Kettle House', domain: '', logo_url: '', description: '' };
    const write = (now_ms: number) =>
      store().upsertProducts({
        feed: 'h',
        products: [{ product: { id: 'flips', name: 'Pot', final_amount: now_ms }, merchant: by }],
        now_ms,
      });
    await Promise.all(Array.from({ length: MAX_PRICE_STATES + 5 }, (_, i) => write(i + 1)));
    const states = (await store().listPriceStates({ id: 'flips', limit: 10_000 }))!;
    assert.deepEqual(
      [states.length, states[0]!.at_ms, states.at(-1)!.final_amount],
      [MAX_PRICE_STATES, 6, MAX_PRICE_STATES + 5],
    );
    await store().deleteProduct({ id: 'flips' });
  });
}
