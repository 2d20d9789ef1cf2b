// Merchants as rows, and the summaries of their products.
import type { MerchantSummary, StoredMerchant } from '../catalogue-store.ts';
import { json, number, type Row, text } from '../columns.ts';
import type { MerchantChange } from '../merchant-ranking.ts';
import type { MerchantFields } from '../rules/merchant-identity.ts';

export const toMerchant = (row: Row): StoredMerchant => ({
  id: number(row, 'id'),
  ...toMerchantFields(row),
  product_count: number(row, 'product_count'),
  categories: json(row, 'categories'),
  brands: json(row, 'brands'),
  product_terms: json(row, 'product_terms'),
  word_shares: json(row, 'word_shares'),
});

/** `changed_id` is the id of the merchant, which has no other columns if it was deleted. */
export const toMerchantChange = (row: Row): MerchantChange => ({
  id: number(row, 'changed_id'),
  change_no: number(row, 'change_no'),
  merchant: row.id === null ? null : toMerchant(row),
});

export const toMerchantFields = (row: Row): MerchantFields => ({
  name: text(row, 'name'),
  domain: text(row, 'domain'),
  logo_url: text(row, 'logo_url'),
  description: text(row, 'description'),
});

/** Values of categories, brands, product_terms and word_shares, in this order. */
export const summaryValues = ({ categories, brands, product_terms, word_shares }: MerchantSummary): string[] =>
  [categories, brands, product_terms, word_shares].map((value) => JSON.stringify(value));
