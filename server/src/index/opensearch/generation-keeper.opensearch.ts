import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { sharedNodes } from '../../../../test/support/opensearch-server.ts';
import { packChanges } from '../../store/packed-changes.ts';
import { measureLengths } from '../ranking/field-lengths.ts';
import { OpenSearchClient } from './client.ts';
import { GenerationKeeper } from './generation-keeper.ts';

const nodes = await sharedNodes();
const built = { epoch: '', rebuilds: 0, lengths: measureLengths([]), purged: 0 };

async function newKeeper(t: { after(run: () => Promise<void>): void }) {
  const index = `keeper-${randomBytes(6).toString('hex')}`;
  const client = new OpenSearchClient({ nodes });
  const keeper = new GenerationKeeper({ client: { nodes }, shards: 1, replicas: 0 }, () => {});
  t.after(async () => {
    await keeper.discard({ index });
    await client.close();
  });
  return { client, keeper, index };
}

test('a process whose lease has ended does not replace the index of its successor', async (t) => {
  const { keeper, index } = await newKeeper(t);
  await keeper.create({ index, token: 2, ...built });
  await assert.rejects(keeper.create({ index, token: 1, ...built, rebuilds: 1 }), { code: 'not_ready' });
  assert.equal((await keeper.follow({ index, learned_up_to: 0 }))?.rebuilds, 0);
  await keeper.create({ index, token: 3, ...built, rebuilds: 1 });
  assert.equal((await keeper.follow({ index, learned_up_to: 0 }))?.rebuilds, 1);
});

test('products are counted again only after a change', async (t) => {
  const { client, keeper, index } = await newKeeper(t);
  await keeper.create({ index, token: 1, ...built });
  const change = (n: number) => ({
    ...{ change_no: n, product_no: n, merchant_id: 1, merchant_name: 'Shop' },
    data: JSON.stringify({ id: `p${n}`, name: 'Copper kettle' }),
  });
  const apply = (n: number) =>
    keeper.apply({ index, token: 1, after: n - 1, changes: packChanges([change(n)]), following: 0 });
  const follow = async (learned_up_to: number) => (await keeper.follow({ index, learned_up_to }))?.unlearned;
  const searches = async () => {
    type Reply = { _all: { primaries: { search: { query_total: number } } } };
    const { _all } = await client.request<Reply>({ method: 'GET', path: `/${index}/_stats/search` });
    return _all.primaries.search.query_total;
  };
  await apply(1);
  assert.equal(await follow(0), 1);
  const before = await searches();
  assert.equal(await follow(0), 1);
  assert.equal(await searches(), before);
  await apply(2);
  assert.deepEqual([await follow(0), await follow(1)], [2, 1]);
});
