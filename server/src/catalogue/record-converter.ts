// Converts a record of a feed to a product, field by field.
import { type MerchantInfo, type Product, TEXT_FIELDS } from '../product/product.ts';
import type { FeedRecord } from '../reading/feed-record.ts';
import { copyString } from '../text/copy-string.ts';
import { type Draft, draftOf, type FeedFormat } from './formats/format.ts';
import { merchantName } from './merchant-name.ts';
import { isInStock, readAvailability } from './normalising/availability.ts';
import { BrandGuess } from './normalising/brand-guess.ts';
import { hostOfLink, readCategory, readColor, readLink, readSize } from './normalising/fields.ts';
import { trackedLink } from './normalising/link-template.ts';
import { plainText } from './normalising/plain-text.ts';
import { readPrices } from './normalising/prices.ts';
import { fillPublisherId } from './normalising/publisher-placeholder.ts';
import { repairBarcode } from './normalising/repair-barcode.ts';
import { type Fault, isDecimalId, type ParsedProduct } from './parse-product.ts';

/** An operator's settings of a feed. */
export interface FeedSettings {
  merchant_id?: string;
  merchant_name?: string;
  domain?: string;
  currency?: string;
  /** `https://track.example/deep?u={url}&sid={click_id}`: builds tracked links for feeds with plain links. */
  link_template?: string;
  /** The operator's id with the network, which replaces placeholders in links. */
  publisher_id?: string;
  strict?: boolean;
}

export interface ReaderOptions {
  format: FeedFormat;
  settings: FeedSettings;
  now_ms: number;
  /** Name of the file or host, used as the merchant's name if nothing better is known. */
  source_name: string;
}

/** A row that marks a product as deleted. */
export interface Deletion {
  deleted: { id: string; merchant: MerchantInfo };
}

const MAX_NAME_CHARS = 500;
const MAX_TEXT_CHARS = 1000;
const MAX_DESCRIPTION_CHARS = 10_000;
const MAX_TAGS = 50;
const MAX_ID_CHARS = 200;
const MAX_MERCHANTS = 10_000;
const MAX_LINK_CHARS = 8192;
const MAX_DOMAIN_CHARS = 253;
const CLEAN_TEXTS = TEXT_FIELDS.filter(
  (field) => !['image_url', 'product_url', 'merchant_url', 'barcode', 'currency', 'availability'].includes(field),
);
const YES = new Set(['y', 'yes', 'true', '1', 'deleted', 'delete']);
const NO = new Set(['n', 'no', 'false', '0']);

