// A structured filter: field, operator, value. The field selects the kind, the kind the operators and the value.
import { z } from 'zod';
import { flag, integer, number, text } from './lax.ts';

/** Every field, in the order in which the wire names them. */
export const CRITERION_FIELDS = [
  'any',
  'name||description||brand',
  'brand',
  'category',
  'color',
  'condition',
  'country',
  'gender',
  'genre',
  'manufacturer',
  'material',
  'model',
  'publisher',
  'size',
  'subtitle',
  'tags',
  'currency',
  'on_sale',
  'sale_discount',
  'regular_price',
  'final_price',
  'sale_price',
  'ship_price',
  'id',
  'barcode',
  'sku',
  'mpn',
  'asin',
  'merchant.id',
  'merchant.name',
  'seller_party',
  'merchant_category_ids',
  'in_stock',
  'stock_quantity',
  'availability',
] as const;

const FLAG_FIELDS = ['on_sale', 'in_stock'] as const;
const PRICE_FIELDS = ['regular_price', 'final_price', 'sale_price', 'ship_price'] as const;

export type TextCriterionField = Exclude<
  (typeof CRITERION_FIELDS)[number],
  (typeof FLAG_FIELDS)[number] | (typeof PRICE_FIELDS)[number] | 'sale_discount' | 'stock_quantity'
>;
const NOT_TEXT: readonly string[] = [...FLAG_FIELDS, ...PRICE_FIELDS, 'sale_discount', 'stock_quantity'];
export const TEXT_CRITERION_FIELDS = CRITERION_FIELDS.filter(
  (field): field is TextCriterionField => !NOT_TEXT.includes(field),
);

const TEXT_OPERATORS = ['=', '!=', 'like', 'not_like'] as const;
const NUMBER_OPERATORS = ['=', '!=', '<', '<=', '>', '>='] as const;

const TextCriterion = z
  .strictObject({
    field: z.enum(TEXT_CRITERION_FIELDS as [TextCriterionField, ...TextCriterionField[]]),
    operator: z.enum(TEXT_OPERATORS),
    value: text({ min: 1, max: 1000 }).meta({ description: '`||` separates alternatives: `Nike||Adidas`' }),
  })
  .meta({ id: 'TextCriterion', description: 'Compares a text. Without `field` it looks at any text of the product.' });

const FlagCriterion = z
  .strictObject({ field: z.enum(FLAG_FIELDS), operator: z.enum(['=']), value: flag() })
  .meta({ id: 'FlagCriterion' });

const PriceCriterion = z
  .strictObject({ field: z.enum(PRICE_FIELDS), operator: z.enum(NUMBER_OPERATORS), value: number() })
  .meta({
    id: 'PriceCriterion',
    description: 'Compares an amount, without currency conversion: pair it with `currency`.',
  });

const DiscountCriterion = z
  .strictObject({
    field: z.literal('sale_discount'),
    operator: z.enum(NUMBER_OPERATORS),
    value: number({ ge: 0, le: 1 }),
  })
  .meta({ id: 'DiscountCriterion', description: 'Compares the discount as a fraction: 0.25 is a quarter off.' });

const QuantityCriterion = z
  .strictObject({ field: z.literal('stock_quantity'), operator: z.enum(NUMBER_OPERATORS), value: integer() })
  .meta({ id: 'QuantityCriterion' });

export const Criterion = z
  .preprocess(
    defaultToAny,
    z.discriminatedUnion('field', [TextCriterion, FlagCriterion, PriceCriterion, DiscountCriterion, QuantityCriterion]),
  )
  .meta({ id: 'Criterion', description: 'A filter on one field. All criteria of a search must hold.' });

export type Criterion = z.output<typeof Criterion>;

/** A text filter may leave out `field` and then looks at any text; without it other kinds cannot be told apart. */
function defaultToAny(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input) || Object.hasOwn(input, 'field'))
    return input;
  const { operator, value } = input as { operator?: unknown; value?: unknown };
  const isText = typeof value === 'string' && (TEXT_OPERATORS as readonly unknown[]).includes(operator);
  return isText ? { field: 'any', ...input } : input;
}
