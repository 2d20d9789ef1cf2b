// Chat over HTTP: replies, warnings, refinements and pages, on a small shop.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { converseWith, idsOf, startSmallShop } from '../../../test/support/small-shop.ts';

const service = await startSmallShop();
const converse = () => converseWith(service);

type Item = { id: string };

describe('a reply', () => {
  test('states what was understood and found, with products, criteria and the price range', async () => {
    const { id, say } = converse();
    const reply = await say('black running shoes under $60');
    assert.match(reply.agent_reply, /^I found 2 black running shoes under \$60, starting at \$30\./);
    assert.deepEqual([reply.type, reply.convo_id, reply.product_warning], ['chat_reply', id, null]);
    assert.deepEqual(idsOf(reply), ['a1', 'r1']);
    assert.equal(reply.found_products.query, 'running shoes');
    assert.deepEqual(reply.found_products.criteria, [
      { field: 'color', operator: 'like', value: 'black' },
      { field: 'final_price', operator: '<=', value: 60 },
      { field: 'currency', operator: '=', value: 'USD' },
    ]);
    assert.deepEqual(reply.found_products.price_range, { low: 30, high: 40, currency: 'USD' });
    const { slug } = reply.found_products.search_results.catalogue[0];
    assert.equal((await service.call('GET', `/v1/discovery/products/${slug}`)).status, 200);
  });

  test('continues from turn to turn: refined, corrected, widened and reset', async () => {
    const { say } = converse();
    assert.deepEqual(idsOf(await say('running shoes')), ['a1', 'a2', 'a3', 'n1', 'n2', 'r1', 'r2']);
    assert.deepEqual(idsOf(await say('black or white')), ['a1', 'a3', 'n1', 'n2', 'r1']);
    assert.deepEqual(idsOf(await say('just not nike')), ['a1', 'a3', 'r1']);
    assert.deepEqual(idsOf(await say('in stock only')), ['a1', 'a3']);
    assert.deepEqual(idsOf(await say('no, in red')), ['a2']);
    assert.deepEqual(idsOf(await say('any colour, any brand')), ['a1', 'a2', 'a3', 'n1', 'n2', 'r2']);
    const jackets = await say('now show me jackets');
    assert.deepEqual(idsOf(jackets), ['j1', 'j2']);
    assert.match(jackets.agent_reply, /what you asked for before no longer applies/);
    assert.equal((await say('start over')).found_products, null);
    assert.deepEqual(idsOf(await say('half price')), ['n2']);
  });

  test('shows all products, cheapest first, for "something cheap"', async () => {
    const { agent_reply, found_products } = await converse().say('something cheap');
    const prices = found_products.search_results.catalogue.map(
      ({ final_price }: { final_price: number | null }) => final_price ?? Infinity,
    );
    assert.match(agent_reply, /^I found \d+ products, .*starting at/);
    assert.ok(prices.length > 3, agent_reply);
    assert.deepEqual(
      prices,
      prices.toSorted((a: number, b: number) => a - b),
    );
  });

  test('does not show products that only mention the subject', async () => {
    const { say } = converse();
    assert.match((await say('lamp')).agent_reply, /^I found 1 lamp, at 260 CHF\.$/);
    assert.match(
      (await say('under 250')).agent_reply,
      /^I didn't find any lamps under 250\. Without the limit "under 250", there is 1, starting at 260 CHF\.$/,
    );
  });

  test('uses a noun only for products of that kind, and "products" for others', async () => {
    assert.match((await converse().say('jasmine')).agent_reply, /^I found 1 product for "jasmine", at \$5\.$/);
    const chosen = await converse().say({ refinement_selection: { category: 'category', selection: 'Clothing' } });
    assert.match(chosen.agent_reply, /^I found 5 products in Clothing, .*starting at/);
  });

  test('names the words that no product of the subject has, and does not filter by them', async () => {
    const reply = await converse().say('rain jacket with a garden hose');
    assert.match(reply.agent_reply, /^I found 1 rain jacket, at \$80\. It does not mention "garden" or "hose"\./);
    assert.deepEqual(idsOf(reply), ['j1']);
    const odd = await converse().say('sparkly rain hoodies');
    assert.match(odd.agent_reply, /^I found 3 hoodies, .* None of them mentions "sparkly" or "rain"\.$/);
  });

  test('searches below an empty price range for "cheaper", and above it for "more expensive"', async () => {
    const { say } = converse();
    assert.deepEqual(idsOf(await say('running shoes between 400 and 500 dollars')), []);
    assert.deepEqual(idsOf(await say('cheaper ones')), ['a1', 'a2', 'a3', 'n1', 'n2', 'r1', 'r2']);
    const cheap = converse();
    assert.deepEqual(idsOf(await cheap.say('jackets under 50 dollars')), []);
    assert.deepEqual(idsOf(await cheap.say('something more expensive')), ['j1', 'j2']);
  });

  test('takes searches back one by one, also a filter that was removed', async () => {
    const { say } = converse();
    assert.equal((await say('undo')).agent_reply, "There's nothing to undo yet.");
    await say('running shoes');
    await say('black');
    await say('under 50 dollars');
    await say('remove "black"');
    const labels = async () => (await say('undo')).understood.map(({ label }: { label: string }) => label);
    assert.deepEqual(await labels(), ['running shoes', 'black', 'under $50']);
    assert.deepEqual(await labels(), ['running shoes', 'black']);
    assert.deepEqual(await labels(), ['running shoes']);
  });

  test('does not confuse words that only look alike', async () => {
    const { say } = converse();
    assert.equal((await say('curtains')).product_warning, "I don't have any curtains.");
    assert.match((await converse().say('hoddie')).agent_reply, /^I found 3 hoodies/);
    assert.equal((await converse().say('parks hoodie')).product_warning, 'None of them mentions "parks".');
    assert.match((await converse().say('jazmine')).agent_reply, /^I found 1 product for "jasmine"/);
  });

  test('resolves comparisons and references to shown products', async () => {
    const { say } = converse();
    const first = await say('running shoes, cheapest first');
    assert.equal(first.found_products.search_results.catalogue[0].id, 'r2');
    const second = await say('tell me about the second one');
    assert.deepEqual(idsOf(second), ['r1']);
    assert.match(second.agent_reply, /^Number 2: Ruel Running Shoes Black, \$30 at Kettle House, out of stock\.$/);
    const like = await say('something like the second one');
    assert.ok(!idsOf(like).includes('r1') && idsOf(like).includes('r2'));
    assert.ok(
      (await say('running shoes')) && idsOf(await say('cheaper')).every((id) => ['a1', 'r1', 'r2'].includes(id)),
    );
  });

  test('admits what it cannot do, and small talk makes no search', async () => {
    const { say } = converse();
    assert.match((await say('hello')).agent_reply, /what you're looking for/);
    const rated = await say('best rated running shoes');
    assert.match(rated.agent_reply, /don't have ratings/);
    assert.ok(idsOf(rated).length > 0);
    const order = await say('where is my order?');
    assert.match(order.agent_reply, /can't place, pay for, track or return orders/);
    assert.equal(order.found_products, null);
    assert.equal((await converse().say('mxyzptlk')).product_warning, 'I don\'t have anything called "mxyzptlk".');
  });
});

describe('a warning', () => {
  test('names the dropped filter, the least important first', async () => {
    const { say } = converse();
    const reply = await say('blue nike running shoes');
    assert.match(reply.product_warning, /^None of them mentions "blue"\.$/);
    assert.ok(reply.agent_reply.includes(reply.product_warning), reply.agent_reply);
    assert.deepEqual(idsOf(reply), ['n1', 'n2']);
    assert.ok(
      !JSON.stringify(reply.found_products.criteria).includes('blue'),
      'the reply has the criteria that were used',
    );
  });

  test('drops the brand last if it is the subject', async () => {
    const reply = await converse().say('nike in green');
    assert.match(reply.product_warning, /None of them mentions "green"\./);
    assert.deepEqual(idsOf(reply), ['j2', 'n1', 'n2']);
  });

  test('never drops a price limit or an exclusion, but says what they hide', async () => {
    const { say } = converse();
    const cheap = await say('running shoes under $10');
    assert.deepEqual([idsOf(cheap), cheap.refinement_result], [[], null]);
    assert.match(cheap.product_warning, /Without the limit "under \$10", there are 7, starting at \$24\.99\./);
    const none = await converse().say('running shoes, not nike, not adidas, not ruel');
    assert.deepEqual(idsOf(none), []);
    assert.match(none.product_warning, /Including what you ruled out, there are 7/);
  });

  test('is absent for similar products: limits and exclusions stay', async () => {
    const { say } = converse();
    await say('running shoes under $80, not nike');
    const reply = await say('something like the first one');
    assert.match(
      reply.agent_reply,
      /^I found \d products like .*, under \$80, starting at \$24\.99\. I left out Nike\./,
    );
    assert.deepEqual(reply.found_products.criteria.slice(0, 2), [
      { field: 'brand', operator: '!=', value: 'Nike' },
      { field: 'final_price', operator: '<=', value: 80 },
    ]);
  });

  test('names words that no product has, and omits them from the reply', async () => {
    const odd = await converse().say('sparkly hoodies');
    assert.equal(odd.product_warning, 'None of them mentions "sparkly".');
    assert.match(odd.agent_reply, /^I found 3 hoodies, starting at £45 or €35\./);
    const left = await converse().say('sparkly nike jackets in red');
    assert.equal(left.product_warning, 'It does not mention "sparkly" or "red".');
    assert.equal((await converse().say('hoodies')).product_warning, null);
    assert.equal((await converse().say('55 inch tv')).product_warning, null);
  });

  test('is absent if a filter was meant as a word: green tea is not tea in green', async () => {
    const reply = await converse().say('green tea');
    assert.deepEqual([idsOf(reply), reply.product_warning, reply.found_products.query], [['t1'], null, 'green tea']);
  });

  test('does not block a later change: a colour read as a word is still the colour', async () => {
    const { say } = converse();
    assert.equal((await say('grey hoodie')).found_products.query, 'hoodie grey');
    assert.equal((await say('any colour')).found_products.query, 'hoodie');
  });
});

describe('a refinement', () => {
  test('has exact counts over the session, and choosing an option returns that many', async () => {
    const { say } = converse();
    const { refinement_result } = await say('running shoes');
    assert.ok(refinement_result.options.length > 1);
    for (const [i, selection] of refinement_result.options.entries()) {
      const other = converse();
      await other.say('running shoes');
      const { category } = refinement_result;
      const reply = await other.say({ refinement_selection: { category, selection } });
      assert.equal(idsOf(reply).length, refinement_result.counts[i], selection);
    }
  });

  test('is not offered for partial matches, and choosing a price shows full matches only', async () => {
    const { say } = converse();
    const { agent_reply, refinement_result } = await say('rain or wool nike jackets');
    assert.match(agent_reply, /^I found/);
    assert.equal(refinement_result, null);
    const reply = await say({ refinement_selection: { category: 'price', selection: 'Over $100' } });
    assert.deepEqual(idsOf(reply), ['j2']);
  });

  test('may be requested by the shopper', async () => {
    const { say } = converse();
    await say('running shoes');
    const { agent_reply, refinement_result } = await say('what brands are there?');
    assert.deepEqual(refinement_result, { category: 'brand', options: ['Adidas', 'Nike', 'Ruel'], counts: [3, 2, 2] });
    assert.match(agent_reply, /Brands: Adidas \(3\), Nike \(2\), Ruel \(2\)\.$/);
    assert.match((await say('nike')).agent_reply, /^I found 2 Nike running shoes/);
  });

  test('may be answered in words, and a price band filters by its limits', async () => {
    const { say } = converse();
    await say('running shoes');
    assert.deepEqual(idsOf(await say({ refinement_selection: { category: 'price', selection: 'under $45' } })), [
      'a1',
      'r1',
      'r2',
    ]);
    assert.deepEqual(idsOf(await say({ refinement_selection: { category: 'brand', selection: 'Ruel' } })), [
      'r1',
      'r2',
    ]);
    const { refinement_result, product_warning } = await say({
      refinement_selection: { category: 'shape', selection: 'round' },
    });
    assert.match(product_warning, /cannot refine by shape/);
    assert.equal(refinement_result, null);
  });

  test('product_filter sets both limits of the price', async () => {
    const { say } = converse();
    await say('running shoes');
    assert.deepEqual(idsOf(await say({ product_filter: { low_price: 60, high_price: 80 } })), ['a2', 'a3']);
    assert.deepEqual(idsOf(await say({ product_filter: { high_price: 30 } })), ['r1', 'r2']);
    assert.equal(idsOf(await say({ product_filter: { low_price: null, high_price: null } })).length, 7);
    assert.deepEqual(idsOf(await say({ chat: 'in black', product_filter: { high_price: 50 } })), ['a1', 'r1']);
  });
});

describe('pages', () => {
  test('continue in the inventory endpoint, for their own conversation', async () => {
    const { id, say } = converse();
    const { pagination, found_products } = await say({ chat: 'running shoes', per_page: 4 });
    assert.deepEqual([pagination.page_index, pagination.has_next_page, pagination.next_page_index], [0, true, 1]);
    const page = (convo_id: string, index: number) =>
      service.call(
        'GET',
        `/inventory/ranking-sessions/${convo_id}/${pagination.session_id}/pages/${index}`,
        undefined,
        {
          'x-api-key': '',
        },
      );
    const next = await page(id, 1);
    assert.deepEqual([next.status, next.json.page_size, next.json.has_next_page], [200, 3, false]);
    const ids = [...found_products.search_results.catalogue, ...next.json.items].map((item: Item) => item.id);
    assert.equal(new Set(ids).size, 7);
    assert.equal((await service.search({ cursor: pagination.next_cursor })).json.items.length, 3);
    assert.equal((await page(id, 2)).status, 416);
    assert.equal((await page('another', 0)).status, 404);
    const more = await say('show more');
    assert.deepEqual(idsOf(more), next.json.items.map((item: Item) => item.id).sort());
    assert.match(more.agent_reply, /^Here are numbers 5 to 7 of 7\.$/);
    assert.match((await say('more')).agent_reply, /That's all of them: 7 in total/);
  });

  test('expire with a 410; the chat then restarts the list and says so', async () => {
    const { id, say } = converse();
    const { pagination } = await say({ chat: 'running shoes', per_page: 4 });
    service.clock.advance(24 * 3600 * 1000);
    const url = `/inventory/ranking-sessions/${id}/${pagination.session_id}/pages/1`;
    assert.equal((await service.call('GET', url)).status, 410);
    const reply = await say('show more');
    assert.match(reply.product_warning, /has expired/);
    assert.equal(reply.pagination.page_index, 0);
  });

  test('that expired still resolve references to their products', async () => {
    const { say } = converse();
    const { found_products } = await say('running shoes');
    service.clock.advance(24 * 3600 * 1000);
    const reply = await say('tell me about the second one');
    const [item] = reply.found_products.search_results.catalogue;
    assert.equal(item.id, found_products.search_results.catalogue[1].id);
    assert.equal((await service.call('GET', `/v1/discovery/products/${item.slug}`)).status, 200);
  });
});

describe('a conversation', () => {
  test('processes its turns one at a time, in order of arrival', async () => {
    const { say } = converse();
    const replies = await Promise.all(['running shoes', 'black', 'under $50', 'not ruel'].map(say));
    assert.deepEqual(
      replies.map((reply) => idsOf(reply).length),
      [7, 3, 2, 1],
    );
  });

  test('is isolated from a hundred others', async () => {
    const messages = Array.from({ length: 100 }, (_, i) => (i % 2 ? 'black running shoes' : 'jackets'));
    const replies = await Promise.all(messages.map((message) => converse().say(message)));
    assert.deepEqual(
      replies.map((reply) => idsOf(reply).length),
      messages.map((_, i) => (i % 2 ? 3 : 2)),
    );
  });

  test('is traced with emails and card numbers masked', async () => {
    const { id, say } = converse();
    const reply = await say('running shoes, mail me at ann@example.com, card 4111 1111 1111 1111');
    const { json } = await service.call('GET', `/spy/${id}`);
    const [event] = json.events.filter(({ kind }: { kind: string }) => kind === 'chat');
    assert.deepEqual([event.id, event.data.agent_reply], [reply.message_id, reply.agent_reply]);
    assert.equal(event.data.chat, 'running shoes, mail me at a***@example.com, card **** **** **** ****');
    assert.equal(event.data.session_id, json.state.session_id);
    assert.deepEqual(
      [json.state.query, json.state.criteria],
      [reply.found_products.query, reply.found_products.criteria],
    );
    const selection = 'ann@example.com 4111 1111 1111 1111';
    await say({ refinement_selection: { category: 'brand', selection }, criteria_set_ids: ['4111111111111111'] });
    await say({ refinement_selection: { category: selection, selection } });
    const state = await service.deps.store.getConversationState({ convo_id: id });
    const events = JSON.stringify(await service.deps.store.listEvents({ convo_id: id, after: 0, limit: 10 }));
    // More digits than a random id is likely to have in a row.
    assert.doesNotMatch(`${state?.state}${events}`, /ann@|4111 ?1111/);
  });

  test('answers any message of any length', async () => {
    const { say } = converse();
    for (const said of [
      'not '.repeat(500),
      'blck '.repeat(400),
      '??!',
      '$',
      '9'.repeat(400),
      '靴 を 探して',
      '<b>hi</b>',
    ]) {
      const { agent_reply } = await say(said);
      assert.ok(agent_reply.length > 0 && agent_reply.length < 1000, agent_reply);
    }
  });

  test('applies its criteria sets in every turn', async () => {
    await service.call('PUT', '/v1/discovery/products/criteria-sets/cheap', {
      id: 'cheap',
      name: 'Cheap',
      criteria: [{ field: 'final_price', operator: '<=', value: 45 }],
    });
    const { say } = converse();
    assert.deepEqual(idsOf(await say({ chat: 'running shoes', criteria_set_ids: ['cheap'] })), ['a1', 'r1', 'r2']);
    assert.deepEqual(idsOf(await say('black')), ['a1', 'r1']);
  });
});
