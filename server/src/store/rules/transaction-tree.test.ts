// Which conversion a transaction folds into.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../../test/support/properties.ts';
import type { Account } from './conversion-state.ts';
import { MAX_CORRECTIONS, MAX_REPORTS, TransactionTree } from './transaction-tree.ts';

const account: Account = { account_no: 1, name: 'awin', currency: null };

/** Links transactions to their originals in this order. */
function treeOf(links: readonly (readonly [string, string | null])[]) {
  let last = 0;
  const tree = new TransactionTree([], () => ++last);
  const of = (transaction_id: string) => tree.findOrAdd(account, transaction_id, '');
  for (const [transaction_id, original] of links) tree.link(of(transaction_id), original);
  const rootOf = (transaction_id: string) => tree.rootOf(of(transaction_id)).transaction_id;
  return { tree, of, rootOf };
}

const IDS = ['a', 'b', 'c', 'd', 'e', 'f'];

test('every transaction folds into one conversion, which does not depend on the order of the links', () => {
  const originals = fc.tuple(...IDS.map(() => fc.constantFrom(null, ...IDS)));
  const order = fc.shuffledSubarray(IDS, { minLength: IDS.length });
  fc.assert(
    fc.property(originals, order, (targets, ids) => {
      const links = IDS.map((id, i) => [id, targets[i]!] as const);
      const one = treeOf(links);
      const other = treeOf(ids.map((id) => links[IDS.indexOf(id)]!));
      for (const id of IDS) assert.equal(other.rootOf(id), one.rootOf(id));
      const roots = [...new Set(IDS.map(one.rootOf))];
      const members = roots.flatMap((root) => [one.of(root), ...one.tree.correctionsOf(one.of(root))]);
      assert.deepEqual(members.map(({ transaction_id }) => transaction_id).sort(), IDS, 'each is counted once');
    }),
  );
});

test('an original that is not known is added, and a transaction that names itself is its own', () => {
  const { tree, of, rootOf } = treeOf([
    ['b', 'a'],
    ['c', 'c'],
  ]);
  assert.deepEqual([rootOf('b'), rootOf('c')], ['a', 'c']);
  assert.deepEqual(
    tree.added.map(({ transaction_id }) => transaction_id),
    ['b', 'a', 'c'],
  );
  assert.equal(tree.get(of('a').id), of('a'));
  assert.equal(tree.link(of('b'), 'a'), false, 'the link is not new');
  assert.equal(tree.link(of('b'), null), true);
  assert.deepEqual([rootOf('b'), tree.correctionsOf(of('a'))], ['b', []]);
});

test('transactions of other items and accounts are others', () => {
  const { tree, of } = treeOf([]);
  const ids = [of('a'), tree.findOrAdd(account, 'a', 'i'), tree.findOrAdd({ ...account, account_no: 2 }, 'a', '')];
  assert.equal(new Set(ids).size, 3);
  assert.equal(of('a'), ids[0]);
});

test('stored transactions are found with what they correct', () => {
  const stored = [
    { id: 7, account, transaction_id: 'a', item_id: '', corrects: null, reports: [], state: null },
    { id: 8, account, transaction_id: 'b', item_id: '', corrects: 7, reports: [], state: null },
  ];
  const tree = new TransactionTree(stored, () => 9);
  assert.equal(tree.rootOf(tree.findOrAdd(account, 'b', '')), stored[0]);
  assert.deepEqual(tree.correctionsOf(stored[0]!), [stored[1]]);
  assert.deepEqual(tree.added, []);
});

test('a conversion holds a limited number of corrections, a transaction of reports', () => {
  const links = Array.from({ length: MAX_CORRECTIONS }, (_, i) => [`c${i}`, i % 2 ? 'root' : `c${i + 1}`] as const);
  const { tree, of } = treeOf([...links.slice(0, -1), [`c${MAX_CORRECTIONS - 1}`, 'root']]);
  assert.equal(tree.isBeyondLimit(of('c0')), false);
  tree.link(of('one more'), 'c0');
  assert.equal(tree.isBeyondLimit(of('root')), true);
  const reports = Array.from({ length: MAX_REPORTS + 1 }, () => ({}) as never);
  const stored = { id: 1, account, transaction_id: 'a', item_id: '', corrects: null, reports, state: null };
  const full = new TransactionTree([stored], () => 2);
  assert.equal(full.isBeyondLimit(stored), true);
  reports.pop();
  assert.equal(full.isBeyondLimit(stored), false);
});
