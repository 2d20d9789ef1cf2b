// Which columns the first rows of a feed have, and which product fields are read from them.
import { CatalogueProduct } from '@finderfee/contract/catalogue-product.ts';
import { type FeedRecord, fromJson } from '../reading/feed-record.ts';
import type { DraftField, FieldMap, GroupRow } from './formats/format.ts';

export interface FeedColumn {
  name: string;
  fields: string[];
  is_used: boolean;
  example: string;
}

const MAX_COLUMNS = 500;
const MAX_NAME_CHARS = 200;
const MAX_EXAMPLE_CHARS = 120;
const OWN_FIELDS = new Set(Object.keys(CatalogueProduct.shape));

export class WatchedColumns {
  readonly #columns = new Map<string, { fields: Set<string>; is_used: boolean; example: string }>();

  *watchAll(rows: Iterable<GroupRow>, fields: FieldMap): Generator<GroupRow> {
    for (const row of rows) {
      if ('record' in row) this.#add(row.record, fields);
      yield 'record' in row ? { record: this.#watch(row.record) } : row;
    }
  }

  /** A product of our own JSONL, whose fields need no table. */
  addObject(value: unknown): void {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    const record = fromJson(0, value as Record<string, unknown>);
    for (const column of record.columns()) {
      const seen = this.#see(column, record.get(column));
      seen.is_used = OWN_FIELDS.has(column.split('/', 1)[0]!);
      if (seen.is_used) seen.fields.add(column);
    }
  }

  list(): FeedColumn[] {
    return [...this.#columns]
      .slice(0, MAX_COLUMNS)
      .map(([name, { fields, ...rest }]) => ({ name: shortened(name, MAX_NAME_CHARS), fields: [...fields], ...rest }));
  }

  /** A field is read from the first of its columns that is not empty, as in `draftOf`. */
  #add(record: FeedRecord, fields: FieldMap): void {
    for (const column of record.columns()) this.#see(column, record.get(column));
    for (const [field, columns] of Object.entries(fields) as [DraftField, readonly string[]][]) {
      const column = columns.find((name) => record.get(name) !== '');
      if (column !== undefined) this.#see(column, record.get(column)).fields.add(field);
    }
  }

  #see(column: string, value: string) {
    const seen = this.#columns.get(column) ?? { fields: new Set(), is_used: false, example: '' };
    if (this.#columns.size < MAX_COLUMNS) this.#columns.set(column, seen);
    seen.example ||= shortened(value, MAX_EXAMPLE_CHARS);
    return seen;
  }

  #watch(record: FeedRecord): FeedRecord {
    return {
      line: record.line,
      columns: () => record.columns(),
      get: (column) => {
        const value = record.get(column);
        if (value !== '') this.#see(column, value).is_used = true;
        return value;
      },
    };
  }
}

const shortened = (text: string, chars: number): string =>
  text.length > chars ? `${text.slice(0, chars - 1).toWellFormed()}…` : text;
