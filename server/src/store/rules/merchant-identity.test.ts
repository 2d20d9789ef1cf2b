import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../../test/support/properties.ts';
import {
  changesProducts,
  FIRST_ASSIGNED_ID,
  isSameMerchant,
  merchantIdentity,
  mergeMerchant,
  nextMerchantId,
} from './merchant-identity.ts';

const info = { name: 'Acme', domain: 'acme.example', logo_url: 'https://acme.example/logo', description: 'Tools' };
const never = () => false;

test('a merchant keeps the decimal id of its feed, unless the store has assigned that id to another one', () => {
  assert.deepEqual(merchantIdentity({ ...info, id: 7 }, never), { id: 7, key: null });
  assert.deepEqual(
    merchantIdentity({ ...info, id: 7 }, (id) => id === 7),
    { id: null, key: 'id 7' },
  );
  assert.deepEqual(merchantIdentity({ ...info, key: 'acme' }, never), { id: null, key: 'acme' });
});

test('assigned ids start at a billion, grow, and skip every id that was ever in use', () => {
  assert.equal(nextMerchantId(null, never), FIRST_ASSIGNED_ID);
  const ids = fc.array(fc.integer({ min: FIRST_ASSIGNED_ID - 3, max: FIRST_ASSIGNED_ID + 20 }));
  fc.assert(
    fc.property(ids, ids, (assigned, given) => {
      const used = new Set([...assigned, ...given]);
      const last = assigned.length > 0 ? Math.max(...assigned) : null;
      const id = nextMerchantId(last, (each) => used.has(each));
      assert.ok(id >= FIRST_ASSIGNED_ID && !used.has(id) && id > (last ?? 0));
    }),
  );
});

test('fields that a feed leaves empty keep their values', () => {
  const empty = { name: '', domain: '', logo_url: '', description: '' };
  assert.deepEqual(mergeMerchant(7, empty, info), info);
  const old = { name: 'Old', domain: 'old.example', logo_url: 'https://old.example/', description: 'Older' };
  assert.deepEqual(mergeMerchant(7, info, old), info);
  assert.deepEqual(mergeMerchant(7, empty, undefined), { ...empty, name: '7' });
});

for (const [field, isVisible] of Object.entries({ name: true, logo_url: true, domain: false, description: false }))
  test(`a change of ${field} ${isVisible ? 'changes' : 'does not change'} the merchant's products`, () => {
    const changed = { ...info, [field]: 'other' };
    assert.deepEqual([isSameMerchant(info, changed), changesProducts(info, changed)], [false, isVisible]);
  });

test('a merchant that a feed describes as before has not changed', () => {
  assert.deepEqual([isSameMerchant(info, { ...info }), changesProducts(info, { ...info })], [true, false]);
});
