import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import { readGtin, toGtin14 } from './gtin.ts';

test('barcodes of 8, 12, 13 and 14 digits are read, with or without spaces and hyphens', () => {
  for (const good of ['96385074', '036000291452', '4006381333931', '10012345678902']) {
    assert.equal(readGtin(good), good);
    assert.equal(readGtin(`${good.slice(0, 3)} ${good.slice(3, 5)}-${good.slice(5)}`), good);
    assert.equal(toGtin14(good).length, 14);
    assert.ok(readGtin(toGtin14(good)), 'zeros in front make no difference');
  }
});

test('other lengths, zeros and letters are not barcodes', () => {
  for (const bad of ['', '0', '17', '0000000000000', '00000000', '123456784X', 'x4006381333931']) {
    assert.equal(readGtin(bad), undefined, bad);
  }
  // Their check digits are valid.
  for (const bad of ['6385074', '036000291', '36000291452', '0010012345678902']) assert.equal(readGtin(bad), undefined);
});

test('a barcode with any one digit wrong is refused', () => {
  fc.assert(
    fc.property(fc.nat(12), fc.integer({ min: 1, max: 9 }), (at, more) => {
      const good = '4006381333931';
      const digit = (Number(good[at]) + more) % 10;
      assert.equal(readGtin(good.slice(0, at) + digit + good.slice(at + 1)), undefined);
    }),
  );
});
