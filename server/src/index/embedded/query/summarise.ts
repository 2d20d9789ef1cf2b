// Facet counts of a result set, read from the doc values of its segments.
import type { CodedField } from '../../criteria/field-kinds.ts';
import type { ProductSummary } from '../../port.ts';
import { type FacetValues, summariseProducts } from '../../ranking/summarise-products.ts';
import { MISSING } from '../format/fields.ts';
import type { IndexView } from './index-view.ts';

export const summarise = (view: IndexView, product_nos: Uint32Array): ProductSummary =>
  summariseProducts(product_nos, (product_no) => facetValuesOf(view, product_no));

function facetValuesOf(view: IndexView, product_no: number): FacetValues | undefined {
  for (const { segment, live } of view.segments) {
    const doc = segment.docOf(product_no);
    if (doc === undefined || live.deletedFlags?.[doc] === 1) continue;
    const textOf = (field: CodedField) => segment.textOf(field, doc);
    const amount = segment.number('final_price', doc);
    return {
      amount: amount === MISSING ? undefined : amount,
      currency: textOf('currency'),
      brand: textOf('brand'),
      color: textOf('color'),
      size: textOf('size'),
      category: textOf('category'),
    };
  }
  return undefined;
}
