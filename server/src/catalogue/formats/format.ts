// A feed format: the table of columns per field, and hooks for what a table cannot express.

import { TEXT_FIELDS } from '../../product/product.ts';
import type { FeedRecord } from '../../reading/feed-record.ts';

export const FORMAT_NAMES = [
  'google',
  'meta',
  'openai',
  'awin',
  'cj',
  'rakuten',
  'shareasale',
  'shopify',
  '2performant',
  'finderfee',
  'mapped',
] as const;
export type FormatName = (typeof FORMAT_NAMES)[number];

export const DRAFT_FIELDS = [
  'id',
  'name',
  ...TEXT_FIELDS,
  'tags',
  'merchant_category_ids',
  'regular_price',
  'sale_price',
  'final_price',
  'sale_dates',
  'ship_price',
  'in_stock',
  'stock_quantity',
  'is_deleted',
  'merchant_id',
  'merchant_name',
  'merchant_domain',
  'merchant_logo_url',
  'merchant_description',
] as const;
export type DraftField = (typeof DRAFT_FIELDS)[number];

/** A product as the feed writes it: raw texts, not yet validated. */
export type Draft = Partial<Record<DraftField, string>>;

/** Columns per field, in order of preference. The first that is not empty is used. */
export type FieldMap = Partial<Record<DraftField, readonly string[]>>;

export interface FeedFormat {
  name: FormatName;
  /**
   * Namespace of the merchant ids: 123 at Awin and 123 at CJ are different merchants. Without it a merchant is
   * identified by its domain.
   */
  network?: string;
  fields: FieldMap;
  /** Adjusts the draft by columns that the table does not cover. */
  adjust?(draft: Draft, record: FeedRecord): void;
  /** For formats with several rows per product: returns a new grouper for each file. */
  group?(): RowGroups;
}

export interface RowGroups {
  /** Returns the records that this row completes. */
  push(row: GroupRow): Iterable<GroupRow>;
  end(): Iterable<GroupRow>;
}

export type GroupRow =
  | { record: FeedRecord }
  | { line: number; fault: { field: string; reason: string; value?: string } };

/** Longer values are cut before they are parsed. Markup counts too, so this is above the limit of any field. */
const MAX_CHARS = 20_000;
const MAX_DESCRIPTION_CHARS = 200_000;

/** Maps a record to the fields of a draft. */
export function draftOf(fields: FieldMap, record: FeedRecord): Draft {
  const draft: Draft = {};
  for (const field in fields) {
    for (const column of fields[field as DraftField]!) {
      const value = record.get(column);
      if (value !== '') {
        draft[field as DraftField] = value.slice(0, field === 'description' ? MAX_DESCRIPTION_CHARS : MAX_CHARS);
        break;
      }
    }
  }
  return draft;
}
