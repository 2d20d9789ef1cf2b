// Validates a raw request into the typed input of an endpoint, or throws the 422 body of FastAPI and Pydantic v2.
import type { Endpoint } from '@finderfee/contract/endpoint.ts';
import type { InputOf } from '@finderfee/contract/endpoints.ts';
import { CRITERION_FIELDS } from '@finderfee/contract/product-fields.ts';
import type { z } from 'zod';
import { AppError } from '../app-error.ts';
import { maskCardsAndKeys } from '../text/mask.ts';
import { type BadLocation, findBadText, MAX_NESTING, withoutBadText } from './bad-text.ts';
import { BrokenJson, Numeral, parsePythonJson, pythonStr, type Tree, toJsonValue } from './python-json.ts';
import { compareKeys, declaredOrder, type Key, type Location, locate } from './schema-path.ts';

/** A request of which only the URL is decoded. */
export interface RawRequest {
  params: Record<string, string>;
  query: Record<string, string>;
  headers: Record<string, unknown>;
  body: Buffer | undefined;
}

export interface Detail {
  type: string;
  loc: Key[];
  msg: string;
  input?: unknown;
  ctx?: Record<string, unknown>;
}

export class ValidationError extends Error {
  /** JSON of the answer. For a large body it is long and comes from the validation thread. */
  readonly body: string;
  constructor(detail: Detail[] | string) {
    super('the request is not valid');
    this.body = typeof detail === 'string' ? detail : JSON.stringify({ detail });
  }
}

type UncheckedInput = Record<keyof InputOf<Endpoint>, unknown>;

const PARTS = [
  ['path', 'params'],
  ['query', 'query'],
  ['header', 'headers'],
  ['body', 'body'],
] as const;

export function validate<E extends Endpoint>(endpoint: E, raw: RawRequest): InputOf<E> {
  const source = endpoint.body ? decodeBody(raw.body) : '';
  const values = { ...raw, body: endpoint.body ? parseBody(source) : undefined };
  const input: UncheckedInput = { params: undefined, query: undefined, headers: undefined, body: undefined };
  const detail: Detail[] = [];

  for (const [location, part] of PARTS) {
    const schema = endpoint[part];
    const value = values[part];
    if (schema && location === 'body' && (value === undefined || value === null)) {
      detail.push({ type: 'missing', loc: ['body'], msg: 'Field required', input: null });
      continue;
    }
    // Query parameters are checked even if the endpoint has none.
    const bad = schema || location === 'query' ? findBadText(value) : undefined;
    if (bad?.isTooDeep) {
      detail.push(valueError([location], `must not be nested deeper than ${MAX_NESTING}`));
      continue;
    }
    const result = schema?.safeParse(bad ? withoutBadText(value) : value);
    if (result?.success && !bad) {
      input[part] = result.data;
      continue;
    }
    let faults: Located[] = [];
    if (schema && result?.error) {
      const tree = location === 'body' ? bodyTree(source, value) : stringTree(value);
      faults = describe(location, schema, result.error.issues, tree, bad?.locations);
    }
    if (bad) {
      const keyOf = declaredOrder(schema, value);
      faults = [...faults, ...badTextFaults(location, schema, value, bad.locations)]
        .map((fault) => ({ ...fault, key: keyOf(fault.path) }))
        .sort((a, b) => compareKeys(a.key, b.key));
    }
    for (const fault of faults) detail.push(fault.detail);
  }
  if (detail.length === 0) detail.push(...mismatch(endpoint, input));
  if (detail.length > 0) throw new ValidationError(detail);
  // Each part is the output of the endpoint's own schema, which TypeScript cannot follow through the loop.
  return input as InputOf<E>;
}

function decodeBody(body: Buffer | undefined): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (cause) {
    throw new AppError('body_unreadable', { cause });
  }
}

function parseBody(source: string): unknown {
  if (source === '') return undefined;
  try {
    return JSON.parse(source);
  } catch {
    throw new ValidationError([jsonInvalid(source)]);
  }
}

function jsonInvalid(source: string): Detail {
  try {
    parsePythonJson(source, false);
  } catch (error) {
    if (!(error instanceof BrokenJson)) throw error;
    const loc = ['body', error.offset];
    return { type: 'json_invalid', loc, msg: 'JSON decode error', input: {}, ctx: { error: error.message } };
  }
  throw new Error('JSON.parse rejected valid JSON');
}

/** A fault and the path of its value. `loc` differs from it inside a criterion. */
interface Located {
  path: Key[];
  detail: Detail;
}

