import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IndexQuery } from '../port.ts';
import { ResultCache } from './result-cache.ts';

const query = (text: string): IndexQuery => ({ text, criteria: [], exclude: [], limit: 1000 });
const found = (count: number) => ({ product_nos: new Uint32Array(count), corrections: [] });

test('the cache is bounded and evicts the least recently used result', () => {
  const cache = new ResultCache(2500);
  for (const text of ['a', 'b']) cache.add(query(text), found(1000), 0);
  cache.find(query('a'));
  cache.add(query('c'), found(1000), 0);
  assert.ok(cache.find(query('a')) && cache.find(query('c')));
  assert.equal(cache.find(query('b')), undefined);
  cache.add(query('d'), found(5000), 0);
  assert.equal(cache.find(query('d')), undefined, 'a result larger than the cache');
  const long = query('d'.repeat(10_000));
  cache.add(long, found(0), 0);
  assert.equal(cache.find(long), undefined, 'a query longer than the cache');
  assert.ok(cache.find(query('a')));
});

test('the key includes filters and limit, and a change invalidates every result', () => {
  const cache = new ResultCache(3000);
  cache.add(query('a'), found(1), 0);
  assert.equal(cache.find({ ...query('a'), limit: 5 }), undefined);
  assert.equal(cache.find({ ...query('a'), exclude: ['b'] }), undefined);
  cache.invalidate();
  assert.equal(cache.find(query('a')), undefined);
  cache.add(query('a'), found(1), 0);
  assert.equal(cache.find(query('a')), undefined, 'the search started before the change');
});
