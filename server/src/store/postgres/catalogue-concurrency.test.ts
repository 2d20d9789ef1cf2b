// The catalogue on PostgreSQL under concurrent imports: numbers in commit order, nothing twice, no deadlocks.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { queryDatabase } from '../../../../test/support/postgres-client.ts';
import { temporaryDatabase } from '../../../../test/support/postgres-server.ts';
import { type Random, SEED, seeded } from '../../../../test/support/seeded.ts';
import type { MerchantInfo } from '../../product/product.ts';
import type { ProductWrite } from '../catalogue-store.ts';
import { type ProductChange, unpackChanges } from '../packed-changes.ts';
import type { Store } from '../store.ts';
import { openPostgresStore } from './open-postgres-store.ts';

const IMPORTERS = 8;
const ROUNDS = 25;
const ALL = 1_000_000;

let url: string;
let stores: Store[];
before(async () => {
  url = await temporaryDatabase();
  stores = [];
  // A store writes its batches one after the other, so each importer has its own.
  for (let i = 0; i < IMPORTERS; i++) stores.push(await openPostgresStore({ url, prepare: true, pool: 7, own: false }));
});

const merchant = (key: string, name = ''): MerchantInfo => ({ key, name, domain: '', logo_url: '', description: '' });
const changesAfter = async (store: Store, last: number, limit = ALL) =>
  unpackChanges(await store.readChanges({ after: last, limit }));

/** The catalogue of an index that has applied these changes in order. */
function replay(changes: ProductChange[]): Map<number, unknown> {
  const products = new Map<number, unknown>();
  for (const { product_no, data, merchant_id, merchant_name } of changes)
    products.set(product_no, data && { data, merchant_id, merchant_name });
  return products;
}

/** Two importers share each feed; all share merchants, which they rename now and then. */
async function importProducts(store: Store, feed: string, random: Random): Promise<void> {
  const below = (limit: number) => Math.floor(random() * limit);
  const write = (): ProductWrite => ({
    product: { id: `${feed} ${below(100)}`, name: `Name ${below(1000)}` },
    merchant: merchant(`m${below(4)}`, random() < 0.02 ? `Shop ${below(1000)}` : ''),
  });
  for (let round = 0; round < ROUNDS; round++) {
    const products = Array.from({ length: 1 + below(30) }, write);
    await store.upsertProducts({ feed, products, now_ms: round });
    const keys = products.slice(0, below(4)).map(({ product: { id }, merchant }) => ({ id, merchant }));
    await store.deleteProducts({ feed, keys });
  }
}

test('a follower of the change log misses nothing, however many import', async () => {
  const follower = stores[0]!;
  const followed: ProductChange[] = [];
  let isImporting = true;
  const follow = async () => {
    for (let isEnd = false; !isEnd; ) {
      isEnd = !isImporting;
      const limit = 1 + (followed.length % 50);
      const changes = await changesAfter(follower, followed.at(-1)?.change_no ?? 0, limit);
      followed.push(...changes);
      if (changes.length > 0) isEnd = false;
    }
  };
  const imports = stores.map((store, i) => importProducts(store, `feed ${i % (IMPORTERS / 2)}`, seeded(SEED + i)));
  const following = follow();
  await Promise.all(imports);
  isImporting = false;
  await following;
  const numbers = followed.map(({ change_no }) => change_no);
  assert.deepEqual(
    numbers,
    [...new Set(numbers)].sort((a, b) => a - b),
    'each number once, ascending',
  );
  assert.deepEqual(replay(followed), replay(await changesAfter(follower, 0)));
  assert.equal(await follower.lastChange({}), numbers.at(-1));
});

test('products and merchants that all import at once exist once, with the right counts', async () => {
  const importTogether = async (products: ProductWrite[]) => {
    const outcomes = await Promise.all(
      stores.map((store, i) =>
        store.upsertProducts({ feed: 'together', products: i % 2 ? products : products.toReversed(), now_ms: 1 }),
      ),
    );
    const sum = (counted: 'inserted' | 'unchanged') => outcomes.reduce((total, outcome) => total + outcome[counted], 0);
    const { length } = products;
    assert.deepEqual([sum('inserted'), sum('unchanged')], [length, length * (IMPORTERS - 1)]);
    return new Set(outcomes.flatMap(({ merchant_ids }) => merchant_ids));
  };
  const keys = Array.from({ length: 40 }, (_, i) => `together ${i}`);
  const write = (id: string, key: string): ProductWrite => ({
    ...{ product: { id, name: key }, merchant: merchant(key), is_source_id: true },
  });
  const ids = await importTogether(keys.flatMap((key) => [write('a', key), write('b', key)]));
  assert.equal(ids.size, 40);
  for (const id of ids) assert.equal((await stores[1]!.getMerchant({ id }))?.product_count, 2);
  // With known merchants, nothing keeps the importers apart.
  const known = await importTogether(Array.from({ length: 1000 }, (_, i) => write(`known ${i}`, keys[i % 40]!)));
  assert.deepEqual(known, ids);
  assert.equal(await stores[0]!.countFeedProducts({ feed: 'together' }), 1080);
});

test('parts of a description that several feeds give at once are all kept', async () => {
  const parts = ['name', 'domain', 'logo_url', 'description'] as const;
  const describe = (i: number, value: string) =>
    stores[i]!.upsertProducts({
      ...{ feed: 'parts', now_ms: 1 },
      products: [
        { product: { id: `part ${i}`, name: 'x' }, merchant: { ...merchant('parts'), [parts[i % 4]!]: value } },
      ],
    });
  for (let round = 0; round < 20; round++) {
    const outcomes = await Promise.all(stores.map((_, i) => describe(i, `round ${round}`)));
    if (round === 0) assert.ok(outcomes.every(({ inserted }) => inserted === 1));
    const { merchant } = (await stores[0]!.getProductById({ id: 'part 0' }))!;
    const stored = (await stores[0]!.getMerchant({ id: merchant.id }))!;
    for (const part of parts) assert.equal(stored[part], `round ${round}`, part);
  }
});

test('counts of merchants equal their products after all imports', async () => {
  const wrong = await queryDatabase(
    url,
    `SELECT m.id FROM finderfee.merchants m
     WHERE product_count <> (SELECT count(*) FROM finderfee.products p WHERE p.merchant_id = m.id)
     UNION ALL SELECT merchant_id FROM finderfee.products
     WHERE merchant_id NOT IN (SELECT id FROM finderfee.merchants)`,
  );
  assert.deepEqual(wrong, []);
});

test('none of these imports was in a deadlock with another', async () => {
  // A connection reports its statistics when it ends.
  await Promise.all(stores.map((store) => store.close()));
  const [row] = await queryDatabase(url, 'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()');
  assert.equal(Number(row!.deadlocks), 0);
});
