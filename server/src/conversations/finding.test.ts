// What the assistant finds and says: order, unknown words, exclusions, and products that are not carried.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { converseWith } from '../../../test/support/small-shop.ts';
import { startTestApp } from '../../../test/support/test-app.ts';
import type { ChatState } from './chat-state.ts';
import { encodeConversation, newConversation } from './conversation.ts';

const pan = (id: string, name: string, final_price: number | undefined, currency: string, more: object = {}) => ({
  id,
  name,
  currency,
  category: 'Kitchen > Pots & Pans',
  ...(final_price === undefined ? {} : { final_price }),
  ...more,
});

const bag = (id: string, name: string, final_price: number, description?: string) => ({
  id,
  name,
  final_price,
  currency: 'USD',
  category: 'Bags > Backpacks',
  ...(description ? { description } : {}),
});

const toy = (id: string, name: string, description: string) => ({
  id,
  name: `${name} Toy`,
  description,
  final_price: 300,
  currency: 'CHF',
  category: 'Toys',
});

const service = await startTestApp();
after(() => service.stop());
await service.stock([
  pan('p1', 'Tefal Frying Pan', 30, 'EUR', { regular_price: 60 }),
  pan('p2', 'Staub Frying Pan', 20, 'EUR', { regular_price: 80 }),
  pan('p3', 'Kiln Frying Pan', 50, 'EUR'),
  pan('p4', 'Dill Frying Pan', 10, 'USD', { regular_price: 11 }),
  pan('p5', 'Rye Frying Pan', 5, 'USD'),
  pan('p6', 'Old Frying Pan', undefined, 'EUR'),
  bag('b1', 'Small Red Backpack', 30, 'With a pocket for an umbrella.'),
  bag('b2', 'Blue Backpacks', 40, 'Holds a 15.6 inch laptop and an umbrella. Works with the Meridian frame.'),
  bag('b3', 'Hiking Backpack', 50, 'Padded.'),
  bag('b4', 'Hiking Backpack with Rain Cover', 60),
  bag('b5', 'Small Bag', 20),
  toy('t1', 'Star Wars Ship', 'With small parts.'),
  toy('t2', 'Wooden Ship', 'No small parts. A star among ships that ended wars.'),
  toy('t3', 'Non-Electric Train', 'Batteries not included. The parts are small.'),
  toy('t4', 'Electric Train', 'Odor-free paint, waterproof.'),
  toy('t5', 'Paper Train', 'Not waterproof.'),
  { id: 'k1', name: 'Waterproof Camera', currency: 'CHF', final_price: 900, category: 'Cameras' },
  { id: 's1', name: 'Tilly and the Umbrella', currency: 'USD', final_price: 9, category: 'Books > Stories' },
  { id: 'c1', name: 'Wool Sweater', currency: 'USD', final_price: 45, category: 'Clothing > Sweaters' },
]);

const converse = () => converseWith(service);
type Reply = Awaited<ReturnType<ReturnType<typeof converse>['say']>>;
/** Ids in the order shown. */
const shown = ({ found_products }: Reply): string[] =>
  found_products.search_results.catalogue.map(({ id }: { id: string }) => id);

/** A turn from a given search state. */
async function search(state: Partial<ChatState>): Promise<Reply> {
  const { id, say } = converse();
  const conversation = newConversation(id);
  const stored = encodeConversation({ ...conversation, state: { ...conversation.state, ...state } });
  const turn = { convo_id: id, message_id: id, state: stored, data: {}, version: 0, now_ms: service.clock.now_ms() };
  await service.deps.store.saveTurn(turn);
  return say({ product_filter: { low_price: state.price?.low ?? null, high_price: state.price?.high ?? null } });
}

describe('a sorted list', () => {
  test('is sorted within the most frequent currency, the others follow, unknown prices are last', async () => {
    const cheap = await search({ words: 'frying pans', order: 'cheapest' });
    assert.deepEqual(shown(cheap), ['p2', 'p1', 'p3', 'p5', 'p4', 'p6']);
    assert.match(cheap.agent_reply, /cheapest first.* Prices in EUR come first, those in other currencies follow\./);
    assert.deepEqual(shown(await search({ words: 'frying pans', order: 'dearest' })), [
      'p3',
      'p1',
      'p2',
      'p4',
      'p5',
      'p6',
    ]);
  });

  test('shows the biggest discount first, whatever the currency, and unknown discounts last', async () => {
    const reply = await search({ words: 'frying pans', order: 'discount' });
    assert.deepEqual(shown(reply).slice(0, 3), ['p2', 'p1', 'p4']);
    assert.equal(shown(reply).at(-1), 'p6');
    assert.match(reply.agent_reply, /biggest discount first/);
    assert.doesNotMatch(reply.agent_reply, /come first/);
  });

  test('stays sorted on later pages', async () => {
    const { say } = converse();
    await say({ chat: 'frying pans, cheapest first', per_page: 2 });
    assert.deepEqual(shown(await say({ chat: 'show more', per_page: 2 })), ['p3', 'p5']);
  });
});

