// The terms under which values are indexed and looked up. Lucene refuses a document with a term above 32,766 bytes.
import { hash } from 'node:crypto';
import type { TextField } from '../criteria/field-kinds.ts';

/** A UTF-16 code unit takes at most 3 bytes, so that a term of this length and the name of a field fit. */
export const MAX_TOKEN_CHARACTERS = 10_000;
/** Longer texts are compared by their hash. */
const MAX_KEYWORD_CHARACTERS = 100;

/** A term for a whole text. No folded text and no identity starts with a line break. */
export const keywordOf = (text: string): string =>
  text.length <= MAX_KEYWORD_CHARACTERS ? text : `\n${hash('sha256', text, 'base64url')}`;

/** The values of all fields are in one field of the index, so that a criterion on several needs a single clause. */
export const valueTerm = (field: TextField, value: string): string => `${field}:${value}`;

/**
 * A text as terms that are short enough: overlapping parts, so that whatever is at most half as long as a term is inside
 * one of them.
 */
export function termsWithin(text: string): string[] {
  if (text.length <= MAX_TOKEN_CHARACTERS) return [text];
  const step = MAX_TOKEN_CHARACTERS / 2;
  const count = Math.ceil(text.length / step) - 1;
  return Array.from({ length: count }, (_, i) => text.slice(i * step, i * step + MAX_TOKEN_CHARACTERS).toWellFormed());
}
