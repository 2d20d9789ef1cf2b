// Puts a message in another language into English, phrase by phrase, for the grammar to read.

import { detectLanguage } from '../../language/detect-language.ts';
import { type LanguageData, PHRASE_OF_TAG } from '../../language/language-data.ts';
import { Lexicon } from '../../language/lexicon.ts';
import { wordsOf } from '../../text/analyse.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';

export interface Translation {
  message: string;
  /** The language of the shopper; `unknown` if there is no data file for it. */
  language: LanguageData | 'unknown' | 'english';
}

/** Per language, its phrases tagged with what they are in English. Product words have the tag after a star. */
const compiled = new Map<string, Lexicon>();

function lexiconOf({ code, phrases, translations }: LanguageData): Lexicon {
  const grammar = Object.entries(phrases).map(([tag, list]) => [PHRASE_OF_TAG[tag] ?? tag, list]);
  const products = Object.entries(translations).map(([word, list]) => [`*${word}`, list]);
  const lexicon = compiled.get(code) ?? new Lexicon(Object.fromEntries([...grammar, ...products]));
  compiled.set(code, lexicon);
  return lexicon;
}

export function translateMessage(message: string, vocabulary: Vocabulary): Translation {
  const language = detectLanguage(wordsOf(message), (word) => vocabulary.longestAt([word], 0) !== undefined);
  if (typeof language === 'string') return { message, language };
  const lexicon = lexiconOf(language);
  // Numbers and signs stay as they are: "60 €", "12,50".
  const parts: string[] = message.match(/[\p{L}\p{M}'’]+|[^\p{L}\p{M}'’]+/gu) ?? [];
  const places = [...parts.keys()].filter((i) => wordsOf(parts[i]!).length > 0);
  const words = places.map((i) => wordsOf(parts[i]!).join(' '));
  for (let at = 0; at < words.length; ) {
    const found = lexicon.longestAt(words, at);
    const english = found?.tags.at(-1) ?? '';
    // The catalogue's own words need no translation.
    const isOwn = found?.length === 1 && english.startsWith('*') && vocabulary.countOf(words[at]!) > 0;
    const length = found?.length ?? 1;
    if (found && !isOwn)
      parts.fill('', places[at], places[at + length - 1]! + 1)[places[at]!] = english.replace('*', '');
    at += length;
  }
  return { message: parts.join(' '), language };
}
