// A structured filter: field, operator, value. The field selects the kind, the kind the operators and the value.
import { z } from 'zod';
import { FLAG_FIELDS, PRICE_FIELDS, TEXT_CRITERION_FIELDS, type TextCriterionField } from './criterion-fields.ts';
import { flag, integer, number, text } from './lax.ts';

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
