// What a conversation asks for, as labels that can be taken back one by one.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import { converseWith, idsOf, startSmallShop } from '../../../test/support/small-shop.ts';
import { vocabularyOf } from '../../../test/support/understand.ts';
import { maskSecrets } from '../text/mask.ts';
import { type ChatState, emptyState } from './chat-state.ts';
import { removeUnderstood, understoodOf } from './understood.ts';

const product = (id: string, name: string, brand: string, color: string, material: string) => ({
  ...{ id, name, brand, color, material, size: '10', gender: 'female', condition: 'new' },
  ...{ category: 'Shoes > Boots', merchant: { name: 'Gold & Co' } },
});
const vocabulary = await vocabularyOf([
  product('1', 'Hiking Boots with Zip', 'Nike', 'Gold', 'Leather'),
  product('2', 'Trail Boot for Rain', 'Gold', 'Black', 'Gold'),
]);
const labelsOf = (state: Partial<ChatState>) =>
  understoodOf({ ...emptyState(), ...state }, vocabulary).map(({ kind, label }) => `${kind}: ${label}`);

test('labels are as people read them', () => {
  assert.deepEqual(
    labelsOf({
      words: 'hiking boots with zip',
      wanted: { brand: ['Nike', 'Gold'], 'merchant.name': ['Gold & Co'], size: ['10'], gender: ['female'] },
      unwanted: { color: ['black'], size: ['9'] },
      unwanted_words: ['trail'],
      category: 'Boots',
      price: { high: 60, currency: 'USD' },
      discount: { at_least: 0.2 },
      in_stock: true,
      free_shipping: true,
      order: 'cheapest',
    }),
    [
      ...['subject: hiking boots', 'word: with zip', "gender: women's", 'brand: Nike', 'brand: Gold', 'size: size 10'],
      ...['merchant: from Gold & Co', 'category: in Boots', 'price: under $60', 'discount: at least 20% off'],
      ...['availability: in stock', 'shipping: free shipping', 'exclusion: not black', 'exclusion: not size 9'],
      ...['exclusion: not trail', 'sort: cheapest first'],
    ],
  );
  assert.deepEqual(labelsOf({ similar_to: { product_no: 1, name: 'Trail Boot' }, price: { low: 20, high: 30 } }), [
    'similar: like Trail Boot',
    'price: from 20 to 30',
  ]);
});

test('words that the catalogue does not know are marked as such', () => {
  assert.deepEqual(labelsOf({ words: 'boots with zip', soft: ['very blue', 'quux'] }), [
    ...['subject: boots', 'word: with zip', 'unknown: very blue', 'unknown: quux'],
  ]);
  assert.deepEqual(labelsOf({ words: 'zorblax quux' }), ['unknown: zorblax quux']);
  assert.deepEqual(labelsOf({ words: 'zorblax boots with zip', head: 'boots' }), [
    ...['subject: boots', 'unknown: zorblax', 'word: with zip'],
  ]);
  assert.deepEqual(labelsOf({ words: '15 inch boots' }), ['subject: 15 inch boots']);
});

test('equal labels of different kinds can be told apart', () => {
  assert.deepEqual(labelsOf({ wanted: { brand: ['gold'], color: ['gold'] } }), ['color: gold', 'brand: gold (brand)']);
});

