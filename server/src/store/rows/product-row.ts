// Products and their changes as rows.
import type { OwnedProduct, StoredProduct } from '../catalogue-store.ts';
import { json, number, numberOrNull, type Row, text, textOrNull } from '../columns.ts';
import type { ProductChange } from '../packed-changes.ts';
import type { StoredVersion } from '../rules/compare-product.ts';

export const toProduct = (row: Row): StoredProduct => ({
  product_no: number(row, 'product_no'),
  product: json(row, 'data'),
  merchant: { id: number(row, 'merchant_id'), name: text(row, 'merchant_name'), logo_url: text(row, 'logo_url') },
});

export const toOwnedProduct = (row: Row): OwnedProduct => ({
  ...toProduct(row),
  feed: text(row, 'feed'),
  added_at_ms: number(row, 'added_at_ms'),
});

/** Engines add the data, or a digest of it. */
export const toStoredVersion = (row: Row): StoredVersion & { product_no: number; added_at_ms: number } => ({
  id: text(row, 'id'),
  product_no: number(row, 'product_no'),
  merchant_id: number(row, 'merchant_id'),
  feed: text(row, 'feed'),
  added_at_ms: number(row, 'added_at_ms'),
});

export const toProductChange = (row: Row): ProductChange => ({
  change_no: number(row, 'change_no'),
  product_no: number(row, 'product_no'),
  merchant_id: numberOrNull(row, 'merchant_id'),
  merchant_name: textOrNull(row, 'merchant_name'),
  data: textOrNull(row, 'data'),
});
