// The filters of a search: `final_price <= 50` in the address, a row of a form, and a criterion of a request.
// Fields, operators and types of values are those of the API.
import type { Criterion } from '@finderfee/client';
import { CRITERION_KINDS } from '@finderfee/client/operator';

export interface Filter {
  field: string;
  operator: string;
  /** As typed. */
  value: string;
}

export interface Kind {
  description: string;
  fields: readonly string[];
  operators: readonly string[];
  value: { type: string; description: string; minimum?: number; maximum?: number; maxLength?: number };
}

/** By name: `TextCriterion`. */
export const KINDS: Readonly<Record<string, Kind>> = CRITERION_KINDS;

export const kindOf = (field: string): Kind | undefined =>
  Object.values(KINDS).find(({ fields }) => fields.includes(field));

export function readFilter(text: string): Filter {
  const [field = '', operator = '', ...value] = text.split(' ');
  return { field, operator, value: value.join(' ') };
}

export const writeFilter = ({
  field,
  operator,
  value,
}: (Pick<Criterion, 'field' | 'operator'> & { value: unknown }) | Filter): string => `${field} ${operator} ${value}`;

/** What is wrong with a filter; `''` if it can be applied, or is not complete yet. */
export function faultOf({ field, operator, value }: Filter): string {
  const kind = kindOf(field);
  if (!kind) return `Products have no field “${field}”.`;
  if (!kind.operators.includes(operator)) return `${field} cannot be compared with “${operator}”.`;
  const { type, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = kind.value;
  if (type === 'boolean') return ['true', 'false'].includes(value) ? '' : 'The value is yes or no.';
  if (type === 'string' || value === '') return '';
  const number = Number(value);
  if (!Number.isFinite(number)) return 'The value is a number, such as 49.90.';
  if (type === 'integer' && !Number.isInteger(number)) return 'The value is a whole number.';
  return number < minimum || number > maximum ? `The value is from ${minimum} to ${maximum}.` : '';
}

/** Null if it cannot be applied. */
export function toCriterion(filter: Filter): Criterion | null {
  const { field, operator, value } = filter;
  if (value.trim() === '' || faultOf(filter) !== '') return null;
  const { type } = kindOf(field)!.value;
  const typed = type === 'string' ? value : type === 'boolean' ? value === 'true' : Number(value);
  return { field, operator, value: typed } as Criterion;
}

/** `name||description||brand` covers three fields. */
export const fieldLabel = (field: string): string => field.replaceAll('||', ' / ').replaceAll(/[._]/g, ' ');
