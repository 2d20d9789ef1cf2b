// Whether a text equals, or holds the words of, what a criterion asks for. The rules are those of the wire.
import { COMPARISONS, type TextField } from '../segment/fields.ts';

export type MatchText = (held: string) => boolean;

/** The form in which a value is compared as a whole. */
export const wholeOf = (field: TextField, folded: string): string => COMPARISONS[field]?.whole?.(folded) ?? folded;

/** What a value is equal to, in that form: itself, and of a category also each of its levels. */
export function equalsOfValue(field: TextField, held: string): string[] {
  const whole = wholeOf(field, held);
  return field === 'category' ? [whole, ...held.split('>').map((level) => level.trim())] : [whole];
}

export function equalsOf(field: TextField, alternatives: readonly string[]): MatchText {
  const wanted = new Set(alternatives.map((alternative) => wholeOf(field, alternative)));
  return (held) => equalsOfValue(field, held).some((equal) => wanted.has(equal));
}

/** A word has no white space in it, so where it stands in the text it stands inside one of the text's words. */
export function likeOf(field: TextField, alternatives: readonly string[]): MatchText {
  const inside = COMPARISONS[field]?.inside ?? ((folded: string) => folded);
  const canonical = field === 'gender' || field === 'country' ? equalsOf(field, alternatives) : () => false;
  const wanted = alternatives.map((alternative) => alternative.split(' ').map(inside));
  return (held) => {
    const text = inside(held);
    return wanted.some((words) => words.every((word) => text.includes(word))) || canonical(held);
  };
}
