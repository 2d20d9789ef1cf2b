// An operator's own mapping: which column of any file holds which field.
import { z } from 'zod';
import { columnName } from '../reading/feed-record.ts';
import { DRAFT_FIELDS, type DraftField, type FeedFormat, type FieldMap } from './format.ts';

const Columns = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);
const Mapping = z
  .strictObject({
    fields: z.partialRecord(z.enum(DRAFT_FIELDS), Columns),
    constants: z.partialRecord(z.enum(DRAFT_FIELDS), z.string()).default({}),
    item: z.string().min(1).optional(),
    delimiter: z.string().length(1).optional(),
    header: z.array(z.string()).optional(),
  })
  .refine(({ fields, constants }) => 'id' in fields || 'id' in constants, 'fields needs id')
  .refine(({ fields, constants }) => 'name' in fields || 'name' in constants, 'fields needs name');

export interface MappedFormat extends FeedFormat {
  /** The element that holds a product, in XML. */
  item?: string;
  delimiter?: string;
  /** The names of the columns, of a file that has none. */
  header?: string[];
}

/** The format that a mapping describes; what is wrong with it is thrown as a text for people. */
export function mappedFormat(mapping: unknown): MappedFormat {
  const parsed = Mapping.safeParse(mapping);
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim());
    throw new Error(`the mapping is wrong: ${faults.join('; ')}`);
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
    adjust(draft) {
      for (const [field, value] of Object.entries(constants)) draft[field as DraftField] ??= value;
    },
  };
}

/** A path of elements or objects is written with dots or slashes. */
const mappedColumn = (column: string) => column.split('/').map(columnName).join('/');
