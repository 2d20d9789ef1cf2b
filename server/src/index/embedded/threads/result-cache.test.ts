import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IndexQuery } from '../../port.ts';
import { ResultCache } from './result-cache.ts';

const query = (text: string): IndexQuery => ({ text, criteria: [], exclude: [], limit: 1000 });
const found = (count: number) => ({ product_nos: new Uint32Array(count), corrections: [] });

test('results are remembered up to a bound; who was not asked for longest is forgotten first', () => {
  const recent = new ResultCache(2500);
  for (const text of ['a', 'b']) recent.add(query(text), found(1000), 0);
  recent.find(query('a'));
  recent.add(query('c'), found(1000), 0);
  assert.ok(recent.find(query('a')) && recent.find(query('c')));
  assert.equal(recent.find(query('b')), undefined);
  recent.add(query('d'), found(5000), 0);
  assert.equal(recent.find(query('d')), undefined, 'too large for all');
  const long = query('d'.repeat(10_000));
  recent.add(long, found(0), 0);
  assert.equal(recent.find(long), undefined, 'a question that is longer than all there is room for');
  assert.ok(recent.find(query('a')));
});

test('another filter or limit is another search, and nothing outlives a change', () => {
  const recent = new ResultCache(3000);
  recent.add(query('a'), found(1), 0);
  assert.equal(recent.find({ ...query('a'), limit: 5 }), undefined);
  assert.equal(recent.find({ ...query('a'), exclude: ['b'] }), undefined);
  recent.forgetAll();
  assert.equal(recent.find(query('a')), undefined);
  recent.add(query('a'), found(1), 0);
  assert.equal(recent.find(query('a')), undefined, 'it was begun before the change');
});
