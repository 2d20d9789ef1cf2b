// What a feed's format is: which columns hold what, and the few things that a table cannot say.

import { TEXT_FIELDS } from '../../product/product.ts';
import type { FeedRecord } from '../reading/feed-record.ts';

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

/** A product as the feed writes it: texts, not yet judged. */
export type Draft = Partial<Record<DraftField, string>>;

/** Which columns hold a field; the first that is not empty counts. */
export type FieldMap = Partial<Record<DraftField, readonly string[]>>;

export interface FeedFormat {
  name: FormatName;
  /** Whose merchant ids these are: Awin's 123 and CJ's 123 are two merchants. Without it a merchant is known by its domain. */
  network?: string;
  fields: FieldMap;
  /** Changes what the table gave, by what the record says besides. */
  adjust?(draft: Draft, record: FeedRecord): void;
  /** Feeds of several rows a product make their records here; what groups them is new for each file. */
  group?(): RowGroups;
}

export interface RowGroups {
  /** The records that are whole now that this row has come. */
  push(row: GroupRow): Iterable<GroupRow>;
  end(): Iterable<GroupRow>;
}

export type GroupRow =
  | { record: FeedRecord }
  | { line: number; fault: { field: string; reason: string; value?: string } };

/** What is read of a value, markup included: no field takes more, and reading a longer one takes its time. */
const MAX_CHARS = 20_000;
const MAX_DESCRIPTION_CHARS = 200_000;

/** The fields of a record by a table. */
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
