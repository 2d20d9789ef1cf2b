// The lists of conversions and postbacks over HTTP: filters, pages, masks; their export and retention.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { salesOf } from '../../../test/support/sales.ts';
import { startTestApp, type TestApp, withApp } from '../../../test/support/test-app.ts';
import { readConfig } from '../config.ts';
import { createKey } from '../keys/create-key.ts';
import { purgeExpired } from '../retention/purge.ts';
import { retentionOf } from '../retention/retention.ts';

let service: TestApp;
before(async () => {
  service = await startTestApp();
});
after(() => service.stop());

const { clicked, newTransaction, report, get } = salesOf(() => service);
const DAY_MS = 24 * 3_600_000;
const page = async (path: string, query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  (await service.call('GET', `${path}?${new URLSearchParams(query)}`, undefined, headers)).json;
const idsOf = ({ items }: { items: { id: number }[] }) => items.map(({ id }) => id);

/** Follows `next_cursor` from the first page on. */
async function allPages(path: string, query: Record<string, string>): Promise<number[][]> {
  const pages = [];
  for (let next = await page(path, query); ; next = await page(path, { cursor: next.next_cursor })) {
    pages.push(idsOf(next));
    if (next.next_cursor === null) return pages;
  }
}

describe('the list of conversions', () => {
  test('is newest first, and each entry is what the conversion itself answers', async () => {
    const network = 'newest';
    const [first] = await report({ network, transaction_id: newTransaction(), sale_amount: '1', currency: 'USD' });
    const [second] = await report({ network, transaction_id: newTransaction() });
    const { items, next_cursor } = await page('/v1/conversions', { network: 'Newest' });
    assert.deepEqual([items, next_cursor], [[await get(second!.id), await get(first!.id)], null]);
  });

  test('is filtered by status, match, network and program together', async () => {
    const network = 'filtered';
    const { click_id } = await clicked({ program: 'filtered' });
    const [matched] = await report({ network, transaction_id: newTransaction(), click_id, status: 'approved' });
    const [unmatched] = await report({ network, transaction_id: newTransaction(), status: 'approved' });
    const [declined] = await report({ network, transaction_id: newTransaction(), status: 'declined' });
    for (const [query, expected] of [
      [{}, [declined, unmatched, matched]],
      [{ status: 'approved' }, [unmatched, matched]],
      [{ status: 'pending' }, []],
      [{ is_matched: 'true' }, [matched]],
      [{ is_matched: 'false' }, [declined, unmatched]],
      [{ is_matched: 'false', status: 'declined' }, [declined]],
      [{ program: 'filtered' }, [matched]],
      [{ program: 'other' }, []],
    ] as const)
      assert.deepEqual(
        idsOf(await page('/v1/conversions', { network, ...query })),
        expected.map((answer) => answer!.id),
        JSON.stringify(query),
      );
  });

  test('is paged by a cursor that keeps filter and page size, and conversions that arrive later are not repeated', async () => {
    const network = 'paged';
    const answers = await report(...Array.from({ length: 5 }, () => ({ network, transaction_id: newTransaction() })));
    const ids = answers.map(({ id }) => id).reverse();
    const pages = await allPages('/v1/conversions', { network, per_page: '2' });
    assert.deepEqual(pages, [ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
    const first = await page('/v1/conversions', { network, per_page: '2' });
    await report({ network, transaction_id: newTransaction() });
    assert.deepEqual(idsOf(await page('/v1/conversions', { cursor: first.next_cursor })), ids.slice(2, 4));
    assert.equal((await allPages('/v1/conversions', { network, per_page: '3' })).length, 2, 'a full last page');
  });

  test('answers 404 to a cursor that was not made for it', async () => {
    const network = 'cursors';
    await report(...Array.from({ length: 2 }, () => ({ network, transaction_id: newTransaction() })));
    const { next_cursor } = await page('/v1/conversions', { network, per_page: '1' });
    const statusOf = async (path: string, cursor: string) =>
      (await service.call('GET', `${path}?${new URLSearchParams({ cursor })}`)).status;
    assert.equal(await statusOf('/v1/conversions', next_cursor), 200);
    for (const path of ['/v1/rewards', '/v1/postbacks']) assert.equal(await statusOf(path, next_cursor), 404, path);
    for (const path of ['/v1/conversions', '/v1/rewards', '/v1/postbacks'])
      for (const cursor of ['', 'made-up']) assert.equal(await statusOf(path, cursor), 404, path);
  });

  test('refuses a filter that is not valid', async () => {
    for (const query of ['status=paid', 'is_matched=perhaps', 'network=a%20b', 'per_page=0', 'per_page=101'])
      assert.equal((await service.call('GET', `/v1/conversions?${query}`)).status, 422, query);
    for (const id of ['0', 'x', '1.5']) assert.equal((await service.call('GET', `/v1/conversions/${id}`)).status, 422);
  });
});

describe('the list of postbacks', () => {
  const now_ms = Date.parse('2026-03-04T05:06:07Z');
  const fields = JSON.stringify({ clickRef: 'k1', note: 'for zoe@example.com' });
  const keep = async (network: string) => {
    const { store } = service.deps;
    const rest = { original_transaction_id: null, order_id: null, click_id: null, program: null, sale_amount: null };
    const unknown = { commission: null, currency: null, status: null, is_paid: null };
    const times = { occurred_at_ms: null, modified_at_ms: null };
    const ids = { network, transaction_id: newTransaction(), item_id: '' };
    const reports = [{ ...ids, ...rest, ...unknown, ...times }];
    await store.recordReports({ reports, postback: fields, reward_max_pct: 25, now_ms });
    assert.equal(await store.rejectPostback({ network, fields, reason: 'no id for zoe@example.com', now_ms }), true);
  };

  test('shows each with its fields and the reason why it was rejected, masked without the scope pii', async () => {
    await keep('listed');
    const { items } = await page('/v1/postbacks', { network: 'LISTED' });
    const shown = { clickRef: 'k1', note: 'for z***@example.com' };
    const common = { network: 'listed', received_at: '2026-03-04T05:06:07.000Z', fields: shown };
    assert.deepEqual(
      items.map(({ id: _, ...item }: { id: number }) => item),
      [
        { ...common, reason: 'no id for z***@example.com' },
        { ...common, reason: null },
      ],
    );
    const { key } = await createKey(service.deps, { name: 'x', scopes: ['operate', 'pii'], expires_at_ms: null });
    await service.keyRing.refresh();
    const seen = await page('/v1/postbacks', { network: 'listed' }, { 'x-api-key': key });
    assert.equal(seen.items[0].fields.note, 'for zoe@example.com');
  });

  test('is filtered by rejection, and paged', async () => {
    await keep('sorted');
    await keep('sorted');
    const [all = []] = await allPages('/v1/postbacks', { network: 'sorted' });
    const rejected = idsOf(await page('/v1/postbacks', { network: 'sorted', is_rejected: 'true' }));
    const recorded = idsOf(await page('/v1/postbacks', { network: 'sorted', is_rejected: 'false' }));
    assert.deepEqual(
      [rejected, recorded],
      [
        [all[0], all[2]],
        [all[1], all[3]],
      ],
    );
    assert.deepEqual(await allPages('/v1/postbacks', { network: 'sorted', per_page: '3' }), [
      all.slice(0, 3),
      all.slice(3),
    ]);
  });
});

describe('conversions and rewards', () => {
  test('are exported with amounts as decimal strings', async () => {
    const { click_id, email, offer_id } = await clicked({ program: 'exported' });
    const transaction_id = newTransaction();
    const sale = { transaction_id, click_id, sale_amount: '100', currency: 'USD', occurred_at: '2026-03-04T06:00:00Z' };
    const [answer] = await report({ ...sale, item_id: 'i1', order_id: 'o1', commission: '8' });
    const exported = async (kind: 'conversions' | 'rewards') => {
      const rows = await service.deps.store.exportFacts({ kind, after: 0, since_ms: 0, limit: 1000 });
      return rows.filter(({ data }) => data.program === 'exported');
    };
    const [conversion] = await exported('conversions');
    assert.deepEqual(conversion, {
      ...{ no: answer!.id, at_ms: service.clock.now_ms(), email },
      data: {
        ...{ id: answer!.id, network: 'awin', transaction_id, item_id: 'i1', order_id: 'o1', status: 'pending' },
        ...{ is_paid: false, sale_amount: '100.00', commission: '8.00', currency: 'USD' },
        ...{ occurred_at: '2026-03-04T06:00:00.000Z', click_id, offer_id, program: 'exported' },
        ...{ clicked_at: '2026-03-04T05:06:07.000Z', merchant_id: null },
        ...{ unmatched_reason: null, reward_amount: '4.00', reward_currency: 'USD', reward_reason: null },
      },
    });
    const [reward] = await exported('rewards');
    const { no, ...data } = reward!.data;
    const change = {
      conversion_id: answer!.id,
      program: 'exported',
      status: 'pending',
      amount: '4.00',
      currency: 'USD',
    };
    assert.deepEqual([reward!.email, no, data], [email, reward!.no, change]);
  });

  test('are purged after RETAIN_FACTS_DAYS without a change, and postbacks after RETAIN_POSTBACKS_DAYS', () =>
    withApp({}, async (app) => {
      const own = salesOf(() => app);
      const { click_id } = await own.clicked();
      const sale = { transaction_id: own.newTransaction(), click_id, sale_amount: '100', currency: 'USD' };
      const [answer] = await own.report(sale);
      const { store, clock } = app.deps;
      const postback = { network: 'awin', fields: '{}', reason: 'empty', now_ms: clock.now_ms() };
      await store.rejectPostback(postback);
      const purge = async (env: Record<string, string>) => {
        const purged: Record<string, number> = {};
        const onPurged = (name: string, rows: number) => {
          purged[name] = (purged[name] ?? 0) + rows;
        };
        const lease = () => ({ name: 'purge', token: 1 });
        await purgeExpired({ store, clock, lease, retention: retentionOf(readConfig(env)), onPurged }, () => false);
        return { postbacks: purged.postbacks, conversions: purged.conversions };
      };
      app.clock.advance(91 * DAY_MS);
      assert.deepEqual(await purge({}), { postbacks: 1, conversions: undefined });
      assert.equal((await own.get(answer!.id)).reward.amount, '4.00');
      assert.deepEqual(await purge({ RETAIN_FACTS_DAYS: '10' }), { postbacks: undefined, conversions: 1 });
      assert.equal((await app.call('GET', `/v1/conversions/${answer!.id}`)).status, 404);
      assert.deepEqual((await app.call('GET', '/v1/rewards')).json.items, []);
    }));
});