const onlyRare = { field: 'stock_quantity' as const, operator: '<=' as const, value: 2 };
const someOf = <T>(...values: T[]) => fc.uniqueArray(fc.constantFrom(...values), { maxLength: 3 });
const values = fc.record({
  brand: someOf('Nike', 'gold', 'a "quoted" name', 'gold (color)'),
  color: someOf('gold', 'black'),
  size: someOf('10', '5"'),
  gender: someOf('female', 'girls||boys'),
  'merchant.name': someOf('Gold & Co', `${'long '.repeat(100)}`, 'mail ann@example.com'),
});
const filled = (sets: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(sets).filter(([, { length }]) => length > 0));
const word = fc.constantFrom(...'hiking boots trail zip rain zorblax quux gold for with without or'.split(' '));
const anyState = fc
  .record({
    words: fc.array(word, { maxLength: 8 }).map((words) => words.join(' ')),
    soft: someOf('zorblax', 'of a kind', 'gold'),
    wanted: values.map(filled),
    unwanted: values.map(filled),
    unwanted_words: someOf('gold', 'trail'),
    price: fc.constantFrom({}, { low: 5 }, { low: 5, high: 9, currency: 'EUR' }, { currency: 'USD' }),
    discount: fc.constantFrom({}, { at_least: 0.5, on_sale: true }, { on_sale: false }),
    in_stock: fc.boolean(),
    free_shipping: fc.boolean(),
    more: fc.constantFrom<Partial<ChatState>[]>(
      ...[
        {},
        { order: 'discount' as const },
        { criteria: [onlyRare, { ...onlyRare }, { ...onlyRare, value: 3 }] },
        { category: 'Boots' },
        { last_words: 'boots', head: 'boots' },
      ],
      { similar_to: { product_no: 1, name: 'Trail Boot 4111 1111 1111 1111' }, is_color_exact: true, focus: 1 },
    ),
  })
  .map(({ more, ...state }): ChatState => ({ ...state, ...more }));

test('taking back one thing after the other leaves nothing, and each message takes back exactly one', () => {
  fc.assert(
    fc.property(anyState, fc.infiniteStream(fc.nat()), (start, numbers) => {
      let state = start;
      for (;;) {
        const before = understoodOf(state, vocabulary);
        if (before.length === 0) break;
        const chosen = before[numbers.next().value! % before.length]!;
        const left = removeUnderstood(state, maskSecrets(chosen.undo_message), vocabulary);
        assert.ok(left, chosen.label);
        assert.equal(understoodOf(left, vocabulary).length, before.length - 1);
        state = left;
      }
      if (state !== start) assert.deepEqual(state, emptyState());
    }),
    { numRuns: 500 },
  );
});

const service = await startSmallShop();
describe('in a conversation', () => {
  const undo = (reply: { understood: { label: string; undo_message: string }[] }, label: string) =>
    reply.understood.find((chip) => chip.label === label)!.undo_message;

  test('the message of a label takes it back and searches again; the last one starts over', async () => {
    const { say } = converseWith(service);
    const first = await say('black running shoes under $60, not Adidas');
    assert.deepEqual(first.understood, [
      { label: 'running shoes', kind: 'subject', undo_message: 'remove "running shoes"' },
      { label: 'black', kind: 'color', undo_message: 'remove "black"' },
      { label: 'under $60', kind: 'price', undo_message: 'remove "under $60"' },
      { label: 'not Adidas', kind: 'exclusion', undo_message: 'remove "not Adidas"' },
    ]);
    assert.deepEqual(idsOf(first), ['r1']);
    assert.deepEqual(idsOf(await say(undo(first, 'under $60'))), ['n1', 'r1']);
    assert.deepEqual(idsOf(await say(undo(first, 'black'))), ['n1', 'n2', 'r1', 'r2']);
    assert.deepEqual(idsOf(await say(undo(first, 'not Adidas'))), ['a1', 'a2', 'a3', 'n1', 'n2', 'r1', 'r2']);
    const last = await say(undo(first, 'running shoes'));
    assert.deepEqual([last.understood, last.found_products], [[], null]);
    assert.match(last.agent_reply, /start over/);
  });

  test('small talk keeps what is understood, and before anything is said there is nothing', async () => {
    const { say } = converseWith(service);
    assert.deepEqual((await say('hello')).understood, []);
    const { understood } = await say('red jackets');
    assert.deepEqual((await say('thanks')).understood, understood);
  });

  test('a price chosen together with it applies', async () => {
    const { say } = converseWith(service);
    await say('black running shoes');
    const reply = await say({ chat: 'remove "black"', product_filter: { high_price: 30 } });
    assert.deepEqual(idsOf(reply), ['r1', 'r2']);
  });
});
