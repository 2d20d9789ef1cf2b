// The ledger lookup and time lines over HTTP.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Click, salesOf } from '../../../test/support/sales.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { until } from '../../../test/support/until.ts';
import { createKey } from '../keys/create-key.ts';

let service: TestApp;
before(async () => {
  service = await startTestApp();
});
after(() => service.stop());

const sales = salesOf(() => service);

interface Fact {
  kind: string;
  id: string;
  at: string;
  status: string | null;
  program: string | null;
  convo_id: string | null;
  email: string | null;
  ids: Record<string, string>;
  amounts: object[];
  summary: string;
}

const get = async (path: string, headers: Record<string, string> = {}) => {
  const { status, json } = await service.call('GET', path, undefined, headers);
  assert.equal(status, 200, JSON.stringify(json));
  return json;
};
const find = async (id: string, query: Record<string, string> = {}): Promise<Fact[]> =>
  (await get(`/v1/ledger?${new URLSearchParams({ id, ...query })}`)).items;
const namesOf = (facts: Fact[]) => facts.map(({ kind, id }) => `${kind} ${id}`);
const timeline = (kind: string, id: string | number, headers?: Record<string, string>) =>
  get(`/v1/ledger/${kind}/${encodeURIComponent(id)}`, headers);
const entriesOf = async (kind: string, id: string | number) => namesOf((await timeline(kind, id)).entries);

/** A shopper who signs up, clicks an offer and buys; the sale is approved later. */
async function story() {
  const made = sales.newClick({ program: 'tales' });
  const { convo_id, email, program, presentation_id } = made;
  const offer_id = await sales.offer(made, { name: 'Walking boot', value: 63, rebate_pct: 4 });
  service.clock.advance(1000);
  const { json } = await service.call('POST', `/signup/${convo_id}`, { program, email, presentation_id });
  service.clock.advance(1000);
  await sales.click(made);
  await until(async () => (await find(json.message_id))[0]?.status === 'recorded');
  service.clock.advance(1000);
  const transaction_id = sales.newTransaction();
  const sale = { transaction_id, order_id: `order ${transaction_id}`, click_id: made.click_id, currency: 'USD' };
  const [recorded] = await sales.report({ ...sale, sale_amount: '63', commission: '5.04' });
  service.clock.advance(1000);
  await sales.report({ transaction_id, status: 'approved' });
  const [click] = await find(made.click_id, { kind: 'click' });
  return { ...made, offer_id, click_no: click!.id, message_id: json.message_id, transaction_id, sale_id: recorded!.id };
}

