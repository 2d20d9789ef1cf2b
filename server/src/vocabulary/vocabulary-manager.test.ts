// The vocabulary follows imports and is available immediately after a restart.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryStore } from '../../../test/support/temporary-store.ts';
import { testLease } from '../../../test/support/test-lease.ts';
import { importProducts } from '../catalogue/import-products.ts';
import { systemClock } from '../clock.ts';
import type { Store } from '../store/store.ts';
import type { Vocabulary } from './vocabulary.ts';
import { VocabularyManager } from './vocabulary-manager.ts';

const store = await temporaryStore();

const stock = (products: object[]) =>
  importProducts(
    { store, clock: systemClock },
    '',
    products.map((product, i) => ({ line: i + 1, value: { merchant: { name: 'Kettle House' }, ...product } })),
  );
const fail = (error: unknown) => {
  throw error;
};
const newManager = () => new VocabularyManager(store, { lease: testLease(store), onFault: fail });
const meanings = (vocabulary: Vocabulary, phrase: string) =>
  vocabulary.longestAt(phrase.split(' '), 0)?.meanings.map(({ field, value }) => `${field} ${value}`);

test('it learns imported values and forgets deleted ones', async () => {
  const manager = newManager();
  manager.start();
  await stock([
    { id: 'a', name: 'Brewline Kettle', brand: 'Brewline', color: 'Dark Red/Ivory', material: 'Brushed Steel' },
  ]);
  await manager.catchUp();
  assert.deepEqual(meanings(manager.current, 'brewline'), ['brand Brewline']);
  assert.deepEqual(meanings(manager.current, 'red'), ['color red']);
  assert.deepEqual(meanings(manager.current, 'steel'), ['material steel']);
  assert.deepEqual(meanings(manager.current, 'kettle house'), ['merchant.name Kettle House']);
  assert.equal(meanings(manager.current, 'teaworks'), undefined);
  await stock([{ id: 'a', name: 'Teaworks Kettle', brand: 'Teaworks' }]);
  await manager.catchUp();
  assert.deepEqual(meanings(manager.current, 'teaworks'), ['brand Teaworks']);
  assert.equal(meanings(manager.current, 'brewline'), undefined);
  await manager.stop();
});

test('it yields to more urgent work, also in the middle of counting', async () => {
  let [steps, isUrgent] = [0, false];
  const counting: Store = {
    ...store,
    countVocabulary: async (by) => {
      steps++;
      isUrgent = true;
      return { ...(await store.countVocabulary(by)), is_end: false };
    },
  };
  const manager = new VocabularyManager(counting, { lease: testLease(store), mustWait: () => isUrgent, onFault: fail });
  await stock([{ id: 'b', name: 'Lampline Lamp', brand: 'Lampline' }]);
  manager.start();
  const caughtUp = manager.catchUp();
  await sleep(100);
  assert.equal(steps, 1);
  assert.equal(meanings(manager.current, 'lampline'), undefined);
  counting.countVocabulary = store.countVocabulary;
  isUrgent = false;
  await caughtUp;
  assert.deepEqual(meanings(manager.current, 'lampline'), ['brand Lampline']);
  await manager.stop();
});

test('it is counted by the holder of the lease, and loaded by the others', async () => {
  const counting = { ...store, countVocabulary: () => Promise.reject(new Error('not the holder')) };
  const other = new VocabularyManager(counting, { lease: () => null, onFault: fail });
  other.start();
  await stock([{ id: 'e', name: 'Panline Pan', brand: 'Panline' }]);
  const holder = newManager();
  holder.start();
  await other.catchUp();
  assert.deepEqual(meanings(other.current, 'panline'), ['brand Panline']);
  await Promise.all([holder.stop(), other.stop()]);
});

test('after a restart it is available before counting', async () => {
  const counting = { ...store, countVocabulary: () => new Promise<never>(() => {}) };
  const manager = new VocabularyManager(counting, { lease: testLease(store), onFault: fail });
  manager.start();
  await manager.catchUp();
  assert.deepEqual(meanings(manager.current, 'teaworks'), ['brand Teaworks']);
  await manager.stop();
});

test('a word is a noun if a category ends in it or it has a plural', async () => {
  const manager = newManager();
  await stock([
    { id: 'b', name: 'Desk Lamp', category: 'Home > Desk & Table Lamps' },
    { id: 'c', name: 'Waterproof Torch', category: 'Outdoor' },
    { id: 'd', name: 'Two Torches, waterproof', category: 'Outdoor' },
  ]);
  manager.start();
  await manager.catchUp();
  const nouns = ['lamp', 'lamps', 'torch', 'torches', 'waterproof', 'desk'].filter((word) =>
    manager.current.isNoun(word),
  );
  assert.deepEqual(nouns, ['lamp', 'lamps', 'torch', 'torches']);
  await manager.stop();
});
