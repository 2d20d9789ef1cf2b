// Shopify's product export: one row per variant, and one per additional image.
import { type FeedRecord, ValuesRecord } from '../../reading/feed-record.ts';
import type { FeedFormat, GroupRow, RowGroups } from './format.ts';

/** Bounds memory. No product has this many rows. */
const MAX_GROUP = 5000;
const OPTIONS = [1, 2, 3] as const;
const DEFAULT = 'default title';

const first = (record: FeedRecord, ...columns: string[]): string => {
  for (const column of columns) if (record.get(column)) return record.get(column);
  return '';
};
const handleOf = (record: FeedRecord) => first(record, 'handle', 'url_handle');
const priceOf = (record: FeedRecord) => first(record, 'variant_price', 'price');
const skuOf = (record: FeedRecord) => first(record, 'variant_sku', 'sku').replace(/^'/, '');

/** Groups the rows of a product by handle and yields one record per variant. */
class Variants implements RowGroups {
  #handle = '';
  #records: FeedRecord[] = [];

  *push(row: GroupRow): Generator<GroupRow> {
    if (!('record' in row)) {
      yield row;
      return;
    }
    const handle = handleOf(row.record) || this.#handle;
    if (handle !== this.#handle || this.#records.length >= MAX_GROUP) yield* this.end();
    this.#handle = handle;
    this.#records.push(row.record);
  }

  *end(): Generator<GroupRow> {
    yield* variantsOf(this.#handle, this.#records);
    this.#records = [];
  }
}

function* variantsOf(handle: string, records: FeedRecord[]): Generator<GroupRow> {
  const [head] = records;
  if (!head) return;
  // Rows without a price and a SKU only add an image.
  const variants = records.filter((record, i) => i === 0 || priceOf(record) !== '' || skuOf(record) !== '');
  const optionNames = OPTIONS.map((n) => head.get(`option${n}_name`).toLowerCase());
  const skus = variants.map(skuOf);
  const used = new Set<string>();
  for (const [i, record] of variants.entries()) {
    const options = OPTIONS.map((n) => record.get(`option${n}_value`)).map((value) =>
      value.toLowerCase() === DEFAULT ? '' : value,
    );
    const isUnique = skus[i] !== '' && skus.filter((sku) => sku === skus[i]).length === 1;
    let id = [handle, ...(isUnique ? [skus[i]!] : options.filter(Boolean))].join('/');
    if (used.has(id)) id += `/${i + 1}`;
    used.add(id);
    const values = new Map<string, string>([
      ['^id', id],
      ['^handle', handle],
    ]);
    for (const [n, value] of options.entries()) {
      if (!value) continue;
      const field = fieldOf(optionNames[n]!);
      if (field) values.set(`^${field}`, value);
    }
    const named = options.filter(Boolean).join(' / ');
    values.set('^name', [first(head, 'title'), named].filter(Boolean).join(' - '));
    const image =
      first(record, 'variant_image', 'variant_image_url') ||
      first(record, 'image_src', 'product_image_url') ||
      first(head, 'image_src', 'product_image_url');
    if (image) values.set('^image', image);
    yield { record: new VariantRecord(record, head, values) };
  }
}

function fieldOf(option: string): 'size' | 'color' | 'material' | undefined {
  if (/size|gr(?:ö|oe?)(?:ß|ss)e|taille|talla|taglia|maat|größe/.test(option)) return 'size';
  if (/colou?r|farbe|couleur|kleur/.test(option)) return 'color';
  if (/material|fabric|stoff/.test(option)) return 'material';
  return undefined;
}

/** Reads a variant's own columns first, then those of the product's first row. */
class VariantRecord extends ValuesRecord {
  readonly #own: FeedRecord;
  readonly #head: FeedRecord;

  constructor(own: FeedRecord, head: FeedRecord, values: Map<string, string>) {
    super(own.line, values);
    this.#own = own;
    this.#head = head;
  }

  override get(column: string): string {
    return super.get(column) || this.#own.get(column) || (OWN.test(column) ? '' : this.#head.get(column));
  }
}

/** Columns of a variant that are not inherited from the product's first row. */
const OWN = /^(?:variant_|option\d|sku$|barcode$|price$|compare|inventory)/;

export const shopify: FeedFormat = {
  name: 'shopify',
  group: () => new Variants(),
  fields: {
    id: ['^id'],
    name: ['^name'],
    description: ['body_(html)', 'body', 'description', 'seo_description'],
    image_url: ['^image'],
    brand: ['vendor'],
    category: [
      'product_category',
      'type',
      'google_shopping_/_google_product_category',
      'custom_product_type',
      'standard_product_type',
    ],
    color: ['^color'],
    size: ['^size'],
    material: ['^material'],
    gender: ['google_shopping_/_gender'],
    condition: ['google_shopping_/_condition'],
    barcode: ['variant_barcode', 'barcode'],
    sku: ['variant_sku', 'sku'],
    mpn: ['google_shopping_/_mpn'],
    tags: ['tags'],
    regular_price: ['variant_compare_at_price', 'compare-at_price'],
    final_price: ['variant_price', 'price'],
    stock_quantity: ['variant_inventory_qty', 'inventory_quantity'],
  },
  adjust(draft, record) {
    const handle = record.get('^handle');
    if (handle) draft.product_url = `/products/${handle}`;
    if (draft.sku) draft.sku = draft.sku.replace(/^'/, '');
    if (Number(draft.regular_price) === 0) delete draft.regular_price;
    draft.in_stock = stockOf(record);
  },
};

/**
 * Drafts cannot be bought. Published products are in stock unless their stock is tracked, used up, and overselling is
 * off.
 */
function stockOf(record: FeedRecord): string {
  const status = first(record, 'status').toLowerCase();
  if (
    status === 'draft' ||
    status === 'archived' ||
    first(record, 'published', 'published_on_online_store').toLowerCase() === 'false'
  )
    return '0';
  const quantity = first(record, 'variant_inventory_qty', 'inventory_quantity');
  const policy = first(record, 'variant_inventory_policy', 'continue_selling_when_out_of_stock').toLowerCase();
  const isTracked = first(record, 'variant_inventory_tracker', 'inventory_tracker') !== '';
  return quantity !== '' && isTracked && Number(quantity) <= 0 && policy !== 'continue' && policy !== 'true'
    ? '0'
    : '1';
}
