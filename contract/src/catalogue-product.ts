// Products as operators write them, the outcome of a write, and the price history.
import { z } from 'zod';
import { list } from './lax.ts';
import { DETAIL_FIELDS, type DetailField } from './product-fields.ts';
import { MerchantSummary, timestamp } from './shared.ts';

const optionalText = (description: string, maxLength = 2000) =>
  z.string().max(maxLength).optional().meta({ description });
const link = (description: string, format = 'uri') => z.string().max(8192).optional().meta({ format, description });
const texts = (description: string) => z.array(z.string().max(2000)).max(500).optional().meta({ description });
const amount = (description: string) => z.number().min(0).optional().meta({ description });

const CatalogueMerchant = z
  .object({
    id: optionalText('Merchant id. A decimal id below 2^53 is kept; any other is replaced by an id of the service.'),
    name: optionalText('Name of the merchant.'),
    domain: optionalText('Domain of the shop.'),
    logo_url: link('URL of the logo.'),
    description: optionalText('What the merchant sells.'),
  })
  .meta({ id: 'CatalogueMerchant', description: 'The merchant of a product: `id` or `name` is required.' });

const details = Object.fromEntries(
  Object.entries(DETAIL_FIELDS).map(([field, description]) => [field, optionalText(description)]),
);

/** Documentation only: the server's `parseProduct` validates, because it rejects products one by one. */
export const CatalogueProduct = z
  .object({
    id: z
      .string()
      .min(1)
      .max(256)
      .meta({ description: 'Product id, chosen by you. Writing it again replaces the product.' }),
    name: z.string().min(1).max(2000).meta({ description: 'Product name.' }),
    merchant: CatalogueMerchant,
    description: optionalText('Product description.', 100_000),
    image_url: link('URL of the product picture.'),
    product_url: link('Product page at the merchant, untracked.'),
    merchant_url: link('Affiliate tracking link. May hold `{click_id}`.', 'uri-template'),
    brand: optionalText('Brand name.'),
    category: optionalText('Category path, `A > B > C`.'),
    regular_price: amount('Price before discounts.'),
    final_price: amount('Price the shopper pays. Absent: `sale_price`, otherwise `regular_price`.'),
    sale_price: amount('Price the shopper pays during a sale.'),
    ship_price: amount('Shipping costs.'),
    currency: optionalText('ISO 4217 code of the prices.'),
    availability: optionalText('Availability, for example `in_stock` or `out_of_stock`.'),
    in_stock: z.boolean().optional().meta({ description: 'Absent: read from `availability`.' }),
    stock_quantity: z.int().optional().meta({ description: 'Number of pieces in stock.' }),
    tags: texts('Keywords.'),
    merchant_category_ids: texts("Ids of the merchant's own categories."),
    ...details,
  })
  .meta({
    id: 'CatalogueProduct',
    description: 'A product with the fields of the JSONL format. Unknown fields are ignored.',
  });

const known = <T extends z.ZodType>(schema: T, description: string) =>
  schema.nullable().meta({ description: `${description} Null when unknown.` });
const string = (description: string) => known(z.string(), description);
const storedAmount = (description: string) => known(z.number(), description);

export const StoredCatalogueProduct = z
  .strictObject({
    type: z.literal('catalogue_product').meta({ description: 'Always `catalogue_product`.' }),
    id: z.string().meta({ description: 'Product id.' }),
    feed: z.string().nullable().meta({ description: 'Feed that it belongs to. Null if it belongs to none.' }),
    added_at: timestamp().meta({ description: 'When it was added to the catalogue.' }),
    name: z.string().meta({ description: 'Product name.' }),
    merchant: MerchantSummary,
    description: string('Product description.'),
    image_url: string('URL of the product picture.'),
    product_url: string('Product page at the merchant, untracked.'),
    merchant_url: string('Affiliate tracking link.'),
    brand: string('Brand name.'),
    category: string('Category path.'),
    regular_price: storedAmount('Price before discounts.'),
    final_price: storedAmount('Price the shopper pays.'),
    ship_price: storedAmount('Shipping costs.'),
    currency: string('ISO 4217 code of the prices.'),
    availability: string('Availability as stated by the feed.'),
    in_stock: known(z.boolean(), 'Whether it is in stock.'),
    stock_quantity: known(z.int(), 'Number of pieces in stock.'),
    tags: z.array(z.string()).meta({ description: 'Keywords.' }),
    merchant_category_ids: z.array(z.string()).meta({ description: "Ids of the merchant's own categories." }),
    ...(Object.fromEntries(
      Object.entries(DETAIL_FIELDS).map(([field, description]) => [field, string(description)]),
    ) as Record<DetailField, z.ZodNullable<z.ZodString>>),
  })
  .meta({ id: 'StoredCatalogueProduct', description: 'A product with everything that the catalogue knows of it.' });

const MAX_UPSERTED_PRODUCTS = 1000;

export const ProductsInput = z
  .object({
    products: list(z.unknown().meta({ documentedAs: CatalogueProduct }), MAX_UPSERTED_PRODUCTS).meta({
      description:
        'Products to add or replace, at most 1,000. A bad one is reported in `faults`; the others are written.',
    }),
  })
  .meta({ id: 'ProductsInput', description: 'Products to write.' });

export const counts = () => z.record(z.string(), z.int());

const ProductFault = z
  .strictObject({
    index: z.int().meta({ description: 'Index of the product in the request, starting at 0.' }),
    field: z.string().meta({ description: 'Name of the field. `""`: the product as a whole.' }),
    reason: z.string().meta({ description: 'Why the product was rejected.' }),
  })
  .meta({ id: 'ProductFault', description: 'A product that was rejected.' });

export const ProductsOutcome = z
  .strictObject({
    type: z.literal('products_outcome').meta({ description: 'Always `products_outcome`.' }),
    products: z.int().meta({ description: 'Number of products of the request that are in the catalogue now.' }),
    inserted: z.int().meta({ description: 'Number of new products.' }),
    updated: z.int().meta({ description: 'Number of changed products.' }),
    unchanged: z.int().meta({ description: 'Number of products that were already the same.' }),
    rejected: z.int().meta({ description: 'Number of rejected products.' }),
    faults: z.array(ProductFault).meta({ description: 'The rejected products.' }),
    dropped: counts().meta({ description: 'Number of values left out of accepted products, by field and reason.' }),
  })
  .meta({ id: 'ProductsOutcome', description: 'The outcome of the write.' });

const PriceState = z
  .strictObject({
    at: timestamp().nullable().meta({ description: 'Since when. Null: since before changes were recorded.' }),
    currency: z.string().nullable().meta({ description: 'ISO 4217 code.' }),
    regular_value: z.number().nullable().meta({ description: 'Price before discounts.' }),
    final_value: z.number().nullable().meta({ description: 'Price the shopper paid.' }),
    in_stock: z.boolean().nullable().meta({ description: 'Whether it was in stock. Null when unknown.' }),
    stock_quantity: z.int().nullable().meta({ description: 'Number of pieces in stock. Null when unknown.' }),
  })
  .meta({ id: 'PriceState', description: 'Price and stock from a point in time on.' });

export const PriceHistory = z
  .strictObject({
    type: z.literal('price_history').meta({ description: 'Always `price_history`.' }),
    id: z.string().meta({ description: 'Product id.' }),
    items: z.array(PriceState).meta({ description: 'Every change of price or stock, oldest first; the latest 1,000.' }),
  })
  .meta({ id: 'PriceHistory', description: 'Price and stock of a product over time.' });