/** One fault per `loc`. A bad property name is reported at its object. */
function badTextFaults(
  location: Location,
  schema: z.ZodType | undefined,
  value: unknown,
  locations: BadLocation[],
): Located[] {
  const named = new Set<string>();
  return locations.flatMap(({ path, isKey }) => {
    const loc = locate(location, schema, isKey ? path.slice(0, -1) : path, (at) => valueAt(value, at));
    const name = JSON.stringify(loc);
    if (named.has(name)) return [];
    named.add(name);
    return [{ path, detail: valueError(loc, 'must be text without U+0000 or lone surrogates') }];
  });
}

function mismatch({ must_match }: Endpoint, input: UncheckedInput): Detail[] {
  if (!must_match) return [];
  const sent = (input.body as Record<string, unknown>)[must_match.body];
  if (sent === (input.params as Record<string, unknown>)[must_match.path]) return [];
  const { ctx, ...error } = valueError(['body', must_match.body], must_match.message);
  return [{ ...error, ...echo(sent as Tree), ctx: ctx! }];
}

export const valueError = (loc: Key[], text: string): Detail => ({
  type: 'value_error',
  loc,
  msg: `Value error, ${text}`,
  ctx: { error: {} },
});

function describe(
  location: Location,
  schema: z.ZodType,
  issues: readonly z.core.$ZodIssue[],
  tree: Tree,
  bad: BadLocation[] = [],
): Located[] {
  const isReplaced = replacedBy(bad);
  return withoutPrematureRules(issues, bad).flatMap((issue) => {
    const path = issue.path as Key[];
    if (issue.code === 'unrecognized_keys') {
      const holder = treeAt(tree, path);
      const unknown = new Set(issue.keys);
      const sent = holder instanceof Map ? [...holder.keys()] : issue.keys;
      const extras = sent.filter((key) => unknown.has(key)).map((key) => [...path, key]);
      const reported = extras.filter((extra) => !isReplaced(extra));
      return reported.map((extra) => ({
        path: extra,
        detail: detailOf(location, schema, extra, { type: 'extra_forbidden' }, tree),
      }));
    }
    if (isReplaced(path)) return [];
    if (issue.code === 'invalid_union') {
      const tag = treeAt(tree, path);
      return [{ path, detail: detailOf(location, schema, path.slice(0, -1), tagFault(tag), tree) }];
    }
    const isMissing = treeAt(tree, path) === undefined && !isKeyFault(issue);
    const fault = isMissing ? { type: 'missing' } : faultOf(issue, tree);
    return [{ path, detail: detailOf(location, schema, path, fault, tree) }];
  });
}

/** Bad text in or below a field replaces the field's other fault. */
function replacedBy(bad: BadLocation[]): (path: Key[]) => boolean {
  if (bad.length === 0) return () => false;
  const replaced = new Set(bad.flatMap(({ path }) => prefixes(path)));
  return (path) => replaced.has(JSON.stringify(path));
}

const prefixes = (path: readonly PropertyKey[]): string[] =>
  Array.from({ length: path.length + 1 }, (_, depth) => JSON.stringify(path.slice(0, depth)));

/** Drops the faults of whole-object rules if a field of the object is invalid, as Pydantic does. */
function withoutPrematureRules(issues: readonly z.core.$ZodIssue[], bad: BadLocation[]): z.core.$ZodIssue[] {
  const isModelRule = (issue: z.core.$ZodIssue) => issue.code === 'custom' && !issue.params?.type;
  if (!issues.some(isModelRule)) return [...issues];
  const faultsWithin = new Map<string, number>();
  for (const { path } of [...issues, ...bad]) {
    for (const model of prefixes(path)) faultsWithin.set(model, (faultsWithin.get(model) ?? 0) + 1);
  }
  return issues.filter((issue) => !isModelRule(issue) || faultsWithin.get(JSON.stringify(issue.path)) === 1);
}

const isKeyFault = (issue: z.core.$ZodIssue) => issue.code === 'custom' && Boolean(issue.params?.is_key);

interface Fault {
  type: string;
  ctx?: Record<string, unknown>;
  /** For types without a message in MESSAGES. */
  msg?: string;
  /** The fault is in a property name, which is then echoed as the input. */
  isKey?: boolean;
}