export class RecordConverter {
  readonly #options: ReaderOptions;
  readonly #brands = new BrandGuess();
  /** Merchants by the id or name in the row. The first row determines the rest. */
  readonly #merchants = new Map<string, MerchantInfo>();

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  read(record: FeedRecord): ParsedProduct | Deletion | Fault {
    const { format } = this.#options;
    const draft = draftOf(format.fields, record);
    format.adjust?.(draft, record);
    const id = idOf(plainText(draft.id ?? ''));
    if (id === '') return { field: 'id', reason: 'is missing' };
    const merchant = this.#merchantOf(draft, record);
    if (draft.is_deleted && YES.has(draft.is_deleted.toLowerCase())) return { deleted: { id, merchant } };
    const name = cut(plainText(draft.name ?? ''), MAX_NAME_CHARS);
    if (name === '') return { field: 'name', reason: 'is missing' };
    const dropped: Fault[] = [];
    const product: Product = { id, name };
    this.#readTexts(draft, product);
    this.#readLinks(draft, product, merchant, dropped);
    readPrices(draft, product, { now_ms: this.#options.now_ms, currency: this.#options.settings.currency }, dropped);
    readStock(draft, product, dropped);
    const barcode = repairBarcode(barcodesOf(draft, record, format));
    if (barcode && 'barcode' in barcode) product.barcode = barcode.barcode;
    else if (barcode) dropped.push({ field: 'barcode', reason: barcode.reason, value: draft.barcode ?? '' });
    this.#brands.fill(product);
    return { product, merchant, dropped, is_source_id: true };
  }

  #readTexts(draft: Draft, product: Product): void {
    for (const field of CLEAN_TEXTS) {
      const raw = draft[field as keyof Draft];
      if (!raw) continue;
      const text = cut(plainText(raw), field === 'description' ? MAX_DESCRIPTION_CHARS : MAX_TEXT_CHARS);
      if (text !== '') product[field] = text;
    }
    if (product.category) product.category = readCategory(product.category);
    if (product.category === '') delete product.category;
    if (product.brand && nameOrEmpty(product.brand) === '') delete product.brand;
    if (product.color) product.color = readColor(product.color);
    if (product.size) product.size = readSize(product.size);
    if (product.condition) product.condition = product.condition.toLowerCase();
    const tags = (draft.tags ?? '')
      .split(/[,;|]/)
      .map((tag) => cut(plainText(tag), 100))
      .filter(Boolean);
    if (tags.length > 0) product.tags = [...new Set(tags)].slice(0, MAX_TAGS);
    const categories = (draft.merchant_category_ids ?? '')
      .split(',')
      .map((id) => cut(id.trim(), 100))
      .filter(Boolean);
    if (categories.length > 0) product.merchant_category_ids = categories.slice(0, MAX_TAGS);
  }

  #readLinks(draft: Draft, product: Product, { domain }: MerchantInfo, dropped: Fault[]): void {
    const { settings } = this.#options;
    for (const field of ['image_url', 'product_url', 'merchant_url'] as const) {
      let raw = draft[field];
      if (!raw) continue;
      if (field !== 'image_url' && settings.publisher_id) raw = fillPublisherId(raw, settings.publisher_id);
      const link = readLink(raw.includes('&amp;') ? raw.replaceAll('&amp;', '&') : raw, domain);
      if (link && link.length <= MAX_LINK_CHARS) product[field] = link;
      else if (!raw.startsWith('/'))
        dropped.push({ field, reason: 'is not an absolute http or https link', value: raw });
    }
    if (settings.link_template && product.product_url && !product.merchant_url)
      product.merchant_url = trackedLink(settings.link_template, product.product_url, product.id);
  }