describe('an unknown phrase', () => {
  test('ranks and never filters, and the reply says what could not be confirmed', async () => {
    const reply = await search({ words: 'backpacks', soft: ['compatible with Meridian'] });
    assert.deepEqual([shown(reply)[0], shown(reply).length], ['b2', 5]);
    const said = '1 of them mentions "meridian" and comes first. None of them mentions "compatible with Meridian".';
    assert.equal(reply.product_warning, said);
    assert.match(reply.agent_reply, /^I found 5 backpacks, starting at \$20\. 1 of them mentions/);
    assert.ok(reply.agent_reply.includes(said), reply.agent_reply);
  });

  test('is named if no product mentions it', async () => {
    const { agent_reply } = await search({ words: 'backpacks', soft: ['unicorn design', 'bot'] });
    assert.match(agent_reply, /^I found 5 backpacks, .* None of them mentions "unicorn design" or "bot"\./);
  });

  test('does not widen a search by filters', async () => {
    const reply = await search({ price: { high: 35, currency: 'USD' }, soft: ['gift'] });
    assert.deepEqual(shown(reply).sort(), ['b1', 'b5', 'p4', 'p5', 's1']);
    assert.match(reply.agent_reply, /^I found 5 products under \$35, .* None of them mentions "gift"\./);
  });
});

describe('known words', () => {
  test('filter if a product of the subject has them', async () => {
    assert.deepEqual(shown(await search({ words: 'hiking backpacks with rain cover' }))[0], 'b4');
    const { agent_reply } = await search({ words: 'wool backpacks' });
    assert.match(agent_reply, /^I found 5 backpacks, .* None of them mentions "wool"\./);
  });

  test('match a measure as a whole', async () => {
    const reply = await search({ words: 'backpack 15 inch' });
    assert.deepEqual(shown(reply), ['b2']);
    assert.match(reply.agent_reply, /^I found 1 backpack 15 inch, at \$40\.$/);
    assert.match((await search({ words: 'backpack 17 inch' })).agent_reply, /None of them mentions "17 inch"\./);
  });

  test('that no product has together do not make a claim of absence', async () => {
    const reply = await search({ words: 'small hiking backpack' });
    assert.match(reply.agent_reply, /^I found 4 backpacks, .* None of them mentions both "small" and "hiking"\./);
    assert.deepEqual(shown(reply).sort(), ['b1', 'b3', 'b4', 'b5']);
  });
});

describe('something that is not carried', () => {
  test('is said, with the nearest categories, which can be chosen', async () => {
    const { say } = converse();
    const reply = await say('umbrellas');
    assert.deepEqual([reply.found_products, reply.product_warning], [null, "I don't have any umbrellas."]);
    assert.match(reply.agent_reply, /^I don't have any umbrellas\. The closest I have is in Backpacks and Stories\./);
    assert.deepEqual(reply.refinement_result, {
      category: 'category',
      options: ['Backpacks', 'Stories'],
      counts: [5, 1],
    });
    const chosen = await say({ refinement_selection: { category: 'category', selection: 'Backpacks' } });
    assert.deepEqual(shown(chosen).sort(), ['b1', 'b2', 'b3', 'b4', 'b5']);
  });

  test('is replaced by the next words, and kept by a limit', async () => {
    const { say } = converse();
    await say('umbrellas');
    assert.equal((await say('under 50')).product_warning, "I don't have any umbrellas.");
    assert.deepEqual(shown(await say('ok, hiking then')), ['b3']);
  });

  test('is not said of synonyms, nor of what a price limit hides', async () => {
    assert.deepEqual(shown(await converse().say('jumper')), ['c1']);
    const { agent_reply, product_warning } = await search({ words: 'tilly', price: { high: 5 } });
    assert.match(agent_reply, /^I didn't find any tilly under 5\. Without the limit "under 5", there is 1/);
    assert.ok(agent_reply.includes(product_warning));
  });
});

describe('an excluded word', () => {
  const toysWithout = async (...unwanted_words: string[]) =>
    shown(await search({ words: 'toys', unwanted_words })).sort();

  test('removes the products that state it, not those that deny it', async () => {
    assert.deepEqual(await toysWithout('small parts'), ['t2', 't3', 't4', 't5']);
    assert.deepEqual(await toysWithout('star wars'), ['t2', 't3', 't4', 't5']);
    assert.deepEqual(await toysWithout('electric'), ['t1', 't2', 't3', 't5']);
    assert.deepEqual(await toysWithout('battery', 'odor'), ['t1', 't2', 't3', 't4', 't5']);
    assert.deepEqual(await toysWithout('trains', 'small parts'), ['t2']);
  });

  test('is said in the reply; a word that no product has is said not to matter', async () => {
    const reply = await search({ words: 'toys', unwanted_words: ['electric', 'glitter'] });
    assert.match(reply.agent_reply, /I left out those that mention "electric"\./);
    const unmet = 'No product mentions "glitter", so there was nothing to leave out.';
    assert.ok(reply.agent_reply.includes(unmet), reply.agent_reply);
    assert.equal(reply.product_warning, unmet);
  });
});

test('a word counts as absent in products that only deny it', async () => {
  const known = await search({ words: 'waterproof toys' });
  assert.deepEqual(shown(known), ['t4']);
  assert.match(known.agent_reply, /^I found 1 waterproof toy, at 300 CHF\.$/);
  const soft = await search({ words: 'trains', soft: ['waterproof'] });
  assert.deepEqual([shown(soft)[0], shown(soft).length], ['t4', 3]);
  assert.match(soft.agent_reply, /1 of them mentions "waterproof" and comes first\./);
});
