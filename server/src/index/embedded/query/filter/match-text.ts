// The matching rules of `=` and `like` on a single text value.
import { partsOf, rulesOf, valuesOf } from '../../../../product/text-fields.ts';
import type { TextField } from '../../format/fields.ts';

export type MatchText = (held: string) => boolean;

/** Canonical form for comparing whole values. */
export const wholeOf = (field: TextField, folded: string): string => rulesOf(field).whole?.(folded) ?? folded;

/** Everything a value equals, in canonical form: itself and each of its parts. */
export function equalsOfText(field: TextField, held: string): string[] {
  const whole = wholeOf(field, held);
  return rulesOf(field).separators ? [whole, ...partsOf(field, held)] : [whole];
}

export function equalsOf(field: TextField, alternatives: readonly string[]): MatchText {
  const wanted = new Set(alternatives.map((alternative) => wholeOf(field, alternative)));
  return (held) => equalsOfText(field, held).some((equal) => wanted.has(equal));
}

/** A query word contains no white space, so a substring match in the value is a match inside one of its words. */
export function likeOf(field: TextField, alternatives: readonly string[]): MatchText {
  const { inside = (folded: string) => folded, has_aliases } = rulesOf(field);
  const canonical = has_aliases ? equalsOf(field, alternatives) : () => false;
  const wanted = alternatives.map((alternative) => alternative.split(' ').map(inside));
  const holds = (value: string) => wanted.some((words) => words.every((word) => value.includes(word)));
  return (held) => valuesOf(field, inside(held)).some(holds) || canonical(held);
}
