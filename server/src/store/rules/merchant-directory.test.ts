import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MerchantDirectory, merchantLookups } from './merchant-directory.ts';

const NO_DETAILS = { name: '', domain: '', logo_url: '', description: '' };
const fields = { ...NO_DETAILS, name: 'Acme' };
const known = [
  { id: 7, key: null, fields },
  { id: 1_000_000_000, key: 'acme', fields },
  { id: 1_000_000_001, key: 'closed', fields: null },
];

test('a merchant is found by its decimal id or its key, also after it was deleted', () => {
  const merchants = new MerchantDirectory(known);
  const find = (identity: { id: number } | { key: string }) => merchants.find({ ...NO_DETAILS, ...identity });
  assert.deepEqual([find({ id: 7 }), find({ id: 8 })], [7, 8], 'decimal ids are taken as given');
  assert.deepEqual([find({ key: 'acme' }), find({ key: 'closed' })], [1_000_000_000, 1_000_000_001]);
  assert.equal(find({ key: 'new' }), undefined);
  assert.equal(find({ id: 1_000_000_000 }), undefined, 'an assigned id is not the id of another merchant');
});

test('new keys get the lowest free ids, and a deleted merchant its own', () => {
  const merchants = new MerchantDirectory(known, [1_000_000_002, 1_000_000_003, 1_000_000_004]);
  const upsert = (identity: { id: number } | { key: string }) => merchants.upsert({ ...NO_DETAILS, ...identity });
  assert.equal(upsert({ id: 1_000_000_002 }), 1_000_000_002);
  assert.deepEqual(
    [upsert({ key: 'a' }), upsert({ key: 'b' }), upsert({ key: 'a' })],
    [1_000_000_003, 1_000_000_004, 1_000_000_003],
  );
  assert.equal(upsert({ key: 'closed' }), 1_000_000_001);
  assert.deepEqual(
    [...merchants.written.values()].map(({ id, key, fields: { name } }) => [id, key, name]),
    [
      [1_000_000_002, null, '1000000002'],
      [1_000_000_003, 'a', '1000000003'],
      [1_000_000_004, 'b', '1000000004'],
      [1_000_000_001, 'closed', '1000000001'],
    ],
  );
  assert.throws(() => upsert({ key: 'c' }), /free ids/);
});

test('only merchants that a feed describes anew are written; a new name or logo changes their products', () => {
  const merchants = new MerchantDirectory(known);
  const same = { ...NO_DETAILS, id: 7 };
  assert.equal(merchants.isCurrent(same), true);
  merchants.upsert(same);
  assert.deepEqual([merchants.written.size, merchants.renamed.size], [0, 0]);
  const described = { ...same, domain: 'acme.example' };
  assert.equal(merchants.isCurrent(described), false);
  merchants.upsert(described);
  assert.deepEqual([merchants.written.get(7)?.fields.domain, merchants.renamed.size], ['acme.example', 0]);
  for (const [id, name] of [
    [7, 'One'],
    [1_000_000_000, 'Two'],
    [7, 'Three'],
  ] as const)
    merchants.upsert({ ...NO_DETAILS, ...(id === 7 ? { id } : { key: 'acme' }), name });
  assert.deepEqual([...merchants.renamed], [1_000_000_000, 7], 'in the order of the last name');
  assert.deepEqual(merchants.written.get(7)?.fields, { ...fields, name: 'Three', domain: 'acme.example' });
  for (const identity of [{ id: 9 }, { key: 'closed' }, { key: 'new' }])
    assert.equal(merchants.isCurrent({ ...fields, ...identity }), false, 'it has to be inserted');
});

test('a decimal id is looked up also as a key, in case it was assigned', () => {
  const infos = [
    { ...NO_DETAILS, id: 7 },
    { ...NO_DETAILS, key: 'acme' },
  ];
  assert.deepEqual(merchantLookups(infos), { ids: [7], keys: ['id 7', 'acme'] });
});
