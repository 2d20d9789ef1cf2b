// A filter: field, operator and value. The field determines the type of criterion, and with it operators and value.
import { z } from 'zod';
import { flag, integer, number, text } from './lax.ts';
import { FLAG_FIELDS, PRICE_FIELDS, TEXT_CRITERION_FIELDS, type TextCriterionField } from './product-fields.ts';

const TEXT_OPERATORS = ['=', '!=', 'like', 'not_like'] as const;
const NUMBER_OPERATORS = ['=', '!=', '<', '<=', '>', '>='] as const;

const textOperator = () =>
  z.enum(TEXT_OPERATORS).meta({
    description:
      '`=`: the whole value is equal. `like`: every word occurs inside a word of the field. `!=` and `not_like` negate them.',
  });
const numberOperator = () => z.enum(NUMBER_OPERATORS).meta({ description: 'How the field compares to the value.' });

const TextCriterion = z
  .strictObject({
    field: z.enum(TEXT_CRITERION_FIELDS as [TextCriterionField, ...TextCriterionField[]]).meta({
      description: 'Field of the product. `any` covers every text field and is the default.',
    }),
    operator: textOperator(),
    value: text({ min: 1, max: 1000 }).meta({
      description:
        'Text to compare with, ignoring case, accents and the shape of quotes. `||` separates alternatives: `Nike||Adidas`.',
    }),
  })
  .meta({
    id: 'TextCriterion',
    description: 'Compares a text. A product without the field passes `!=` and `not_like` only.',
  });

const FlagCriterion = z
  .strictObject({
    field: z.enum(FLAG_FIELDS).meta({ description: 'Field of the product.' }),
    operator: z.enum(['=']).meta({ description: 'Always `=`.' }),
    value: flag().meta({ description: 'The value the field must have.' }),
  })
  .meta({ id: 'FlagCriterion', description: 'Compares a boolean field.' });

const PriceCriterion = z
  .strictObject({
    field: z
      .enum(PRICE_FIELDS)
      .meta({ description: 'Price of the product. `sale_price` is the final price of a product on sale.' }),
    operator: numberOperator(),
    value: number().meta({ description: 'Amount in the currency of the product.' }),
  })
  .meta({
    id: 'PriceCriterion',
    description: 'Compares an amount, without currency conversion: combine it with a criterion on `currency`.',
  });

const DiscountCriterion = z
  .strictObject({
    field: z.literal('sale_discount').meta({ description: 'Discount of the product.' }),
    operator: numberOperator(),
    value: number({ ge: 0, le: 1 }).meta({ description: 'Fraction from 0 to 1: 0.25 is 25% off.' }),
  })
  .meta({ id: 'DiscountCriterion', description: 'Compares the discount.' });

const QuantityCriterion = z
  .strictObject({
    field: z.literal('stock_quantity').meta({ description: 'Number of pieces in stock.' }),
    operator: numberOperator(),
    value: integer().meta({ description: 'Number of pieces.' }),
  })
  .meta({ id: 'QuantityCriterion', description: 'Compares the quantity in stock.' });

export const Criterion = z
  .preprocess(
    defaultToAny,
    z.discriminatedUnion('field', [TextCriterion, FlagCriterion, PriceCriterion, DiscountCriterion, QuantityCriterion]),
  )
  .meta({
    id: 'Criterion',
    description: 'A filter on one field. `field` determines the type. All criteria of a search must hold.',
  });

export type Criterion = z.output<typeof Criterion>;

/** `field` defaults to `any` for text criteria. Other types cannot be recognised without it. */
function defaultToAny(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input) || Object.hasOwn(input, 'field'))
    return input;
  const { operator, value } = input as { operator?: unknown; value?: unknown };
  const isText = typeof value === 'string' && (TEXT_OPERATORS as readonly unknown[]).includes(operator);
  return isText ? { field: 'any', ...input } : input;
}
