// What `=` and `like` mean on a folded text value.
import { partsOf, rulesOf, valuesOf } from '../../product/text-fields.ts';
import type { TextField } from './field-kinds.ts';

export type MatchText = (text: string) => boolean;

/** Canonical form for comparing whole values. */
export const canonicalForm = (field: TextField, folded: string): string => rulesOf(field).whole?.(folded) ?? folded;

/** Everything a value equals, in canonical form: itself and each of its parts. */
export function canonicalForms(field: TextField, text: string): string[] {
  const whole = canonicalForm(field, text);
  return rulesOf(field).separators ? [whole, ...partsOf(field, text)] : [whole];
}

export function equalsMatcher(field: TextField, alternatives: readonly string[]): MatchText {
  const expected = new Set(alternatives.map((alternative) => canonicalForm(field, alternative)));
  return (text) => canonicalForms(field, text).some((form) => expected.has(form));
}

/** A query word contains no white space, so a substring match in the value is a match inside one of its words. */
export function likeMatcher(field: TextField, alternatives: readonly string[]): MatchText {
  const { inside = (folded: string) => folded, has_aliases } = rulesOf(field);
  const canonical = has_aliases ? equalsMatcher(field, alternatives) : () => false;
  const queryWords = alternatives.map((alternative) => alternative.split(' ').map(inside));
  const contains = (value: string) => queryWords.some((words) => words.every((word) => value.includes(word)));
  return (text) => valuesOf(field, inside(text)).some(contains) || canonical(text);
}

/** Whether `like` compares the folded text itself. Aliases and ignored punctuation match text that is not there. */
export function isLiteral(field: TextField): boolean {
  const { has_aliases, inside } = rulesOf(field);
  return !has_aliases && !inside;
}
