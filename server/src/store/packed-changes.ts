// Product changes in columns, for the transfer from the store to the index. Posting one long string between threads is a copy;
// posting hundreds of objects would clone each of them in every thread.

/** The current state of a product; `data` is null if it was deleted. */
export interface ProductChange {
  change_no: number;
  product_no: number;
  merchant_id: number | null;
  merchant_name: string | null;
  /** The product as JSON. */
  data: string | null;
}

/** Changes by ascending change number. */
export interface PackedChanges {
  change_nos: Float64Array;
  product_nos: Float64Array;
  merchant_ids: (number | null)[];
  merchant_names: (string | null)[];
  /** One line of JSON per change; empty for a deleted product. */
  data: string;
}

/** JSON.stringify without indentation never produces a line break. */
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
