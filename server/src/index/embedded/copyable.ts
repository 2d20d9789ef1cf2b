// What tells whether two products of the index are copies, and which of them is better to buy.
import type { Copyable } from '../ranking/copies.ts';
import { placeOf, type TextField } from './filter-fields.ts';
import type { Doc } from './memory-index.ts';

/** By the barcode; where there is none, by name, brand and colour. */
export function copyableOf({ fields, features }: Doc): Copyable {
  const textOf = (field: TextField) => String(fields.texts[placeOf(field)] ?? '');
  const barcode = textOf('barcode').replace(/\D/g, '').replace(/^0+/, '');
  return {
    key: barcode || JSON.stringify([textOf('name'), textOf('brand'), textOf('color')]),
    currency: textOf('currency'),
    amount: fields.numbers.final_price,
    out_of_stock: features.out_of_stock,
  };
}
