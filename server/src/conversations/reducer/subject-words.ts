// The words that are looked for: replaced by a new subject, extended by describing words.

import * as english from '../../language/english.ts';
import { spaced } from '../../language/lexicon.ts';
import { stem, wordsOf } from '../../text/analyse.ts';
import { measureOf } from '../../text/units.ts';
import { type ChatState, emptyState } from '../chat-state.ts';
import type { IntentOf } from '../grammar/intent.ts';
import { joinWords, phrasesOf } from '../phrases.ts';

const QUALIFIERS = spaced(english.QUALIFIERS);
const JOINT = /^(?:for|with) /;

export function replaceSubject(
  state: ChatState,
  { words, head, mode }: IntentOf<'NewSubject'>,
  is_correction: boolean,
): ChatState {
  const { wanted, price, in_stock } = state;
  const next = { ...state, words, soft: [], last_words: '' };
  const { similar_to: _, focus: _focus, ...kept } = next;
  const isEmpty = state.words === '' && !state.similar_to;
  // "something for hiking", then "boots".
  if (isEmpty || !state.head) return { ...kept, head, words: joined(words, state.words) };
  if (words.startsWith('or ')) return { ...state, words: `${state.words} ${words}` };
  // "white sneakers" after "red sneakers" is still about sneakers.
  const isSame = stem(state.head) === stem(head);
  // "20v tools", then "just the bare tool".
  if (isSame && mode === 'keep' && !is_correction) return { ...kept, head, words: merged(words, state.words) };
  if (mode === 'keep' || isSame) return { ...kept, head };
  const gender = wanted.gender ? { gender: wanted.gender } : {};
  if (mode === 'related') return { ...emptyState(), words, head, wanted: gender, price, in_stock };
  return { ...emptyState(), words, head };
}

const merged = (words: string, before: string): string => {
  if (before.includes(' or ')) return words;
  const stems = new Set(wordsOf(words).map(stem));
  return [...before.split(' ').filter((word) => !stems.has(stem(word))), words].join(' ');
};

/** A noun joins describing words that were said before it: "for winter" and "jacket". */
function joined(subject: string, described: string): string {
  if (!described) return subject;
  const parts = phrasesOf(described);
  const before = parts.filter((part) => !JOINT.test(part) || part === parts[0]).map((part) => part.replace(JOINT, ''));
  const after = parts.filter((part) => JOINT.test(part) && part !== parts[0]);
  return [...before, subject, ...after].filter(Boolean).join(' ');
}

export function addSubjectWords(state: ChatState, { words, soft, phrase, mode }: IntentOf<'AddWords'>): ChatState {
  // Words that begin a search are its subject, known or not.
  if (state.words === '' && phrase) return { ...state, words: phrase.replace(JOINT, ''), ...headIn(phrase) };
  const base = mode === 'replace' && state.last_words ? withoutWords(state.words, state.last_words) : state.words;
  if (!words) return { ...state, words: base, soft };
  // One of the alternatives named before.
  if (base.split(' or ').includes(words)) return { ...state, words, soft };
  const next =
    words.startsWith('or ') || JOINT.test(words) ? `${base} ${words}` : `${words} ${withoutSameMeasure(base, words)}`;
  return { ...state, words: next.trim(), last_words: words, soft };
}

/** The last word of the main part, unless it describes: "umbrella", but not "for hiking" or "outdoor". */
function headIn(phrase: string): { head?: string } {
  const word = wordsOf(phrase.split(/(?:^| )(?:for|with) /)[0]!).at(-1);
  return word && !QUALIFIERS.has(word) ? { head: word } : {};
}

/** "5 meters" replaces "3m". */
function withoutSameMeasure(base: string, words: string): string {
  const unitOf = (word: string) => measureOf(word)?.replace(/^[\d./]+(?!x)/, '') || /^\d+ (\p{L}+)$/u.exec(word)?.[1];
  const units = new Set([words, ...words.split(' ')].map(unitOf).filter(Boolean));
  if (units.size === 0) return base;
  const tokens = base.split(' ');
  return tokens
    .filter(
      (token, i) =>
        !units.has(unitOf(token)) &&
        !units.has(unitOf(`${token} ${tokens[i + 1] ?? ''}`)) &&
        !units.has(unitOf(`${tokens[i - 1] ?? ''} ${token}`)),
    )
    .join(' ');
}

export function withoutWords(words: string, removed: string): string {
  const stems = new Set(wordsOf(removed).map(stem));
  const present = new Set(wordsOf(words).map(stem));
  if (![...stems].every((part) => present.has(part))) return words;
  const kept = words.split(' ').filter((word) => !wordsOf(word).some((part) => stems.has(stem(part))));
  return joinWords(kept);
}
