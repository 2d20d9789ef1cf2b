// A product of the catalogue in the shape of the protocol: with one variant, which has the same id.
import { type LinkDeps, toLink } from '../../own-link.ts';
import { isCurrency } from '../../product/currency.ts';
import { minorUnitsOf } from '../../product/micros.ts';
import { isOnSale, type Product } from '../../product/product.ts';
import type { StoredProduct } from '../../store/catalogue-store.ts';
import { plainLine } from '../shop-text.ts';

const MAX_CHARS = { title: 150, category: 200, text: 100, url: 2000 };
/** Decimals of an amount of a product. */
const AMOUNT_PLACES = 4;

interface Options {
  description_chars: number;
  /** The identifiers of a lookup that name this product. */
  ids?: string[];
}

/** Null for a product without a price: the protocol requires one. */
export function catalogueProduct(deps: LinkDeps, { product, merchant }: StoredProduct, options: Options) {
  const price = priceOf(product.final_amount, product.currency);
  if (!price) return null;
  const listPrice = isOnSale(product) ? priceOf(product.regular_amount, product.currency) : null;
  const title = plainLine(product.name, MAX_CHARS.title);
  const description = plainLine(product.description ?? '', options.description_chars);
  const url = usable(product.product_url);
  const image = usable(toLink(deps, product.image_url));
  const common = {
    ...(url ? { url } : {}),
    ...(image ? { media: [{ type: 'image', url: image, alt_text: title }] } : {}),
  };
  const categories = product.category
    ? { categories: [{ value: plainLine(product.category, MAX_CHARS.category), taxonomy: 'merchant' }] }
    : {};
  return {
    id: product.id,
    title,
    description: { plain: description || title },
    ...common,
    ...categories,
    price_range: { min: price, max: price },
    ...(listPrice ? { list_price_range: { min: listPrice, max: listPrice } } : {}),
    variants: [
      {
        id: product.id,
        title,
        description: { plain: title },
        ...common,
        price,
        ...(listPrice ? { list_price: listPrice } : {}),
        ...availabilityOf(product),
        ...(product.barcode ? { barcodes: [{ type: 'GTIN', value: plainLine(product.barcode, 32) }] } : {}),
        seller: { id: String(merchant.id), name: plainLine(merchant.name, MAX_CHARS.text), ...domainOf(url) },
        ...(options.ids ? { inputs: options.ids.map((id) => ({ id, match: 'exact' })) } : {}),
      },
    ],
    ...metadataOf(product),
  };
}

function priceOf(amount: number | undefined, given = '') {
  const currency = given.toUpperCase();
  if (amount === undefined || !isCurrency(currency)) return null;
  return { amount: Math.round(amount / 10 ** (AMOUNT_PLACES - minorUnitsOf(currency))), currency };
}

const usable = (url: string | undefined) => (url && url.length <= MAX_CHARS.url && URL.canParse(url) ? url : undefined);

/** The host of the product's page. */
const domainOf = (url: string | undefined) => (url ? { domain: new URL(url).hostname } : {});

/** Names of the protocol, by what feeds write without its spaces and case. */
const STATUS: Record<string, string> = {
  instock: 'in_stock',
  limitedavailability: 'low_stock',
  outofstock: 'out_of_stock',
  soldout: 'out_of_stock',
  backorder: 'backorder',
  preorder: 'preorder',
  discontinued: 'discontinued',
};

function availabilityOf({ availability = '', in_stock }: Product) {
  const word = availability
    .toLowerCase()
    .replace(/^https?:\/\/schema\.org\//, '')
    .replace(/[\s_-]/g, '');
  const stated = Object.hasOwn(STATUS, word) ? STATUS[word] : undefined;
  if (in_stock === undefined) return stated ? { availability: { status: stated } } : {};
  return { availability: { available: in_stock, status: stated ?? (in_stock ? 'in_stock' : 'out_of_stock') } };
}

function metadataOf(product: Product) {
  const known = (['brand', 'color', 'size'] as const).filter((field) => product[field]);
  if (known.length === 0) return {};
  return { metadata: Object.fromEntries(known.map((field) => [field, plainLine(product[field]!, MAX_CHARS.text)])) };
}
