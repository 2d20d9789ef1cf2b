// An operator's mapping: own field names and status words, which replace those of a dialect.
import { REPORT_FIELDS } from '@finderfee/contract/network.ts';
import { z } from 'zod';
import { CONVERSION_STATUSES } from '../store/conversion-store.ts';
import type { Dialect } from './dialect.ts';

const NAMES = { error: 'must be the name of a field, or a list of names' };
const Names = z.union([z.string().min(1, NAMES), z.array(z.string().min(1, NAMES)).min(1, NAMES)], NAMES);
const Mapping = z.strictObject(
  {
    fields: z
      .partialRecord(z.enum(REPORT_FIELDS), Names, { error: 'must be an object with the fields of a report' })
      .default({}),
    statuses: z
      .record(z.string(), z.enum(CONVERSION_STATUSES, { error: `must be ${CONVERSION_STATUSES.join(', ')}` }), {
        error: 'must be an object with the status words of the network',
      })
      .default({}),
  },
  { error: 'must be an object' },
);

/** The dialect with the mapping applied. Throws an error with a message for the operator if the mapping is invalid. */
export function applyMapping(dialect: Dialect, mapping: unknown): Dialect {
  const parsed = Mapping.safeParse(mapping);
  if (!parsed.success) throw new Error(`invalid mapping: ${parsed.error.issues.map(describe).join('; ')}`);
  const fields = Object.entries(parsed.data.fields).map(([field, names]) => [field, [names].flat()]);
  const statuses = Object.entries(parsed.data.statuses).map(([word, status]) => [word.trim().toLowerCase(), status]);
  return {
    ...dialect,
    fields: { ...dialect.fields, ...Object.fromEntries(fields) },
    statuses: { ...dialect.statuses, ...Object.fromEntries(statuses) },
  };
}

function describe(issue: z.core.$ZodIssue): string {
  const path = issue.path.join('.');
  if (issue.code !== 'unrecognized_keys') return `${path} ${issue.message}`.trim();
  const keys = issue.keys.map((key) => `"${key}"`).join(', ');
  return path === ''
    ? `unknown key ${keys}; a mapping has ${Object.keys(Mapping.shape).join(', ')}`
    : `unknown field ${keys} in ${path}; the fields are ${REPORT_FIELDS.join(', ')}`;
}
