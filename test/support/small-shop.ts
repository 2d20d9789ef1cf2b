// A small catalogue for chat tests: shoes, jackets, and some products with ambiguous names.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { type Caller, startTestApp, type TestApp } from './test-app.ts';

const shoe = (id: string, brand: string, color: string, final_price: number, changes: object = {}) => ({
  id,
  name: `${brand} Running Shoes ${color}`,
  brand,
  color,
  final_price,
  currency: 'USD',
  category: 'Shoes > Running Shoes',
  in_stock: true,
  ...changes,
});
const SMALL_SHOP = [
  shoe('n1', 'Nike', 'Black', 90),
  shoe('n2', 'Nike', 'White', 50, { regular_price: 100, final_price: 50 }),
  shoe('a1', 'Adidas', 'Black', 40),
  shoe('a2', 'Adidas', 'Red', 70),
  shoe('a3', 'Adidas', 'White', 75),
  shoe('r1', 'Ruel', 'Black', 30, { in_stock: false }),
  shoe('r2', 'Ruel', 'Blue', 24.99, { material: 'leather' }),
  {
    id: 'j1',
    name: 'Rain Jacket',
    brand: 'Ruel',
    color: 'Red',
    final_price: 80,
    currency: 'USD',
    category: 'Clothing > Jackets',
  },
  {
    id: 'j2',
    name: 'Wool Jackets',
    brand: 'Nike',
    color: 'Blue',
    final_price: 120,
    currency: 'USD',
    category: 'Clothing > Jackets',
  },
  { id: 't1', name: 'Jasmine Green Tea', brand: 'Leafy', final_price: 5, currency: 'USD', category: 'Kitchen > Tea' },
  {
    id: 'g1',
    name: 'Garden Hose',
    brand: 'Leafy',
    color: 'Green',
    final_price: 25,
    currency: 'USD',
    category: 'Garden',
  },
  { id: 'h1', name: 'Grey Hoodie', final_price: 35, currency: 'EUR', category: 'Clothing > Hoodies' },
  { id: 'h2', name: 'Zip Hoodie', final_price: 45, currency: 'GBP', category: 'Clothing > Hoodies' },
  { id: 'h3', name: 'Hoodie with Pocket', final_price: 50, currency: 'GBP', category: 'Clothing > Hoodies' },
  { id: 'l1', name: 'Desk Lamp', final_price: 260, currency: 'CHF', category: 'Home > Lamps' },
  {
    id: 'p1',
    name: 'Street Puzzle',
    description: 'By a lamp. Contains small parts.',
    final_price: 230,
    currency: 'CHF',
    category: 'Puzzles',
  },
  { id: 'v1', name: 'TV 55 inch', final_price: 400, currency: 'EUR', category: 'Electronics > TVs' },
];

/** Stopped after the last test of the file. */
export async function startSmallShop(): Promise<TestApp> {
  const service = await startTestApp();
  after(() => service.stop());
  await service.stock(SMALL_SHOP);
  return service;
}

let conversations = 0;
/** A new conversation. Each call of `say` is a turn, with a message or a whole body. */
export function converseWith(app: Pick<Caller, 'call'>) {
  const id = `c${++conversations}`;
  const say = async (message: string | object) => {
    const body = typeof message === 'string' ? { chat: message } : message;
    const { status, json } = await app.call('POST', `/chat/${id}`, body, { 'x-api-key': '' });
    assert.equal(status, 200, JSON.stringify(json));
    return json;
  };
  return { id, say };
}

/** Ids of the products that a chat reply shows, sorted. */
export const idsOf = ({ found_products }: { found_products: { search_results: { catalogue: { id: string }[] } } }) =>
  found_products.search_results.catalogue.map(({ id }) => id).sort();
