// What a data file says about one language: words and phrases only, folded as `wordsOf` folds a message.

export interface LanguageData {
  /** BCP 47 code. */
  code: string;
  /** "I understand English best." in this language. */
  notice: string;
  /** Frequent words that are not English words, separated by spaces. They tell the language. */
  function_words: string;
  /** Phrases by tag of the grammar, separated by commas. */
  phrases: Record<string, string>;
  /** Phrases by the English words that a catalogue uses, separated by commas. */
  translations: Record<string, string>;
}

/** An English phrase for each tag that phrases of other languages have; tags that are English words stand for themselves. */
export const PHRASE_OF_TAG: Record<string, string> = {
  filler: '',
  'limit.max': 'under',
  'limit.min': 'over',
  about: 'around',
  dearest: 'most expensive',
  more: 'show more',
  reset: 'start over',
  greeting: 'hello',
  on_sale: 'on sale',
  in_stock: 'in stock',
  free_shipping: 'free shipping',
  first_one: 'the first one',
  second_one: 'the second one',
  third_one: 'the third one',
  last_one: 'the last one',
  how_much: 'how much is',
  is_it: 'is it',
};
