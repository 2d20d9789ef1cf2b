// The filters of a search as plain arguments, and what they mean as criteria.
import { Criterion } from '@finderfee/contract/criterion.ts';
import { CRITERION_FIELDS } from '@finderfee/contract/product-fields.ts';
import { z } from 'zod';
import { ToolFault } from './tool.ts';

const OPERATORS = ['=', '!=', 'like', 'not_like', '<', '<=', '>', '>='] as const;
const MAX_CRITERIA = 20;

const words = () => z.string().min(1).max(500).optional();
const amount = () => z.number().min(0).optional();

export const searchShape = {
  query: z.string().min(1).max(1000).describe('What to find, in plain words'),
  exclude: words().describe('Leave out products with these words; || separates alternatives'),
  brand: words().describe('|| separates alternatives, here and below'),
  category: words(),
  color: words(),
  size: words(),
  shop: words().describe('Name of a shop'),
  min_price: amount(),
  max_price: amount().describe('In the currency of each product: nothing is converted, so set currency, too'),
  currency: z.string().min(1).max(8).optional(),
  on_sale: z.boolean().optional(),
  in_stock: z.boolean().optional(),
  criteria: z
    .array(
      z.strictObject({
        field: z.enum(CRITERION_FIELDS),
        operator: z.enum(OPERATORS),
        value: z.string().min(1).max(500),
      }),
    )
    .max(MAX_CRITERIA)
    .optional()
    .describe('Further filters; all must hold. like: every word occurs. sale_discount is a fraction'),
  criteria_sets: z.array(z.string().max(256)).max(10).optional().describe('Ids of saved filters'),
};

const SearchArguments = z.object({ ...searchShape, query: searchShape.query.optional() });
type SearchArguments = z.output<typeof SearchArguments>;

/** The request of a search. Throws a `ToolFault` for a criterion that does not fit its field. */
export function toSearch({ query, exclude, criteria = [], criteria_sets, ...plain }: SearchArguments) {
  return {
    query: query!,
    exclude_query: exclude ?? null,
    criteria: [...plainCriteria(plain), ...criteria.map(readCriterion)],
    criteria_set_ids: criteria_sets ?? [],
  };
}

function plainCriteria(plain: SearchArguments): Criterion[] {
  const text = (field: 'brand' | 'category' | 'color' | 'size' | 'merchant.name' | 'currency', value?: string) => {
    const operator = ['category', 'color', 'merchant.name'].includes(field) ? ('like' as const) : ('=' as const);
    return value === undefined ? [] : [{ field, operator, value }];
  };
  const flag = (field: 'on_sale' | 'in_stock', value?: boolean) =>
    value === undefined ? [] : [{ field, operator: '=' as const, value }];
  const price = (operator: '<=' | '>=', value?: number) =>
    value === undefined ? [] : [{ field: 'final_price' as const, operator, value }];
  return [
    ...text('brand', plain.brand),
    ...text('category', plain.category),
    ...text('color', plain.color),
    ...text('size', plain.size),
    ...text('merchant.name', plain.shop),
    ...text('currency', plain.currency),
    ...price('>=', plain.min_price),
    ...price('<=', plain.max_price),
    ...flag('on_sale', plain.on_sale),
    ...flag('in_stock', plain.in_stock),
  ];
}

function readCriterion(given: { field: string; operator: string; value: string }, index: number): Criterion {
  const read = Criterion.safeParse(given);
  if (read.success) return read.data;
  throw new ToolFault(
    `criteria.${index}: the operator or the value does not fit the field ${given.field}. Texts take = != like not_like, numbers = != < <= > >=, on_sale and in_stock take = with true or false, sale_discount is from 0 to 1.`,
  );
}
