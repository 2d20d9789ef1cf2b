// Each part of a message is understood independently of the others and of their order.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { misread, vocabularyOf } from '../support/understand.ts';
import { generalStoreProducts } from './cases-general-store.ts';

/** Grouped by field, in the order of the criteria: phrase and meaning. */
const PARTS: [said: string, meant: string][][] = [
  [
    ['nike or adidas', 'brand = Nike||Adidas'],
    ['by nike', 'brand = Nike'],
    ['just not nike', 'brand != Nike'],
  ],
  [
    ['from target', 'merchant.name = Target'],
    ['not from target', 'merchant.name != Target'],
  ],
  [
    ['in red or pink', 'color like red||pink'],
    ['not black', 'color not_like black'],
    ['any color but white', 'color not_like white'],
  ],
  [
    ['size 8 or 9', 'size = 8||9'],
    ['in a 9', 'size = 9'],
  ],
  [
    ['made of suede', 'material like suede'],
    ['without leather', 'material != Genuine Leather||Suede||nubuck'],
  ],
  [
    ['for my wife', 'gender = Womens'],
    ['mens', 'gender = Mens'],
  ],
  [
    ['used or refurbished', 'condition = used||refurbished'],
    ['not used', 'condition != used'],
  ],
  [
    ['less than eighty', 'final_price <= 80'],
    ['50 to 80 dollars', 'final_price >= 50; final_price <= 80; currency = USD'],
    ['at least 50', 'final_price >= 50'],
  ],
  [
    ['at least 25% off', 'sale_discount >= 0.25'],
    ['discounted', 'on_sale = true'],
  ],
  [
    ['only available ones', 'in_stock = true'],
    ['in stock', 'in_stock = true'],
  ],
];
test('two parts are understood in either order, in one message and in two', async () => {
  const vocabulary = await vocabularyOf(generalStoreProducts());
  const cases = PARTS.flatMap((ones, at) =>
    PARTS.slice(at + 1).flatMap((others) =>
      ones.flatMap(([one, first]) =>
        others.flatMap(([other, second]) =>
          [
            `boots ${one} ${other}`,
            `boots ${other} ${one}`,
            `boots, ${other}, ${one}`,
            `boots / ${one} / ${other}`,
            `boots / ${other} / ${one}`,
          ].map((said) => `${said} → boots | ${first}; ${second}`),
        ),
      ),
    ),
  );
  const { count, wrong } = misread(cases.join('\n'), vocabulary);
  assert.ok(count > 1000, `${count} cases`);
  assert.deepEqual(wrong, []);
});
