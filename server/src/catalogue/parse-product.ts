// Validates a product of our own JSONL. A rejected line has a field and a reason.

import { toAmount } from '../product/amount.ts';
import { readGtin } from '../product/gtin.ts';
import { type MerchantInfo, type Product, TEXT_FIELDS } from '../product/product.ts';
import type { RowFault } from '../reading/rejected-rows.ts';
import { PLAIN_LINK } from './normalising/fields.ts';
import { fillPublisherId } from './normalising/publisher-placeholder.ts';

export type Fault = RowFault;

export interface ParsedProduct {
  product: Product;
  merchant: MerchantInfo;
  /** Invalid values that were removed; the product is accepted without them. */
  dropped: Fault[];
  /** The id is unique only within the merchant: the store prefixes it with the merchant's id. */
  is_source_id?: boolean;
}

const MAX_TEXT_CHARS = 2000;
/** Limits of fields that may be longer than `MAX_TEXT_CHARS`. */
const MAX_CHARS: Partial<Record<(typeof TEXT_FIELDS)[number], number>> = {
  description: 100_000,
  image_url: 8192,
  product_url: 8192,
  merchant_url: 8192,
};
const MAX_LIST_ITEMS = 500;
const LINKS = ['image_url', 'product_url', 'merchant_url'];

type Fields = Record<string, unknown>;

interface Defaults {
  currency?: string;
  publisher_id?: string;
}

class RejectedError extends Error {
  readonly fault: Fault;
  constructor(field: string, reason: string) {
    super(reason);
    this.fault = { field, reason };
  }
}

/** `defaults` supply a missing currency and the publisher's id in links. */
export function parseProduct(input: unknown, defaults: Defaults = {}): ParsedProduct | Fault {
  try {
    if (typeof input !== 'object' || input === null || Array.isArray(input))
      throw new RejectedError('', 'is not a JSON object');
    return read(input as Fields, defaults);
  } catch (error) {
    if (error instanceof RejectedError) return error.fault;
    throw error;
  }
}

function read(fields: Fields, { currency, publisher_id }: Defaults): ParsedProduct {
  const dropped: Fault[] = [];
  const product: Product = { id: required(fields, 'id', 256), name: required(fields, 'name') };
  for (const field of TEXT_FIELDS) {
    const text = readText(fields, field, MAX_CHARS[field] ?? MAX_TEXT_CHARS);
    if (text) product[field] = text;
  }
  for (const field of ['tags', 'merchant_category_ids'] as const) {
    const values = readList(fields, field);
    if (values.length > 0) product[field] = values;
  }
  readPrices(fields, product);
  if (currency) product.currency ??= currency;
  if (publisher_id)
    for (const field of ['product_url', 'merchant_url'] as const)
      if (product[field]) product[field] = fillPublisherId(product[field], publisher_id);
  readStock(fields, product);
  if (product.category)
    product.category = product.category
      .split('>')
      .map((level) => level.trim())
      .filter(Boolean)
      .join(' > ');
  dropInvalid(product, dropped);
  return { product, merchant: readMerchant(fields.merchant), dropped };
}

function dropInvalid(product: Product, dropped: Fault[]): void {
  const drop = (field: string, reason: string) => {
    delete (product as unknown as Fields)[field];
    dropped.push({ field, reason });
  };
  if (product.barcode) {
    const gtin = readGtin(product.barcode);
    if (gtin) product.barcode = gtin;
    else drop('barcode', 'is not a GTIN with a valid check digit');
  }
  for (const field of LINKS) {
    const link = (product as unknown as Fields)[field] as string | undefined;
    if (link && !isWebLink(link)) drop(field, 'is not an absolute http or https link');
  }
}

/** `/demo/` paths are images that the service generates itself. */
const isWebLink = (link: string) =>
  PLAIN_LINK.test(link) ||
  link.startsWith('/demo/') ||
  (URL.canParse(link) && /^https?:$/.test(new URL(link).protocol) && !/\s/.test(link));

function readPrices(fields: Fields, product: Product): void {
  const regular = readAmount(fields, 'regular_price');
  const final = readAmount(fields, 'final_price') ?? readAmount(fields, 'sale_price') ?? regular;
  const shipping = readAmount(fields, 'ship_price');
  if (final !== undefined) {
    product.final_amount = final;
    // A sale price above the regular price is not a sale: it becomes the regular price.
    product.regular_amount = Math.max(regular ?? final, final);
  }
  if (shipping !== undefined) product.ship_amount = shipping;
}

