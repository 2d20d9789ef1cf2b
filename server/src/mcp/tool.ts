// The type of a tool, and how its arguments are read and its answer is bounded.
import type { Feature, Scope } from '@finderfee/contract/endpoint.ts';
import type { z } from 'zod';
import { AppError } from '../app-error.ts';
import { InvalidInput } from '../invalid-input.ts';
import type { McpContext } from './mcp-deps.ts';
import { plainLine } from './shop-text.ts';
import { MAX_ANSWER_TOKENS, tokenBound } from './token-bound.ts';

/** What a tool answers: lines for models that read text, and the same as data for programs. */
export interface ToolAnswer {
  head: string;
  /** Entries that do not fit are left out. */
  entries: { line: string; data: unknown }[];
  foot?: string;
  /** How to get what did not fit. */
  if_cut: string;
  /** The structured content with the data of the entries that fit. */
  data: (entries: unknown[], isCut: boolean) => Record<string, unknown>;
}

export interface Tool<I extends z.ZodObject = z.ZodObject> {
  name: string;
  title: string;
  description: string;
  input: I;
  output: z.ZodObject;
  /** It changes something, and only a key with this scope sees it. */
  needs?: Scope;
  feature: Feature;
  run(context: McpContext, args: z.output<I>): Promise<ToolAnswer>;
}

/** Preserves the type of the arguments. */
export const tool = <I extends z.ZodObject>(entry: Tool<I>): Tool => entry as unknown as Tool;

/** A fault of the call that the model can correct. */
export class ToolFault extends Error {}

const MAX_FAULTS = 5;
const MAX_FAULT_CHARS = 300;

/** U+0000 and lone surrogates, as JSON.stringify escapes them. */
const BAD_TEXT = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

/** The arguments of a call. Throws a `ToolFault` that says what to change. */
export function readArguments(schema: z.ZodObject, given: unknown): z.output<z.ZodObject> {
  const read = schema.safeParse(asMeant(schema, given ?? {}));
  if (read.success) {
    if (BAD_TEXT.test(JSON.stringify(read.data)))
      throw new ToolFault('These arguments are not valid. Texts must not have U+0000 or lone surrogates.');
    return read.data;
  }
  const { issues } = read.error;
  const faults = issues.slice(0, MAX_FAULTS).map((issue) => {
    if (issue.code === 'unrecognized_keys') {
      const unknown = plainLine(issue.keys.slice(0, MAX_FAULTS).join(', '), MAX_FAULT_CHARS);
      return `there is no argument ${unknown}; there are ${Object.keys(schema.shape).join(', ')}`;
    }
    return plainLine(`${issue.path.join('.') || 'arguments'}: ${issue.message}`, MAX_FAULT_CHARS);
  });
  const more = issues.length > MAX_FAULTS ? [`and ${issues.length - MAX_FAULTS} more`] : [];
  throw new ToolFault(`These arguments are not valid. ${[...faults, ...more].join('. ')}.`);
}

const typeOf = (schema: z.ZodType): string => {
  const { def } = schema as unknown as { def: { type: string; innerType?: z.ZodType } };
  return def.innerType ? typeOf(def.innerType) : def.type;
};

/** Levels of objects in arguments. */
const NESTED = 3;

function withoutNulls(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || levels === 0) return value;
  const entries = Object.entries(value).filter(([, nested]) => nested !== null);
  return Object.fromEntries(entries.map(([key, nested]) => [key, withoutNulls(nested, levels - 1)]));
}

/** Some hosts send null for what is absent, and numbers, flags and lists as text. */
function asMeant(schema: z.ZodObject, given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const meant = Object.entries(given)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => {
      const field = Object.hasOwn(schema.shape, key) ? (schema.shape[key] as z.ZodType) : undefined;
      return [key, field && typeof value === 'string' ? readText(typeOf(field), value) : withoutNulls(value, NESTED)];
    });
  return Object.fromEntries(meant);
}

function readText(type: string, text: string): unknown {
  const isMeant =
    (type === 'number' && /^\s*-?\d+(\.\d+)?\s*$/.test(text)) ||
    (type === 'boolean' && /^(true|false)$/.test(text)) ||
    (type === 'array' && text.trimStart().startsWith('['));
  if (!isMeant) return type === 'array' ? [text] : text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Tokens of an answer besides its entries. */
const RESERVED_TOKENS = 500;

export function toResult({ head, entries, foot, if_cut, data }: ToolAnswer) {
  const outer = [head, foot ?? '', JSON.stringify(data([], true))].join('\n');
  let left = MAX_ANSWER_TOKENS - RESERVED_TOKENS - tokenBound(outer);
  // Hosts forward the text, the data, or both.
  const count = entries.findIndex(({ line, data: entry }) => {
    left -= tokenBound(line) + tokenBound(JSON.stringify(entry)) + 2;
    return left < 0;
  });
  const isCut = count >= 0;
  const fitting = isCut ? entries.slice(0, count) : entries;
  const lost = `Cut: ${entries.length - fitting.length} of ${entries.length} did not fit into one answer. ${if_cut}`;
  const lines = [head, ...fitting.map(({ line }) => line), ...(isCut ? [lost] : []), ...(foot ? [foot] : [])];
  return {
    content: [{ type: 'text' as const, text: lines.join('\n') }],
    structuredContent: data(
      fitting.map(({ data: entry }) => entry),
      isCut,
    ),
  };
}

/** What a model can do about an error of a verb. */
const ADVICE: Partial<Record<AppError['code'], string>> = {
  cursor_expired: 'Call search_products with the query instead of the cursor.',
  cursor_not_found: 'Send the cursor exactly as it was answered, or search again without one.',
  product_expired: 'Use the id of the product, which does not expire.',
  product_not_found: 'Ids are in the answers of search_products.',
  catalogue_product_not_found: 'Ids are in the answers of search_products.',
  search_too_costly: 'Use fewer words and criteria.',
  overloaded: 'Call again in a second.',
  store_unavailable: 'Call again in a few seconds.',
  search_unavailable: 'Call again in a few seconds.',
  not_ready: 'The service is starting: call again in a few seconds.',
};

export function toErrorResult(text: string) {
  return { content: [{ type: 'text' as const, text: plainLine(text, 2000) }], isError: true };
}

/** The text for an error of the call; null if it is ours. */
export function adviceOn(error: unknown): string | null {
  if (error instanceof ToolFault) return error.message;
  if (error instanceof InvalidInput)
    return `These arguments are not valid. ${error.faults.map(({ path, message }) => `${path.join('.')}: ${message}`).join('. ')}.`;
  if (!(error instanceof AppError) || error.code === 'internal') return null;
  const advice = ADVICE[error.code];
  return `${error.detail}.${advice ? ` ${advice}` : ''}`;
}
