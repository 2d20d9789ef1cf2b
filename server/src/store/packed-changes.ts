// Changes of products on their way from the store to the index: in columns, and all that they say in one text. Each thread
// on that way would otherwise take every change apart and put it together again; a long text is copied as it is.

/** A product as it is now, for the index; without `data` it is gone. */
export interface ProductChange {
  change_no: number;
  product_no: number;
  merchant_id: number | null;
  merchant_name: string | null;
  /** The product as JSON. */
  data: string | null;
}

/** Changes in the order of their numbers. */
export interface PackedChanges {
  change_nos: Float64Array;
  product_nos: Float64Array;
  merchant_ids: (number | null)[];
  merchant_names: (string | null)[];
  /** A line each, which is empty where the product is gone. */
  data: string;
}

/** JSON has none, but between its values, where it is not written. */
const LINE_BREAK = '\n';

export const packChanges = (changes: readonly ProductChange[]): PackedChanges => ({
  change_nos: Float64Array.from(changes, ({ change_no }) => change_no),
  product_nos: Float64Array.from(changes, ({ product_no }) => product_no),
  merchant_ids: changes.map(({ merchant_id }) => merchant_id),
  merchant_names: changes.map(({ merchant_name }) => merchant_name),
  data: changes.map(({ data }) => data ?? '').join(LINE_BREAK),
});

export function unpackChanges(packed: PackedChanges): ProductChange[] {
  const lines = packed.data.split(LINE_BREAK);
  return Array.from(packed.change_nos, (change_no, i) => ({
    change_no,
    product_no: packed.product_nos[i]!,
    merchant_id: packed.merchant_ids[i]!,
    merchant_name: packed.merchant_names[i]!,
    data: lines[i] || null,
  }));
}
