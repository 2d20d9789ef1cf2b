// Zod schemas that accept what the reference stack (Pydantic v2, lax mode) accepts: "25" is an integer, "yes" a boolean.
// A schema that rejects a value puts Pydantic's error type into `params.type`; http/validation.ts builds the 422 from it.
import { z } from 'zod';
import { holdsCardNumber } from './card-number.ts';

/** Returned by a parser instead of a value: the Pydantic error type and its parameters. */
class Refusal {
  readonly params: { type: string } & Record<string, unknown>;
  constructor(type: string, params = {}) {
    this.params = { type, ...params };
  }
}

const refuse = (type: string, params?: Record<string, unknown>) => new Refusal(type, params);

function lax<T extends z.ZodType>(parse: (input: unknown) => unknown, then: T) {
  return z.preprocess((input, ctx) => {
    const value = parse(input);
    if (!(value instanceof Refusal)) return value;
    ctx.issues.push({ code: 'custom', params: value.params, input });
    return z.NEVER;
  }, then);
}

/** A string. Lengths are in code points, as in Pydantic. */
export function text(rule: { min?: number; max?: number } = {}) {
  const { min, max } = rule;
  const schema = z.string().check((ctx) => {
    const length = codePoints(ctx.value, max ?? Number.POSITIVE_INFINITY);
    if (max !== undefined && length > max) {
      ctx.issues.push({ code: 'too_big', origin: 'string', maximum: max, input: ctx.value, continue: false });
    } else if (min !== undefined && length < min) {
      ctx.issues.push({ code: 'too_small', origin: 'string', minimum: min, input: ctx.value, continue: false });
    }
  });
  return schema.meta({
    ...(min === undefined ? {} : { minLength: min }),
    ...(max === undefined ? {} : { maxLength: max }),
  });
}

// A string has at most as many code points as UTF-16 units, so most strings need no counting.
function codePoints(value: string, enough: number): number {
  if (value.length <= enough) return value.length;
  let count = 0;
  for (const _ of value) count++;
  return count;
}

export function pattern(regex: RegExp) {
  return z.string().regex(regex, { abort: true });
}

/** A string with a custom rule. `error` is part of the message of the 422. */
export function ruled(base: z.ZodType<string, string>, error: string, holds: (value: string) => boolean) {
  return base.refine(holds, { error, abort: true });
}

export function integer(rule: { ge?: number; le?: number } = {}) {
  return lax(parseInteger, bounded(rule).meta({ type: 'integer' }));
}

export function number(rule: { ge?: number; le?: number } = {}) {
  return lax(parseNumber, bounded(rule));
}

export function flag() {
  return lax(parseBoolean, z.boolean());
}

/** An exact amount: a decimal string, or a JSON number. Lenient number formats are refused, because they are ambiguous. */
export function decimal() {
  return lax(parseDecimal, z.union([z.string().meta({ pattern: DECIMAL.source }), z.number()]));
}

/** A list of at most `max` items. A list of another length is one error; its items are not validated. */
export function list<T extends z.ZodType>(item: T, max: number, min = 0) {
  const refuseLength = (length: number) => {
    if (length > max) return refuse('too_long', { max_length: max });
    return length < min ? refuse('too_short', { min_length: min }) : undefined;
  };
  return lax(
    (input) => (Array.isArray(input) && refuseLength(input.length)) || input,
    z.array(item).meta({ ...(min > 0 ? { minItems: min } : {}), maxItems: max }),
  );
}

/** A map of strings. Reports every invalid key and value; checks the number of entries only if there are none. */
export function textMap({ entries, key, value }: { entries: number; key: number; value: number }) {
  const schema = z.record(z.string(), z.string()).meta({
    maxProperties: entries,
    propertyNames: { type: 'string', maxLength: key },
    additionalProperties: { type: 'string', maxLength: value },
  });
  return z.preprocess((input, ctx) => {
    if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
    const refuseAt = (path: string[], type: string, params = {}) =>
      ctx.issues.push({ code: 'custom', path, params: { type, ...params }, input });
    const sent = Object.entries(input);
    for (const [name, text] of sent) {
      if (codePoints(name, key) > key) refuseAt([name, '[key]'], 'string_too_long', { max_length: key, is_key: true });
      if (typeof text !== 'string') refuseAt([name], 'string_type');
      else if (codePoints(text, value) > value) refuseAt([name], 'string_too_long', { max_length: value });
    }
    if (ctx.issues.length === 0 && sent.length > entries) {
      refuseAt([], 'too_long', { field_type: 'Dictionary', max_length: entries });
    }
    return ctx.issues.length === 0 ? input : z.NEVER;
  }, schema);
}

function bounded({ ge, le }: { ge?: number; le?: number }) {
  let schema = z.number();
  if (ge !== undefined) schema = schema.min(ge, { abort: true });
  if (le !== undefined) schema = schema.max(le, { abort: true });
  return schema;
}

// Every pattern below runs in linear time, because the input is untrusted and can be as long as a body.
// Unicode White_Space, which Pydantic trims. JavaScript's trim() lacks U+0085 and adds U+FEFF.
const SPACE = '[\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]*';
const INTEGER = new RegExp(`^${SPACE}([+-]?)([0-9]+(?:_[0-9]+)*)(?:\\.0+)?${SPACE}$`);
const LEADING_ZEROS = /^(?:0_?)+(?=[0-9])/;
const FLOAT = new RegExp(`^${SPACE}([+-]?(?:[0-9_]+(?:\\.[0-9_]*)?|\\.[0-9_]+)(?:[eE][+-]?[0-9_]+)?)${SPACE}$`);
const NOT_FINITE = new RegExp(`^${SPACE}[+-]?(?:inf|infinity|nan)${SPACE}$`, 'i');
const MISPLACED_UNDERSCORE = /^[+-]?_|__|_$/;
const MAX_INTEGER_DIGITS = 4300;

