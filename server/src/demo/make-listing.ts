// Creates a merchant's listing of a model: name, price, stock and identifiers.
import { newBarcode } from './barcode.ts';
import type { DemoProduct } from './demo-product.ts';
import type { Department, Kind } from './departments.ts';
import { type Condition, describe } from './describe.ts';
import { fillName } from './fill.ts';
import type { Model } from './make-model.ts';
import type { Merchant } from './merchants.ts';
import { priceAt } from './price.ts';
import { hash, type Random } from './random.ts';

export interface Offered {
  department: Department;
  kind: Kind;
  model: Model;
  merchant: Merchant;
  color: string | undefined;
  size: string | undefined;
  /** Set when another merchant sells the same item. */
  barcode?: string | undefined;
}

const SHARE_WITH_BARCODE = 0.85;
const SHARE_WITHOUT_PRICE = 0.003;
const SHARE_OUT_OF_STOCK = 0.08;
const SHARE_PREORDER = 0.015;
const CONDITION_PRICES = { new: 1, used: 0.6, refurbished: 0.72 };
const ASIN_LETTERS = '0123456789BCDFGHJKLMNPQRSTVWXYZ';
const SELLERS = ['Bright Barn Trading', 'Quayside Outlet', 'Nordlicht Handel', 'Two Rivers Supply', 'Papaya Direct'];

/** Id and picture are added later, from the product's position in the catalogue. */
export function makeListing(offered: Offered, baseUrl: string, random: Random): DemoProduct {
  const { department, kind, model, merchant, color, size } = offered;
  const condition = conditionAt(merchant, department, random);
  const facts = { ...model.facts, color: color ?? '', tint: inProse(color), size: size ?? '' };
  const form = kind.names[hash(merchant.id + kind.category) % kind.names.length]!;
  const name = fillName(form, facts, random) + conditionMark(condition, random);
  const sku_no = random.between(10_000_000, 99_999_999);
  const sku = `${initials(merchant.name)}-${sku_no}`;
  const listing: DemoProduct = {
    id: '',
    name,
    description: describe(kind, model, facts, condition, random),
    image_url: '',
    product_url: `https://www.${merchant.domain}/p/${slug(name)}-${sku_no}`,
    merchant_url: `https://track.${merchant.network}.example/click?m=${merchant.id}&p=${sku}&sid={click_id}`,
    merchant: merchantInfo(merchant, baseUrl),
    brand: model.brand,
    category: `${department.name} > ${kind.category}`,
    ...moneyOf(offered, condition, random),
    ...stockOf(condition, random),
    condition,
    country: merchant.country,
    tags: tagsOf(kind, model, random),
    sku,
    merchant_category_ids: categoryIds(merchant, department, kind),
  };
  addOptionalFields(listing, offered);
  if (merchant.kind === 'market') Object.assign(listing, marketplaceFields(merchant, random));
  const barcode = offered.barcode ?? maybeBarcode(kind, random);
  if (barcode) listing.barcode = barcode;
  return listing;
}

function addOptionalFields(listing: DemoProduct, { kind, model, color, size }: Offered): void {
  if (color) listing.color = color;
  if (size) listing.size = size;
  if (model.material) listing.material = model.material;
  if (model.gender) listing.gender = model.gender;
  if (model.genre) listing.genre = model.genre;
  if (model.subtitle) listing.subtitle = model.subtitle;
  if (kind.isBook) {
    listing.publisher = model.brand;
  } else {
    listing.manufacturer = model.brand;
    listing.model = model.name;
    listing.mpn = model.mpn;
  }
}

function maybeBarcode(kind: Kind, random: Random): string | undefined {
  return random.chance(SHARE_WITH_BARCODE) ? newBarcode(kind.isBook ? 'book' : 'product', random) : undefined;
}

function merchantInfo({ id, name, domain, description }: Merchant, baseUrl: string): DemoProduct['merchant'] {
  return { id, name, domain, logo_url: `${baseUrl}/demo/merchants/${id}.svg`, description };
}

function conditionAt(merchant: Merchant, department: Department, random: Random): Condition {
  if (merchant.kind === 'used') return random.chance(0.8) ? 'used' : 'new';
  if (merchant.kind === 'refurbished') return random.chance(0.85) ? 'refurbished' : 'new';
  const isElectric = ['Electronics', 'Watches'].includes(department.name);
  return merchant.kind === 'market' && isElectric && random.chance(0.12) ? 'refurbished' : 'new';
}

function conditionMark(condition: Condition, random: Random): string {
  if (condition === 'new' || random.chance(0.4)) return '';
  return condition === 'used' ? ' (Used)' : ' - Refurbished';
}

function moneyOf({ merchant, model, kind, size }: Offered, condition: Condition, random: Random) {
  const { currency, shipping } = merchant;
  if (random.chance(SHARE_WITHOUT_PRICE)) return { currency };
  const { regular_cents, final_cents } = priceAt(
    merchant,
    model.usd * CONDITION_PRICES[condition] * sizeFactor(kind, size),
    random,
  );
  const ship_cents = final_cents >= shipping.free_from_cents ? 0 : shipping.fee_cents;
  return {
    regular_price: regular_cents / 100,
    final_price: final_cents / 100,
    currency,
    ship_price: ship_cents / 100,
  };
}

/** The largest size costs about four times the smallest. */
function sizeFactor(kind: Kind, size: string | undefined): number {
  if (!kind.isPricedBySize || typeof kind.sizes !== 'object') return 1;
  return 0.5 * 4 ** (kind.sizes.indexOf(size ?? '') / (kind.sizes.length - 1));
}

function stockOf(
  condition: Condition,
  random: Random,
): Pick<DemoProduct, 'availability' | 'in_stock' | 'stock_quantity'> {
  if (random.chance(SHARE_OUT_OF_STOCK)) return { availability: 'out_of_stock', in_stock: false, stock_quantity: 0 };
  if (random.chance(SHARE_PREORDER)) return { availability: 'preorder', in_stock: false };
  if (condition === 'used') return { availability: 'in_stock', in_stock: true, stock_quantity: 1 };
  const stock_quantity = Math.max(1, Math.ceil(140 * random.next() ** 2.5));
  // Some shops report availability without a quantity.
  return {
    availability: 'in_stock',
    in_stock: true,
    ...(random.chance(0.85) && { stock_quantity }),
  };
}

function marketplaceFields(merchant: Merchant, random: Random) {
  let asin = 'B0';
  while (asin.length < 10) asin += ASIN_LETTERS[random.between(0, ASIN_LETTERS.length - 1)];
  return { asin, seller_party: random.chance(0.5) ? merchant.name : random.pick(SELLERS) };
}

function tagsOf(kind: Kind, model: Model, random: Random): string[] {
  const own = random.shuffle(kind.tags).slice(0, random.between(1, 3));
  return [...new Set([...own, ...model.features.map((feature) => feature.tag)])];
}

function categoryIds(merchant: Merchant, department: Department, kind: Kind): string[] {
  const number = (text: string) => String(100 + (hash(merchant.id + text) % 900));
  return [number(department.name), `${number(department.name)}${number(kind.category)}`];
}

const inProse = (color = '') => color.toLowerCase().replace('/', ' and ');

const initials = (name: string) =>
  name
    .replace(/[^A-Za-z ]/g, '')
    .split(/ +/)
    .map((word) => word[0])
    .join('')
    .toUpperCase();

function slug(name: string): string {
  const ascii = name
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase();
  return ascii
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 70)
    .replace(/-$/, '');
}
