// What ranking, de-duplication and facets need of a product, in a binary doc value: lines of UTF-8.
import type { Product } from '../../product/product.ts';
import { foldText } from '../../text/fold-text.ts';
import { foldedValue } from '../criteria/field-kinds.ts';
import { numberOf } from '../criteria/product-values.ts';
import type { AnalysedProduct } from '../ranking/analyse-product.ts';
import type { FacetValues } from '../ranking/summarise-products.ts';

/** Texts are folded, so that they do not contain line breaks, and empty if missing. */
export interface ProductRecord extends FacetValues {
  name: string;
  /** Number of name terms before "for" or "with", at most 255. */
  main_terms: number;
  /** Digits without leading zeros. */
  barcode: string;
  out_of_stock: boolean;
}

const FOLDED = ['currency', 'brand', 'color', 'size', 'category', 'name'] as const;
const MAX_MAIN_TERMS = 255;

/** Base64, as OpenSearch takes and returns binary values. */
export function encodeRecord(product: Product, { main_terms }: Pick<AnalysedProduct, 'main_terms'>): string {
  const lines = [
    Math.min(MAX_MAIN_TERMS, main_terms),
    product.in_stock === false ? 1 : 0,
    numberOf(product, 'final_price') ?? '',
    foldText(product.barcode ?? '')
      .replace(/\D/g, '')
      .replace(/^0+/, ''),
    ...FOLDED.map((field) => foldedValue(product[field] ?? '')),
  ];
  return Buffer.from(lines.join('\n')).toString('base64');
}

export function decodeRecord(base64: string): ProductRecord {
  const [main_terms, out_of_stock, amount, barcode, currency, brand, color, size, category, name] = Buffer.from(
    base64,
    'base64',
  )
    .toString()
    .split('\n') as [string, string, string, string, string, string, string, string, string, string];
  return {
    main_terms: Number(main_terms),
    out_of_stock: out_of_stock === '1',
    amount: amount === '' ? undefined : Number(amount),
    ...{ barcode, currency, brand, color, size, category, name },
  };
}
