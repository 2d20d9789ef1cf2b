// Contract of every store adapter: facts are found by any of their ids, and by the facts that they belong to.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offerWrite, signupWrite } from '../../../test/support/stored-facts.ts';
import { matchDue, SALE_MS, storedSales } from '../../../test/support/stored-sales.ts';
import { networkClickId } from '../text/network-click-id.ts';
import type { FactKey, LedgerFact } from './lookup-store.ts';
import type { Store } from './store.ts';

export function lookupContract(store: () => Store): void {
  const sales = storedSales(store, 'lookup');
  const list = (key: FactKey, values: (string | number)[], by: { before?: number; limit?: number } = {}) =>
    store().listFacts({ key, values, before: null, limit: 100, ...by });
  const numbersOf = (facts: LedgerFact[]) => facts.map(({ no }) => no);
  const signUp = async (message_id: string, email: string, data = '{}') => {
    await store().acceptSignup(
      signupWrite({ message_id, program: 'lookup', email, convo_id: 'lookup', data, now_ms: 7 }),
    );
  };
  const run = (id: string) => store().runJob({ id, reward_max_pct: 25, now_ms: 8 });

  test('an offer is found by its id, presentment, click id and message id, with all its fields', async () => {
    const product = '{"name":"Lookup"}';
    const ids = { convo_id: 'lookup-o', presentation_id: 'lookup-p', click_id: 'lookup-k', message_id: 'lookup-m' };
    const offers = [offerWrite({ ...ids, program: 'lookup', email: 'Lou@example.com', product })];
    const outcome = await store().registerOffers({ offers, now_ms: 5 });
    assert.ok('answers' in outcome);
    const { id } = outcome.answers[0]!;
    const [found] = await list('offer.id', [id]);
    const { person_no, ...fact } = found!;
    assert.equal(typeof person_no, 'number');
    const head = { kind: 'offer', no: id, at_ms: 5, program: 'lookup', email: 'Lou@example.com', ...ids };
    assert.deepEqual(fact, { ...head, is_registered: false, product });
    for (const [key, value] of [
      ['offer.presentation_id', 'lookup-p'],
      ['offer.click_id', 'lookup-k'],
      ['offer.message_id', 'lookup-m'],
    ] as const)
      assert.deepEqual(await list(key, [value]), [found], key);
    assert.deepEqual(await list('offer.click_id', ['lookup-p']), []);
    await run('lookup-m');
    const [registered] = await list('offer.id', [id]);
    assert.deepEqual(registered, { ...found, is_registered: true });
  });

  test('facts of several values are listed together, newest first, below a number and up to the limit', async () => {
    const presentment = { presentation_id: 'lookup-many', program: 'lookup' };
    const made = [];
    for (const click_id of ['many-1', 'many-2', 'many-3']) made.push(await sales.clicked({ ...presentment, click_id }));
    const newest = made.map(({ offer_id }) => offer_id).reverse();
    assert.deepEqual(numbersOf(await list('offer.presentation_id', ['lookup-many'])), newest);
    assert.deepEqual(numbersOf(await list('offer.click_id', ['many-1', 'none', 'many-3'])), [newest[0], newest[2]]);
    assert.deepEqual(
      numbersOf(await list('offer.presentation_id', ['lookup-many'], { before: newest[0]! })),
      newest.slice(1),
    );
    assert.deepEqual(numbersOf(await list('offer.presentation_id', ['lookup-many'], { limit: 2 })), newest.slice(0, 2));
    assert.deepEqual(numbersOf(await list('offer.id', newest.toReversed(), { limit: 2 })), newest.slice(0, 2));
    const repeated = [newest[0]!, newest[0]!, newest[1]!];
    assert.deepEqual(numbersOf(await list('offer.id', repeated, { limit: 2 })), newest.slice(0, 2));
    assert.deepEqual(await list('offer.id', []), []);
  });

  test('a click is found by its number, its id, its network form and its offer', async () => {
    const made = await sales.clicked({ click_id: 'not plain, found', program: 'lookup' });
    const [found, ...others] = await list('click.click_id', [made.click_id]);
    assert.deepEqual(others, []);
    const network_click_id = networkClickId('lookup', made.click_id);
    const { person_no, no, ...fact } = found!;
    const { convo_id, presentation_id, click_id, email, offer_id } = made;
    assert.deepEqual(fact, {
      ...{ kind: 'click', at_ms: made.now_ms, program: 'lookup', convo_id, email },
      ...{ presentation_id, click_id, network_click_id, offer_id },
    });
    assert.deepEqual(await list('click.click_no', [no]), [found]);
    assert.deepEqual(await list('click.network_click_id', [network_click_id]), [found]);
    assert.deepEqual(await list('click.offer_id', [offer_id]), [found]);
    const [offer] = await list('offer.id', [offer_id]);
    assert.equal(offer?.person_no, person_no);
  });

  test('a signup is found by its number and the id of its request; a repeat and a waiting request say so', async () => {
    const data = '{"presentation_id":"p1"}';
    await signUp('lookup-first', 'sue@example.com', data);
    const [waiting] = await list('signup.message_id', ['lookup-first']);
    const { person_no, ...fact } = waiting!;
    assert.deepEqual(fact, {
      ...{ kind: 'signup', no: 0, at_ms: 7, program: 'lookup', convo_id: 'lookup', email: 'sue@example.com' },
      ...{ message_id: 'lookup-first', signup_id: null, recorded_by: null, data },
    });
    await run('lookup-first');
    await signUp('lookup-again', 'SUE@example.com');
    await run('lookup-again');
    const [first] = await list('signup.message_id', ['lookup-first']);
    const { no } = first!;
    assert.deepEqual(first, { ...waiting, no, signup_id: no, recorded_by: 'lookup-first' });
    assert.ok(no > 0);
    assert.deepEqual(await list('signup.id', [no]), [first]);
    assert.deepEqual(await list('signup.message_id', ['lookup-first'], { before: no }), []);
    const [again] = await list('signup.message_id', ['lookup-again']);
    assert.deepEqual(again, { ...first, message_id: 'lookup-again', email: 'sue@example.com', data: '{}' });
    const members = [
      { program: 'lookup', person_no: person_no! },
      { program: 'other', person_no: person_no! },
    ];
    assert.deepEqual(await store().listSignups({ members }), [first]);
    assert.deepEqual(await store().listSignups({ members: [] }), []);
  });

  test('a conversion is found by its ids, its click and its person, and by the ids of its corrections', async () => {
    const made = await sales.clicked({ program: 'lookup' }, { value: 100 });
    const [click] = await list('click.click_id', [made.click_id]);
    const sale = { transaction_id: 'lookup-sale', order_id: 'lookup-order', click_id: made.click_id, currency: 'USD' };
    const { id } = await sales.reportOne({ ...sale, sale_amount: 30_000_000n, occurred_at_ms: SALE_MS - 10 });
    const [found] = await list('conversion.id', [id]);
    const { conversion } = await sales.get(id);
    assert.deepEqual(found, {
      ...{ kind: 'conversion', no: id, at_ms: SALE_MS - 10, program: 'lookup', convo_id: made.convo_id },
      ...{ person_no: click!.person_no, email: made.email, conversion },
    });
    const keys: [FactKey, string | number][] = [
      ['conversion.transaction_id', 'lookup-sale'],
      ['conversion.order_id', 'lookup-order'],
      ['conversion.click_no', click!.no],
      ['conversion.person_no', click!.person_no!],
    ];
    for (const [key, value] of keys) assert.deepEqual(await list(key, [value]), [found], key);
    const refund = { original_transaction_id: 'lookup-sale', sale_amount: -10_000_000n, currency: 'USD' };
    await sales.report({ transaction_id: 'lookup-refund', ...refund });
    const [corrected] = await list('conversion.transaction_id', ['lookup-refund']);
    assert.equal(corrected?.kind === 'conversion' && corrected.conversion.sale_amount, 20_000_000n);
    assert.deepEqual(await list('conversion.transaction_id', ['lookup-refund', 'lookup-sale']), [corrected]);
  });

  test('a conversion is found by a reported click id as long as no click has it', async () => {
    const made = sales.newClick({ program: 'lookup' });
    const { id } = await sales.reportOne({ transaction_id: 'lookup-early', click_id: made.click_id });
    assert.deepEqual(numbersOf(await list('conversion.unknown_click_id', [made.click_id])), [id]);
    await sales.offer(made);
    await sales.click(made);
    await matchDue(store(), SALE_MS);
    assert.deepEqual(await list('conversion.unknown_click_id', [made.click_id]), []);
  });

  test('a change of a balance is found by its number and its conversion', async () => {
    const made = await sales.clicked({ program: 'lookup' });
    const report = {
      transaction_id: 'lookup-reward',
      click_id: made.click_id,
      currency: 'USD',
      sale_amount: 10_000_000n,
    };
    const { id } = await sales.reportOne({ ...report, modified_at_ms: 1 });
    await sales.reportAt(SALE_MS + 5, { ...report, status: 'approved', modified_at_ms: 2 });
    const found = await list('reward.conversion_id', [id]);
    const of = { kind: 'reward', program: 'lookup', convo_id: made.convo_id, email: made.email, conversion_id: id };
    assert.deepEqual(
      found.map(({ no: _, person_no: __, ...fact }) => fact),
      [
        { ...of, at_ms: SALE_MS + 5, status: 'approved', amount: 1_000_000n, currency: 'USD' },
        { ...of, at_ms: SALE_MS + 5, status: 'pending', amount: -1_000_000n, currency: 'USD' },
        { ...of, at_ms: SALE_MS, status: 'pending', amount: 1_000_000n, currency: 'USD' },
      ],
    );
    assert.deepEqual(await list('reward.no', [found[1]!.no]), [found[1]]);
  });

  test('a fact of a person who was erased has no email', async () => {
    const made = await sales.clicked({ program: 'lookup' });
    await store().erasePerson({ email: made.email });
    const facts = [...(await list('offer.id', [made.offer_id])), ...(await list('click.click_id', [made.click_id]))];
    assert.deepEqual(
      facts.map(({ email }) => email),
      [null, null],
    );
  });
}
