// Random queries with the words of a catalogue: altered, joined, negated, exact names and identifiers.
import type { Product } from '../../server/src/product/product.ts';
import fc from './properties.ts';

export function queriesFor(products: readonly Product[]): fc.Arbitrary<string> {
  const texts = products.flatMap((product) => [product.name, product.brand, product.category, product.sku]);
  const words = texts.flatMap((text) => text?.split(/[\s>]+/) ?? []).filter(Boolean);
  const own = fc.constantFrom(...words);
  const altered = own.map((word) => word.slice(0, Math.max(2, word.length - 1)));
  const linking = fc.oneof(
    own.map((word) => `no ${word}`),
    own.map((word) => `${word} free`),
    fc.constantFrom('for', 'zebra'),
  );
  const typed = fc.array(fc.oneof({ weight: 4, arbitrary: own }, altered, linking), { minLength: 1, maxLength: 5 });
  const ids = products.map((product) => product.barcode ?? product.sku ?? product.id);
  return fc.oneof(
    { weight: 5, arbitrary: typed.map((parts) => parts.join(' ')) },
    typed.map((parts) => parts.join('')),
    fc.constantFrom(...products.map((product) => product.name)),
    fc.constantFrom(...ids),
  );
}