const IN_STOCK = new Set([
  'instock',
  'available',
  'availablefororder',
  'limitedavailability',
  'instoreonly',
  'onlineonly',
]);
const OUT_OF_STOCK = new Set(['outofstock', 'soldout', 'discontinued', 'unavailable', 'notavailable']);

function readStock(fields: Fields, product: Product): void {
  const { in_stock, stock_quantity } = fields;
  if (in_stock !== undefined && in_stock !== null) {
    const inStock = { true: true, false: false }[String(in_stock)];
    if (inStock === undefined) throw new RejectedError('in_stock', 'is not true or false');
    product.in_stock = inStock;
  } else {
    const words = (product.availability ?? '')
      .toLowerCase()
      .replace(/[^a-z]/g, '')
      .replace(/^httpsschemaorg/, '');
    if (IN_STOCK.has(words)) product.in_stock = true;
    if (OUT_OF_STOCK.has(words)) product.in_stock = false;
  }
  if (stock_quantity !== undefined && stock_quantity !== null) {
    const quantity =
      typeof stock_quantity === 'string' && /^-?\d{1,15}$/.test(stock_quantity)
        ? Number(stock_quantity)
        : stock_quantity;
    if (!Number.isSafeInteger(quantity)) throw new RejectedError('stock_quantity', 'is not a whole number');
    product.stock_quantity = quantity as number;
  }
}

/** A merchant id that is stored as a number. */
export const isDecimalId = (id: string): boolean =>
  /^(?:0|[1-9]\d{0,15})$/.test(id) && Number.isSafeInteger(Number(id));

function readMerchant(input: unknown): MerchantInfo {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw new RejectedError('merchant', 'is missing');
  const fields = input as Fields;
  const text = (field: string) => readText(fields, field, MAX_TEXT_CHARS, 'merchant.') ?? '';
  const id = text('id');
  const name = text('name');
  if (!id && !name) throw new RejectedError('merchant', 'has neither id nor name');
  const logo = text('logo_url');
  const info = {
    name,
    domain: text('domain'),
    logo_url: isWebLink(logo) ? logo : '',
    description: text('description'),
  };
  // Without a name the store keeps the name that it has.
  return isDecimalId(id) ? { id: Number(id), ...info } : { key: id || name, ...info, name: name || id };
}

function required(fields: Fields, field: string, max = MAX_TEXT_CHARS): string {
  const text = readText(fields, field, max);
  if (!text) throw new RejectedError(field, 'is missing');
  return text;
}

/** A string, or a number as a string; undefined if it is absent or empty. */
function readText(fields: Fields, field: string, max: number, prefix = ''): string | undefined {
  const value = fields[field];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new RejectedError(prefix + field, 'is not a string');
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new RejectedError(prefix + field, 'is too large for an exact number; write it as a string');
  }
  const text = String(value).trim();
  if (text.length > max) throw new RejectedError(prefix + field, `is longer than ${max} characters`);
  if (!text.isWellFormed() || text.includes('\0'))
    throw new RejectedError(prefix + field, 'contains U+0000 or a lone surrogate');
  return text === '' ? undefined : text;
}

function readList(fields: Fields, field: string): string[] {
  const value = fields[field];
  if (value === undefined || value === null) return [];
  const items = typeof value === 'string' ? value.split(',') : value;
  if (!Array.isArray(items)) throw new RejectedError(field, 'is not a list of strings');
  if (items.length > MAX_LIST_ITEMS) throw new RejectedError(field, `has more than ${MAX_LIST_ITEMS} items`);
  return items.map((item) => readText({ [field]: item }, field, MAX_TEXT_CHARS)).filter((item) => item !== undefined);
}

function readAmount(fields: Fields, field: string): number | undefined {
  const value = fields[field];
  if (value === undefined || value === null || value === '') return undefined;
  const amount = typeof value === 'number' || typeof value === 'string' ? toAmount(value) : undefined;
  if (amount === undefined) throw new RejectedError(field, 'is not an amount');
  if (amount < 0) throw new RejectedError(field, 'is negative');
  return amount;
}