function detailOf(location: Location, schema: z.ZodType, path: Key[], fault: Fault, tree: Tree): Detail {
  const { type, ctx, msg = MESSAGES[type]!(ctx ?? {}) } = fault;
  const detail: Detail = { type, loc: locate(location, schema, path, (at) => tagOf(treeAt(tree, at))), msg };
  return { ...detail, ...echo(inputOf(location, path, fault, tree) ?? null), ...(ctx ? { ctx } : {}) };
}

function inputOf(location: Location, path: Key[], { type, isKey }: Fault, tree: Tree): Tree | undefined {
  if (isKey) return String(path.at(-2));
  if (type !== 'missing') return treeAt(tree, path);
  return location === 'body' ? treeAt(tree, path.slice(0, -1)) : null;
}

const MAX_ECHO_BYTES = 1024;

/** Echoes a rejected value only if it is small and contains no card number or API key. */
export function echo(tree: Tree): { input?: unknown } {
  if (minJsonSize(tree, MAX_ECHO_BYTES) > MAX_ECHO_BYTES) return {};
  const input = toJsonValue(tree);
  const json = JSON.stringify(input);
  return Buffer.byteLength(json) <= MAX_ECHO_BYTES && maskCardsAndKeys(json) === json ? { input } : {};
}

/** Objects known to be too large to echo. An object that lacks many fields is measured once. */
const tooLarge = new WeakSet<object>();

/** A lower bound of the JSON size, counted up to the limit: a large body can have thousands of faults. */
function minJsonSize(tree: Tree, limit: number): number {
  if (typeof tree === 'string') return tree.length;
  if (tree instanceof Numeral) return tree.source.length;
  if (typeof tree !== 'object' || tree === null) return 1;
  if (tooLarge.has(tree)) return MAX_ECHO_BYTES + 1;
  const entries = Array.isArray(tree) ? tree.entries() : tree instanceof Map ? tree : Object.entries(tree as object);
  let size = 1;
  for (const [key, item] of entries) {
    size += (typeof key === 'string' ? key.length : 0) + minJsonSize(item as Tree, limit - size);
    if (size > limit) break;
  }
  if (size > MAX_ECHO_BYTES) tooLarge.add(tree);
  return size;
}

const TAGS = CRITERION_FIELDS.map((field) => `'${field}'`).join(', ');

function tagFault(tag: Tree | undefined): Fault {
  const ctx = { discriminator: "'field'" };
  if (tag === undefined) return { type: 'union_tag_not_found', ctx };
  // Parsed again, because the tree of a large body is not a Python tree.
  const written = pythonStr(parsePythonJson(JSON.stringify(toJsonValue(tag))));
  return { type: 'union_tag_invalid', ctx: { ...ctx, tag: maskCardsAndKeys(written), expected_tags: TAGS } };
}

function faultOf(issue: z.core.$ZodIssue, tree: Tree): Fault {
  switch (issue.code) {
    case 'custom':
      return customFault(issue, tree);
    case 'invalid_type':
      return { type: WRONG_TYPES[issue.expected] ?? assertNever(issue.expected) };
    case 'invalid_value':
      return {
        type: 'literal_error',
        ctx: { expected: alternatives(issue.values.map((value) => `'${String(value)}'`)) },
      };
    case 'too_small':
      return issue.origin === 'string'
        ? { type: 'string_too_short', ctx: { min_length: issue.minimum } }
        : { type: 'greater_than_equal', ctx: { ge: issue.minimum } };
    case 'too_big':
      return issue.origin === 'string'
        ? { type: 'string_too_long', ctx: { max_length: issue.maximum } }
        : { type: 'less_than_equal', ctx: { le: issue.maximum } };
    case 'invalid_format':
      return { type: 'string_pattern_mismatch', ctx: { pattern: String(issue.pattern).slice(1, -1) } };
    default:
      return assertNever(issue.code);
  }
}

function customFault(issue: z.core.$ZodIssueCustom, tree: Tree): Fault {
  const type = issue.params?.type as string | undefined;
  if (!type) return { type: 'value_error', msg: `Value error, ${issue.message}`, ctx: { error: {} } };
  if (type === 'string_too_long') {
    return { type, ctx: { max_length: issue.params!.max_length }, isKey: isKeyFault(issue) };
  }
  const { field_type = 'List', max_length, min_length, whole_digits, decimal_places } = issue.params!;
  const actual_length = () => sizeOf(treeAt(tree, issue.path as Key[]));
  if (type === 'too_long') return { type, ctx: { field_type, max_length, actual_length: actual_length() } };
  if (type === 'too_short') return { type, ctx: { field_type, min_length, actual_length: actual_length() } };
  if (type === 'decimal_whole_digits') return { type, ctx: { whole_digits } };
  if (type === 'decimal_max_places') return { type, ctx: { decimal_places } };
  return { type };
}