describe('the lookup', () => {
  test('finds every fact by each of its ids, and says what it is', async () => {
    const told = await story();
    const { click_id, presentation_id, offer_id, click_no, message_id, transaction_id, sale_id, convo_id } = told;
    const found = await find(click_id);
    assert.deepEqual(namesOf(found), [`offer ${offer_id}`, `click ${click_no}`]);
    const [offer, click] = found;
    const { at, email, ...facts } = offer!;
    assert.deepEqual(facts, {
      ...{ kind: 'offer', id: String(offer_id), status: 'registered', program: 'tales', convo_id },
      ids: { presentation_id, click_id },
      amounts: [{ name: 'value', amount: '63.00', currency: 'USD' }],
      summary: 'Walking boot, 63.00 USD, 4% back',
    });
    assert.equal(email, `s***@example.com`);
    assert.ok(at < click!.at);
    assert.deepEqual(click!.ids, { click_id, presentation_id, offer_id: String(offer_id) });
    const sale = `conversion ${sale_id}`;
    for (const [id, expected] of [
      [String(offer_id), `offer ${offer_id}`],
      [presentation_id, `offer ${offer_id}`],
      [click_no, `click ${click_no}`],
      [message_id, `signup ${message_id}`],
      [String(sale_id), sale],
      [transaction_id, sale],
      [`order ${transaction_id}`, sale],
    ] as const)
      assert.ok(namesOf(await find(id)).includes(expected), `${id} finds ${expected}`);
    const [conversion] = await find(transaction_id);
    assert.deepEqual(conversion!.amounts, [
      { name: 'sale_amount', amount: '63.00', currency: 'USD' },
      { name: 'commission', amount: '5.04', currency: 'USD' },
      { name: 'reward', amount: '2.52', currency: 'USD' },
    ]);
    assert.equal(
      conversion!.summary,
      'Sale reported by awin: approved, sale 63.00 USD, commission 5.04 USD, reward 2.52 USD',
    );
    const { items } = await get(`/v1/rewards?${new URLSearchParams({ email: told.email })}`);
    const [reward] = await find(String(items[0].no), { kind: 'reward' });
    assert.deepEqual([reward!.summary, reward!.ids], ['2.52 USD on approved', { conversion_id: String(sale_id) }]);
  });

  test('finds a conversion that waits for its click by the reported id, and says why it has no reward', async () => {
    await sales.report({ transaction_id: sales.newTransaction(), click_id: 'never clicked' });
    const [waiting] = await find('never clicked');
    assert.deepEqual(
      [waiting!.kind, waiting!.program, waiting!.summary],
      ['conversion', null, 'Sale reported by awin: pending, unknown_click'],
    );
  });

  test('says whether a signup is recorded or repeats another', async () => {
    const { program, email, convo_id } = await story();
    const { json } = await service.call('POST', `/signup/${convo_id}`, { program, email });
    await until(async () => (await find(json.message_id))[0]?.status === 'repeated');
  });

  test('pages through kinds in order, and a cursor is of this list', async () => {
    const presentation_id = 'seen by all';
    const made = [];
    for (let i = 0; i < 3; i++)
      made.push(await sales.clicked({ presentation_id, click_id: `${presentation_id} ${i}` }));
    const query = { id: presentation_id, per_page: '2' };
    const first = await get(`/v1/ledger?${new URLSearchParams(query)}`);
    const second = await get(`/v1/ledger?${new URLSearchParams({ cursor: first.next_cursor })}`);
    assert.deepEqual(
      namesOf([...first.items, ...second.items]),
      made.map(({ offer_id }) => `offer ${offer_id}`).reverse(),
    );
    assert.equal(second.next_cursor, null);
    const click_id = `${presentation_id} 0`;
    const pages = [];
    for (let next = await get(`/v1/ledger?${new URLSearchParams({ id: click_id, per_page: '1' })}`); ; ) {
      pages.push(namesOf(next.items).map((name) => name.split(' ')[0]));
      if (next.next_cursor === null) break;
      next = await get(`/v1/ledger?${new URLSearchParams({ cursor: next.next_cursor })}`);
    }
    assert.deepEqual(pages, [['offer'], ['click']]);
    assert.equal((await service.call('GET', '/v1/ledger?cursor=made-up')).status, 404);
  });

  test('needs an id, and finds nothing by one that no fact has', async () => {
    const { status, json } = await service.call('GET', '/v1/ledger');
    assert.deepEqual([status, json.detail[0].loc], [422, ['query', 'id']]);
    assert.equal((await service.call('GET', '/v1/ledger?id=x&kind=shoe')).status, 422);
    for (const id of ['nothing', '0', '-1', '1.5', '9007199254740993', '99999999999999999999', 'é "quoted" %'])
      assert.deepEqual(await find(id), [], id);
  });
});