  #merchantOf(draft: Draft, record: FeedRecord): MerchantInfo {
    const { settings } = this.#options;
    // A merchant given by the operator applies to all rows. A feed that does not name merchants belongs to one.
    const isGiven = settings.merchant_id !== undefined || settings.merchant_name !== undefined;
    const key = isGiven ? '' : (draft.merchant_id ?? draft.merchant_name ?? '');
    let merchant = this.#merchants.get(key);
    if (!merchant) {
      merchant = JSON.parse(copyString(JSON.stringify(this.#readMerchant(draft, record)))) as MerchantInfo;
      if (this.#merchants.size < MAX_MERCHANTS && key.length <= MAX_TEXT_CHARS)
        this.#merchants.set(copyString(key), merchant);
    }
    return merchant;
  }

  #readMerchant(draft: Draft, record: FeedRecord): MerchantInfo {
    const { format, settings, source_name } = this.#options;
    const isNetwork = format.network !== undefined;
    const shopLink = isNetwork ? '' : record.get('^link') || record.get('^link@href');
    const domain = (
      settings.domain ||
      hostOfLink(readLink(draft.merchant_domain ?? '')) ||
      bareDomain(draft.merchant_domain) ||
      hostOfLink(readLink(shopLink)) ||
      hostOfLink(readLink(draft.product_url ?? ''))
    ).toLowerCase();
    const title = isNetwork ? '' : plainText(record.get('^title'));
    // In a shop's own export, the vendor is usually the shop.
    const vendor = format.name === 'shopify' ? nameOrEmpty(plainText(draft.brand ?? '')) : '';
    const named = title || domain ? merchantName(title, domain) : '';
    const logo = readLink(draft.merchant_logo_url || record.get('^image/url')) ?? '';
    const name = settings.merchant_name || plainText(draft.merchant_name ?? '') || vendor || named || source_name;
    const info = {
      name: cut(name, MAX_NAME_CHARS),
      domain: domain.length > MAX_DOMAIN_CHARS ? '' : domain,
      logo_url: logo.length > MAX_LINK_CHARS ? '' : logo,
      description: cut(
        plainText(draft.merchant_description || (isNetwork ? '' : record.get('^description'))),
        MAX_TEXT_CHARS,
      ),
    };
    const { id, key = '' } = identityOf({ format, settings, draft, domain, name: info.name });
    return id === undefined ? { key: idOf(key), ...info } : { id, ...info };
  }
}

interface Identity {
  format: FeedFormat;
  settings: FeedSettings;
  draft: Draft;
  domain: string;
  name: string;
}

/** A decimal id given by the operator is used as it is. Everything else becomes a key, prefixed with the network. */
function identityOf({ format, settings, draft, domain, name }: Identity): { id?: number; key?: string } {
  const given = settings.merchant_id ?? '';
  if (isDecimalId(given)) return { id: Number(given) };
  if (given) return { key: given };
  if (settings.merchant_name) return { key: settings.merchant_name };
  if (format.network)
    return { key: `${format.network}:${plainText(draft.merchant_id || draft.merchant_name || domain || name)}` };
  // Sellers of one marketplace share its domain.
  return { key: draft.merchant_id || (draft.merchant_name ? name : domain || name) };
}

/** Empties placeholders for a missing name. */
const nameOrEmpty = (text: string) =>
  /^(?:none|n\/?a|no brand|unbranded|unknown|generic|null|-+)$/i.test(text) ? '' : text;

const bareDomain = (text = '') => (/^[\w-]+(?:\.[\w-]+)+$/.test(text) ? text : '');

const barcodesOf = (draft: Draft, record: FeedRecord, format: FeedFormat): string[] => {
  if (!draft.barcode) return [];
  return (format.fields.barcode ?? []).map((column) => record.get(column)).filter(Boolean);
};

function readStock(draft: Draft, product: Product, dropped: Fault[]): void {
  if (draft.availability) {
    product.availability = cut(readAvailability(plainText(draft.availability)), 100);
    const inStock = isInStock(product.availability);
    if (inStock !== undefined) product.in_stock = inStock;
  }
  const flag = draft.in_stock?.toLowerCase();
  if (flag && NO.has(flag)) product.in_stock = false;
  else if (flag && product.in_stock === undefined && product.availability === undefined) {
    const inStock = Number(flag) > 0 ? true : isInStock(readAvailability(flag));
    if (inStock !== undefined) product.in_stock = inStock;
  }
  readQuantity(draft, product, dropped);
  if (product.availability === undefined && product.in_stock !== undefined)
    product.availability = product.in_stock ? 'in_stock' : 'out_of_stock';
}

function readQuantity({ stock_quantity: text }: Draft, product: Product, dropped: Fault[]): void {
  if (!text) return;
  const quantity = Math.trunc(Number(text.replace(/^[<>=+\s]+|\+$/g, '')));
  if (Number.isSafeInteger(quantity)) product.stock_quantity = quantity;
  else dropped.push({ field: 'stock_quantity', reason: 'is not a number', value: text });
}

/** Long ids are truncated and made unique by an FNV-1a hash. */
function idOf(id: string): string {
  if (id.length <= MAX_ID_CHARS) return id;
  let hash = 0xcbf29ce484222325n;
  for (const char of id) hash = BigInt.asUintN(64, (hash ^ BigInt(char.codePointAt(0)!)) * 0x100000001b3n);
  return `${id.slice(0, MAX_ID_CHARS - 17)}~${hash.toString(16).padStart(16, '0')}`.toWellFormed();
}

function cut(text: string, max: number): string {
  return text.length <= max
    ? text
    : text
        .slice(0, max)
        .toWellFormed()
        .replace(/\ufffd$/, '');
}
