// A format from an operator's mapping, which names the columns of each field.
import { z } from 'zod';
import { columnName } from '../../reading/feed-record.ts';
import { DRAFT_FIELDS, type DraftField, type FeedFormat, type FieldMap } from './format.ts';

const NAMES = { error: 'must be the name of a column, or a list of names' };
const Columns = z.union([z.string().min(1, NAMES), z.array(z.string().min(1, NAMES)).min(1, NAMES)], NAMES);
const byField = <T extends z.ZodType>(value: T) =>
  z.partialRecord(z.enum(DRAFT_FIELDS), value, { error: 'must be an object with the fields of a product' });
const Mapping = z
  .strictObject(
    {
      fields: byField(Columns),
      constants: byField(z.string({ error: 'must be a string' })).default({}),
      item: z.string({ error: 'must be the name of an element' }).min(1).optional(),
      delimiter: z.string().length(1, { error: 'must be one character' }).optional(),
      header: z.array(z.string(), { error: 'must be a list of column names' }).optional(),
    },
    { error: 'must be an object' },
  )
  .refine(({ fields, constants }) => 'id' in fields || 'id' in constants, 'fields must include id')
  .refine(({ fields, constants }) => 'name' in fields || 'name' in constants, 'fields must include name');

function describe(issue: z.core.$ZodIssue): string {
  const path = issue.path.join('.');
  if (issue.code !== 'unrecognized_keys') return `${path} ${issue.message}`.trim();
  const keys = issue.keys.map((key) => `"${key}"`).join(', ');
  return path === ''
    ? `unknown key ${keys}; a mapping has ${Object.keys(Mapping.shape).join(', ')}`
    : `unknown field ${keys} in ${path}; the fields are ${DRAFT_FIELDS.join(', ')}`;
}

export interface MappedFormat extends FeedFormat {
  /** XML element of a product. */
  item?: string;
  delimiter?: string;
  /** Column names of a file without a header row. */
  header?: string[];
  /** Fields without any of their columns in the file, described as `"Prize" (regular_price)`. */
  missing(columns: ReadonlySet<string>): { isNeeded: boolean; description: string }[];
}

/** Builds the format of a mapping. Throws an error with a message for the operator if the mapping is invalid. */
export function mappedFormat(mapping: unknown): MappedFormat {
  const parsed = Mapping.safeParse(mapping);
  if (!parsed.success) {
    throw new Error(`invalid mapping: ${parsed.error.issues.map(describe).join('; ')}`);
  }
  const { fields, constants, item, delimiter, header } = parsed.data;
  const table: FieldMap = Object.fromEntries(
    Object.entries(fields).map(([field, columns]) => [field, [columns].flat().map(mappedColumn)]),
  );
  return {
    name: 'mapped',
    fields: table,
    ...(item ? { item: columnName(item) } : {}),
    ...(delimiter ? { delimiter } : {}),
    ...(header ? { header } : {}),
    missing: (columns) =>
      Object.entries(fields)
        .filter(([field]) => !table[field as DraftField]!.some((column) => columns.has(column)))
        .map(([field, written]) => ({
          isNeeded: (field === 'id' || field === 'name') && !(field in constants),
          description: `${[written]
            .flat()
            .map((column) => `"${column}"`)
            .join(' or ')} (${field})`,
        })),
    adjust(draft) {
      for (const [field, value] of Object.entries(constants)) draft[field as DraftField] ??= value;
    },
  };
}

/** Nested elements or objects are written as a path with slashes. */
const mappedColumn = (column: string) => column.split('/').map(columnName).join('/');