describe('the time line', () => {
  test('leads from the presentment to the reward, wherever it starts', async () => {
    const told = await story();
    const { offer_id, click_no, message_id, sale_id } = told;
    const { fact, entries, is_truncated } = await timeline('offer', offer_id);
    const rewards = entries.filter(({ kind }: Fact) => kind === 'reward');
    const whole = [`offer ${offer_id}`, `signup ${message_id}`, `click ${click_no}`, `conversion ${sale_id}`];
    const expected = [...whole, ...namesOf(rewards)];
    assert.deepEqual([namesOf(entries), is_truncated, namesOf([fact])], [expected, false, [`offer ${offer_id}`]]);
    assert.deepEqual(
      rewards.map(({ summary }: Fact) => summary),
      ['2.52 USD on pending', '2.52 USD off pending', '2.52 USD on approved'],
    );
    const times = entries.map(({ at }: Fact) => at);
    assert.deepEqual(times, times.toSorted());
    for (const [kind, id] of [
      ['click', click_no],
      ['conversion', sale_id],
      ['reward', rewards[0].id],
      ['signup', message_id],
    ] as const)
      assert.deepEqual(await entriesOf(kind, id), expected, kind);
  });

  test('of an offer follows all its clicks, of a click only that click', async () => {
    const first = await sales.clicked();
    const again: Click = { ...first, click_id: `${first.click_id} again`, email: 'other@example.com' };
    await sales.click(again);
    const [bought] = await sales.report({ transaction_id: sales.newTransaction(), click_id: again.click_id });
    const numberOf = async (click_id: string) => (await find(click_id, { kind: 'click' }))[0]!.id;
    const [one, two] = [await numberOf(first.click_id), await numberOf(again.click_id)];
    const sale = `conversion ${bought!.id}`;
    const offer = `offer ${first.offer_id}`;
    const without = async (kind: string, id: string | number) =>
      (await entriesOf(kind, id)).filter((name) => !name.startsWith('reward'));
    assert.deepEqual(await without('offer', first.offer_id), [offer, `click ${one}`, `click ${two}`, sale]);
    assert.deepEqual(await without('click', one), [offer, `click ${one}`]);
    assert.deepEqual(await without('click', two), [offer, `click ${two}`, sale]);
  });

  test('of a signup is what the shopper bought in that program, and no other', async () => {
    const email = 'member@example.com';
    const bought = async (program: string) => {
      const { click_id } = await sales.clicked({ program, email });
      return (await sales.report({ transaction_id: sales.newTransaction(), click_id }))[0]!.id;
    };
    const [mine] = [await bought('mine'), await bought('theirs')];
    const { json } = await service.call('POST', '/signup/later', { program: 'mine', email });
    const sold = (await entriesOf('signup', json.message_id)).filter((name) => name.startsWith('conversion'));
    assert.deepEqual(sold, [`conversion ${mine}`]);
  });

  test('of a click without an offer, and of an unmatched conversion, is what there is', async () => {
    const made = sales.newClick();
    await sales.click(made);
    const [click] = await find(made.click_id);
    assert.deepEqual(await entriesOf('click', click!.id), [`click ${click!.id}`]);
    const [sale] = await sales.report({ transaction_id: sales.newTransaction() });
    assert.deepEqual(await entriesOf('conversion', sale!.id), [`conversion ${sale!.id}`]);
  });

  test('of a correction is that of the conversion it belongs to', async () => {
    const { sale_id, transaction_id } = await story();
    const refund = { original_transaction_id: transaction_id, sale_amount: '-13', currency: 'USD' };
    await sales.report({ transaction_id: `${transaction_id} refund`, ...refund });
    const [found] = await find(`${transaction_id} refund`);
    assert.deepEqual(
      [found!.id, found!.amounts[0]],
      [String(sale_id), { name: 'sale_amount', amount: '50.00', currency: 'USD' }],
    );
  });

  test('holds the newest hundred clicks of an offer, and says that there are more', async () => {
    const made = await sales.clicked();
    for (let i = 1; i <= 100; i++) await sales.click({ ...made, click_id: `${made.click_id} ${i}` });
    const { entries, is_truncated } = await timeline('offer', made.offer_id);
    const clicks = entries.filter(({ kind }: Fact) => kind === 'click');
    assert.deepEqual([clicks.length, is_truncated], [100, true]);
    assert.ok(!clicks.some(({ ids }: Fact) => ids.click_id === made.click_id), 'the oldest is left out');
  });

  test('shows emails only with the scope pii, also where callers use them as ids', async () => {
    const email = 'seen@example.com';
    const made = await sales.clicked({ email, convo_id: 'for seen@example.com', presentation_id: email });
    const { key } = await createKey(service.deps, { name: 'x', scopes: ['operate', 'pii'], expires_at_ms: null });
    await service.keyRing.refresh();
    const masked = await timeline('offer', made.offer_id);
    assert.ok(!JSON.stringify(masked).includes(email));
    assert.equal(masked.fact.email, 's***@example.com');
    const seen = await timeline('offer', made.offer_id, { 'x-api-key': key });
    assert.deepEqual([seen.fact.email, seen.fact.ids.presentation_id], [email, email]);
  });

  test('of a fact that does not exist is a 404, and of an unknown kind a 422', async () => {
    for (const path of ['offer/999999', 'offer/x', 'click/0', 'signup/none', 'conversion/999999', 'reward/1e3'])
      assert.equal((await service.call('GET', `/v1/ledger/${path}`)).status, 404, path);
    assert.equal((await service.call('GET', '/v1/ledger/shoe/1')).status, 422);
  });

  test('is for keys with the scope operate', async () => {
    const { key } = await createKey(service.deps, { name: 'x', scopes: ['discovery'], expires_at_ms: null });
    await service.keyRing.refresh();
    for (const path of ['/v1/ledger?id=1', '/v1/ledger/offer/1'])
      assert.equal((await service.call('GET', path, undefined, { 'x-api-key': key })).status, 403);
  });
});
