// What the tagger makes of a message: typed spans, in the order of the message.
import type { ValueField } from '../../vocabulary/vocabulary.ts';

export interface Span {
  /** What it may be: tags of the language's phrases, or one of `value`, `amount`, `percent`, `measure`, `word`, `pause` … */
  tags: readonly string[];
  text: string;
  /** Of a catalogue value: the field, and its values where several are listed. */
  field?: ValueField;
  values?: string[];
  /** Other fields that have the value. */
  meanings?: { field: ValueField; value: string }[];
  number?: number;
  currency?: string;
  /** Of a word: whether it names a kind of product, and whether the catalogue or its synonyms have it. */
  isNoun?: boolean;
  isKnown?: boolean;
  /** Of a word: follows an article or a wish ("a …", "do you have …"). */
  isIntroduced?: boolean;
}

export const isTagged = (span: Span | undefined, ...tags: string[]): boolean =>
  span?.tags.some((tag) => tags.includes(tag)) ?? false;