function sizeOf(tree: Tree | undefined): number {
  if (Array.isArray(tree)) return tree.length;
  return tree instanceof Map ? tree.size : Object.keys(tree as object).length;
}

const WRONG_TYPES: Record<string, string> = {
  string: 'string_type',
  array: 'list_type',
  object: 'model_attributes_type',
  record: 'dict_type',
};

const plural = (count: unknown, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

const MESSAGES: Record<string, (ctx: Record<string, unknown>) => string> = {
  missing: () => 'Field required',
  extra_forbidden: () => 'Extra inputs are not permitted',
  string_type: () => 'Input should be a valid string',
  string_too_short: ({ min_length }) => `String should have at least ${plural(min_length, 'character')}`,
  string_too_long: ({ max_length }) => `String should have at most ${plural(max_length, 'character')}`,
  string_pattern_mismatch: ({ pattern }) => `String should match pattern '${pattern}'`,
  int_type: () => 'Input should be a valid integer',
  int_parsing: () => 'Input should be a valid integer, unable to parse string as an integer',
  int_parsing_size: () => 'Unable to parse input string as an integer, exceeded maximum size',
  int_from_float: () => 'Input should be a valid integer, got a number with a fractional part',
  float_type: () => 'Input should be a valid number',
  float_parsing: () => 'Input should be a valid number, unable to parse string as a number',
  finite_number: () => 'Input should be a finite number',
  greater_than_equal: ({ ge }) => `Input should be greater than or equal to ${ge}`,
  less_than_equal: ({ le }) => `Input should be less than or equal to ${le}`,
  bool_type: () => 'Input should be a valid boolean',
  bool_parsing: () => 'Input should be a valid boolean, unable to interpret input',
  list_type: () => 'Input should be a valid list',
  dict_type: () => 'Input should be a valid dictionary',
  model_attributes_type: () => 'Input should be a valid dictionary or object to extract fields from',
  literal_error: ({ expected }) => `Input should be ${expected}`,
  too_long: ({ field_type, max_length, actual_length }) =>
    `${field_type} should have at most ${plural(max_length, 'item')} after validation, not ${actual_length}`,
  too_short: ({ field_type, min_length, actual_length }) =>
    `${field_type} should have at least ${plural(min_length, 'item')} after validation, not ${actual_length}`,
  decimal_type: () => 'Decimal input should be an integer, float, string or Decimal object',
  decimal_parsing: () => 'Input should be a valid decimal',
  decimal_whole_digits: ({ whole_digits }) =>
    `Decimal input should have no more than ${plural(whole_digits, 'digit')} before the decimal point`,
  decimal_max_places: ({ decimal_places }) =>
    `Decimal input should have no more than ${plural(decimal_places, 'decimal place')}`,
  union_tag_not_found: ({ discriminator }) => `Unable to extract tag using discriminator ${discriminator}`,
  union_tag_invalid: ({ discriminator, tag, expected_tags }) =>
    `Input tag '${tag}' found using ${discriminator} does not match any of the expected tags: ${expected_tags}`,
};

function alternatives(words: string[]): string {
  return words.length === 1 ? words[0]! : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

const tagOf = (tag: Tree | undefined) => (typeof tag === 'string' ? tag : undefined);

function valueAt(value: unknown, path: Key[]): unknown {
  return path.reduce<unknown>((node, key) => (node as Record<Key, unknown> | undefined)?.[key], value);
}

function treeAt(tree: Tree, path: Key[]): Tree | undefined {
  let node: Tree | undefined = tree;
  for (const key of path) {
    if (node instanceof Map) node = node.get(String(key));
    else if (typeof node === 'object' && node !== null && Object.hasOwn(node, key))
      node = (node as unknown as Record<Key, Tree>)[key];
    else return undefined;
  }
  return node;
}

/** Larger bodies are not parsed a second time: their values are echoed as JSON.parse read them. */
const MAX_EXACT_CHARS = 100_000;

const bodyTree = (source: string, value: unknown): Tree =>
  source.length <= MAX_EXACT_CHARS ? parsePythonJson(source) : (value as Tree);

/** Path, query and headers contain only strings. */
const stringTree = (value: unknown): Tree => new Map(Object.entries(value as Record<string, string>));

function assertNever(what: unknown): never {
  throw new Error(`no Pydantic error for ${String(what)}`);
}