function parseInteger(input: unknown): number | Refusal {
  if (typeof input === 'boolean') return Number(input);
  if (input === Number.POSITIVE_INFINITY || input === Number.NEGATIVE_INFINITY) return refuse('finite_number');
  if (typeof input === 'number') return input % 1 ? refuse('int_from_float') : clampToSafe(input);
  if (typeof input !== 'string') return refuse('int_type');
  const match = INTEGER.exec(input);
  if (!match) return refuse('int_parsing');
  const digits = match[2]!.replace(LEADING_ZEROS, '').replaceAll('_', '');
  if (digits.length > MAX_INTEGER_DIGITS) return refuse('int_parsing_size');
  return clampToSafe(Number(match[1] + digits));
}

/** Clamps to safe integers: Python's integers are unbounded, JavaScript's are not. */
const clampToSafe = (value: number) => Math.max(Number.MIN_SAFE_INTEGER, Math.min(value, Number.MAX_SAFE_INTEGER));

function parseNumber(input: unknown): number | Refusal {
  if (typeof input === 'boolean') return Number(input);
  if (typeof input === 'number') return Number.isFinite(input) ? input : refuse('float_type');
  if (typeof input !== 'string') return refuse('float_type');
  if (NOT_FINITE.test(input)) return refuse('finite_number');
  const written = FLOAT.exec(input)?.[1];
  if (written === undefined || MISPLACED_UNDERSCORE.test(written)) return refuse('float_parsing');
  const value = Number(written.replaceAll('_', ''));
  if (Number.isNaN(value)) return refuse('float_parsing');
  return Number.isFinite(value) ? value : refuse('finite_number');
}

const DECIMAL = /^-?[0-9]+(?:\.[0-9]+)?$/;
/** Amounts are below 10^11. They are kept with six decimal places. */
const DECIMAL_DIGITS = { whole_digits: 11, decimal_places: 30 };

function parseDecimal(input: unknown): string | number | Refusal {
  if (typeof input !== 'string' && typeof input !== 'number') return refuse('decimal_type');
  if (typeof input === 'string' && !DECIMAL.test(input)) return refuse('decimal_parsing');
  const value = Number(input);
  if (typeof input === 'number' && !Number.isFinite(value)) return refuse('finite_number');
  if (Math.abs(value) >= 10 ** DECIMAL_DIGITS.whole_digits) return refuse('decimal_whole_digits', DECIMAL_DIGITS);
  const places = typeof input === 'string' ? (input.split('.')[1]?.length ?? 0) : 0;
  return places > DECIMAL_DIGITS.decimal_places ? refuse('decimal_max_places', DECIMAL_DIGITS) : input;
}

const TRUE_WORDS = new Set(['1', 'true', 't', 'yes', 'y', 'on']);
const FALSE_WORDS = new Set(['0', 'false', 'f', 'no', 'n', 'off']);

function parseBoolean(input: unknown): boolean | Refusal {
  if (typeof input === 'boolean') return input;
  if (input === 1 || input === 0) return input === 1;
  if (typeof input === 'number')
    return refuse(Number.isInteger(input) && Math.abs(input) <= 2 ** 63 ? 'bool_parsing' : 'bool_type');
  if (typeof input !== 'string') return refuse('bool_type');
  const word = input.toLowerCase();
  if (TRUE_WORDS.has(word)) return true;
  if (FALSE_WORDS.has(word)) return false;
  return refuse('bool_parsing');
}

export const id = () => text({ min: 1, max: 256 });

export const email = () =>
  ruled(text({ min: 1, max: 320 }), 'must be an email address', (value) => /^[^\s@]+@[^\s@]+$/.test(value)).meta({
    pattern: '^[^\\s@]+@[^\\s@]+$',
  });

export const dateTime = () => ruled(text(), 'must be an ISO 8601 date-time', isDateTime).meta({ format: 'date-time' });

export const link = () =>
  ruled(text({ max: 8192 }), 'must be an absolute http or https URL without credentials', isLink).meta({
    format: 'uri',
  });

export const withoutCardNumber = (base: z.ZodType<string, string>) =>
  ruled(base, 'must not hold a card number', (value) => !holdsCardNumber(value));

const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(?:[Zz]|[+-](\d\d):(\d\d))?$/;

export function isDateTime(value: string): boolean {
  const match = DATE_TIME.exec(value);
  if (!match) return false;
  const [year, month, day, hour, minute, second, zoneHour, zoneMinute] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  const lastDay = new Date(Date.UTC(2000 + (year! % 400), month!, 0)).getUTCDate();
  return (
    year! >= 1 &&
    month! >= 1 &&
    month! <= 12 &&
    day! >= 1 &&
    day! <= lastDay &&
    hour! <= 23 &&
    minute! <= 59 &&
    second! <= 59 &&
    zoneHour! <= 23 &&
    zoneMinute! <= 59
  );
}

// `URL` strips tabs, newlines and surrounding spaces, so these are rejected first.
function isLink(value: string): boolean {
  if (/[\s\x00-\x20\x7f]/.test(value) || !/^https?:\/\/[^/?#\\]/i.test(value) || !URL.canParse(value)) return false;
  const { username, password, hostname } = new URL(value);
  return username === '' && password === '' && hostname !== '' && !value.split(/[/?#]/, 3)[2]!.includes('@');
}
