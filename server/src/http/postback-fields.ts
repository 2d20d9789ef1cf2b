// Reads the fields of a postback: those of the query string, and of a form or a JSON object in the body.
import type { FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import type { Postback } from '../conversions/receive-postback.ts';
import { isJsonType } from './json-type.ts';
import { parseQuery } from './url.ts';

type Fields = Postback['fields'];

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/** The body wins. If it cannot be read, the fields are those of the query string. */
export function postbackFields({ query, body, headers }: Pick<FastifyRequest, 'query' | 'body' | 'headers'>) {
  const read = readBody(body, headers['content-type']?.trim());
  const fields: Fields = { ...(query as Record<string, string>), ...(typeof read === 'string' ? {} : read) };
  return { fields, body_fault: typeof read === 'string' ? read : null };
}

/** Lets a body above the limit reach the route, which keeps the postback. */
export function admitTooLarge(error: unknown): AppError {
  if (error instanceof AppError && error.code === 'body_too_large') return error;
  throw error;
}

/** The fields of the body, or why it cannot be read. */
function readBody(body: unknown, type: string | undefined): Fields | string {
  if (body instanceof AppError) return 'the body is too large';
  if (!Buffer.isBuffer(body) || body.length === 0) return {};
  const text = body.toString();
  if (!type || FORM_TYPE.test(type)) return parseQuery(text);
  if (!isJsonType(type)) return 'the body must be a form or JSON';
  return flatFieldsOf(text) ?? 'the body must be a JSON object';
}

function flatFieldsOf(json: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const fields: Fields = Object.create(null);
    flatten(value, '', 0, fields);
    return fields;
  } catch {
    return undefined;
  }
}

const MAX_DEPTH = 8;

/** `{"a": {"b": [1]}}` → `a.b.0`. Numbers stay numbers, so that a rounded id is noticed. */
function flatten(value: object, prefix: string, depth: number, fields: Fields): void {
  for (const [name, nested] of Object.entries(value)) {
    if (typeof nested === 'string' || typeof nested === 'number') fields[prefix + name] = nested;
    else if (typeof nested === 'boolean') fields[prefix + name] = String(nested);
    else if (nested !== null && depth < MAX_DEPTH) flatten(nested, `${prefix}${name}.`, depth + 1, fields);
  }
}
