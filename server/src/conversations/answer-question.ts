// Answers questions about shown products by quoting the field or sentence that holds the answer. It infers nothing.
import * as english from '../language/english-questions.ts';
import { listed, spaced } from '../language/lexicon.ts';
import { fromAmount } from '../product/amount.ts';
import { discountOf, isOnSale, type Product } from '../product/product.ts';
import type { StoredProduct } from '../store/catalogue-store.ts';
import { stem, wordsOf } from '../text/analyse.ts';
import { findMeasure, type MeasuredTopic } from '../text/find-measure.ts';
import { quoted } from '../text/list-words.ts';
import { excerpt, mentionOf, sentencesOf, sentenceWith } from '../text/mentions.ts';
import { money } from '../text/money.ts';

export type QuestionTopic =
  | MeasuredTopic
  | 'price'
  | 'color'
  | 'material'
  | 'brand'
  | 'shop'
  | 'stock'
  | 'discount'
  | 'delivery';

export interface Question {
  topic: QuestionTopic | null;
  /** Content words if no topic fits: ["waterproof"], ["tested", "animals"]. */
  words: string[];
}

const NOT_SAID = "the shop's text does not say";
const SAYS = "the shop's text says";
const MAX_NAME_CHARS = 60;

const ASKING_VERBS = spaced(english.ASKING_VERBS);
const WEAK_WORDS = spaced(english.WEAK_WORDS);
const TELLING_VERBS = spaced(english.TELLING_VERBS);

/** The answer for one product, which finishes "Number 2, NAME: …". `place` counts from 1. */
export function answerQuestion(question: Question, stored: StoredProduct, place: number): string {
  const name = excerpt(stored.product.name, 0, 0, MAX_NAME_CHARS);
  return `Number ${place}, ${name}: ${ended(factOf(question, stored) ?? NOT_SAID)}`;
}

/** A product in one line. */
export function describeProduct(stored: StoredProduct, place: number): string {
  const { name, in_stock, final_amount } = stored.product;
  const price = final_amount === undefined ? `price unknown at ${stored.merchant.name}` : priceOf(stored);
  const stock = in_stock === undefined ? '' : in_stock ? ', in stock' : ', out of stock';
  return `Number ${place}: ${name}, ${price}${stock}.`;
}

/** The answers side by side. Only prices of one currency are compared, since everything else is quoted text. */
export function compareProducts(question: Question, products: { stored: StoredProduct; place: number }[]): string {
  const facts = products.map(({ stored, place }) => `Number ${place}: ${ended(factOf(question, stored) ?? NOT_SAID)}`);
  return [...facts, ...(question.topic === 'price' ? cheapestOf(products) : [])].join(' ');
}

function cheapestOf(products: { stored: StoredProduct; place: number }[]): string[] {
  const priced = products.filter(({ stored }) => stored.product.final_amount !== undefined);
  if (priced.length < 2) return [];
  if (new Set(priced.map(({ stored }) => stored.product.currency)).size > 1)
    return ['The currencies differ, so I cannot compare the amounts.'];
  const [first, second] = priced.toSorted((a, b) => a.stored.product.final_amount! - b.stored.product.final_amount!);
  const isTie = first!.stored.product.final_amount === second!.stored.product.final_amount;
  return isTie ? [] : [`Number ${first!.place} costs ${priced.length === 2 ? 'less' : 'least'}.`];
}

/** Null if neither a field nor the texts tell. */
function factOf({ topic, words }: Question, stored: StoredProduct): string | null {
  const { product, merchant } = stored;
  switch (topic) {
    case null:
      return words.length > 0 ? factByWords(words, product) : overview(stored);
    case 'price':
      return priceOf(stored);
    case 'discount':
      if (!isOnSale(product)) return 'no discount is known';
      return `${Math.round(discountOf(product) / 100)}% off, ${priceOf(stored)}`;
    case 'shop':
      return `sold by ${merchant.name}`;
    case 'stock':
      return product.in_stock === undefined ? null : product.in_stock ? 'in stock' : 'out of stock';
    case 'delivery':
      if (product.ship_amount === undefined) break;
      return product.ship_amount === 0 ? 'shipping is free' : `shipping costs ${amount(product.ship_amount, stored)}`;
    case 'brand':
    case 'color':
    case 'material':
      if (product[topic]) return field(topic, product[topic]);
      break;
    default:
      return factByMeasure(topic, product);
  }
  return quoteBoth(sentencesOf(product.description ?? ''), phrasesFor(topic));
}

const field = (name: string, value: string) => `the ${name === 'color' ? 'colour' : name} is ${value}`;

const phrasesFor = (word: string) => listed(english.RELATED[word] ?? '').map((phrase) => phrase.split(' '));

function overview(stored: StoredProduct): string {
  const { brand, color, material, size } = stored.product;
  return [priceOf(stored), brand, color, material, size].filter(Boolean).join(', ');
}

const amount = (value: number, { product }: StoredProduct) => money(fromAmount(value), product.currency ?? '');

function priceOf(stored: StoredProduct): string {
  const { product, merchant } = stored;
  if (product.final_amount === undefined) return 'no price is known';
  const was = isOnSale(product) ? ` (was ${amount(product.regular_amount!, stored)})` : '';
  return `${amount(product.final_amount, stored)}${was} at ${merchant.name}`;
}

function factByMeasure(topic: MeasuredTopic, product: Product): string | null {
  if (product.size && (topic === 'size' || findMeasure(product.size, topic, 'any'))) return field('size', product.size);
  for (const strength of ['named', 'dimensions'] as const) {
    for (const sentence of sentencesOf(product.description ?? '')) {
      const found = findMeasure(sentence, topic, strength);
      if (found) return `${SAYS} ${quoted([excerpt(sentence, found.start, found.end)], 'and')}`;
    }
  }
  const inName = findMeasure(product.name, topic, 'any');
  return inName ? `the product's name says "${excerpt(product.name, inName.start, inName.end)}"` : null;
}

function factByWords(words: readonly string[], product: Product): string | null {
  const isNeed = words.length > 1 && ASKING_VERBS.has(words[0]!);
  const asked = isNeed ? words.slice(1) : words;
  const texts = [product.description, product.subtitle, product.name, ...(product.tags ?? [])];
  const sentences = texts.flatMap((text) => sentencesOf(text ?? ''));
  const tells = (sentence: string) => wordsOf(sentence).some((word) => TELLING_VERBS.has(word));
  if (isNeed) sentences.sort((a, b) => Number(tells(b)) - Number(tells(a)));
  return (
    quoteBoth(sentences, [asked]) ??
    quoteAll(sentences, asked) ??
    factByField(asked, product) ??
    quoteBoth(
      sentences,
      asked.flatMap((word) => phrasesFor(stem(word))),
    ) ??
    quoteAll(
      sentences,
      asked.filter((word) => !WEAK_WORDS.has(word)),
    )
  );
}

function factByField(words: readonly string[], product: Product): string | null {
  const fields = ['material', 'color', 'size', 'condition', 'gender', 'category'] as const;
  const name = fields.find((one) => mentionOf(product[one] ?? '', words) === 'stated');
  return name ? field(name, product[name]!) : null;
}

/** Quotes a sentence that states one of the phrases, and one that denies it: "runs on batteries", "not included". */
function quoteBoth(sentences: readonly string[], phrases: readonly (readonly string[])[]): string | null {
  const quotes = (['stated', 'negated'] as const).flatMap((kind) => {
    for (const phrase of phrases) {
      const sentence = sentences.find((text) => mentionOf(text, phrase) === kind);
      if (sentence) return [sentenceWith(sentence, phrase)!];
    }
    return [];
  });
  return quotes.length > 0 ? `${SAYS} ${quoted(quotes, 'and')}` : null;
}

/** "Tested on animals" is not answered by a sentence that only has "tested". */
function quoteAll(sentences: readonly string[], words: readonly string[]): string | null {
  const sentence = sentences.find((text) => words.every((word) => mentionOf(text, [word]) !== 'absent'));
  const longest = words.toSorted((a, b) => b.length - a.length)[0];
  return sentence && longest ? `${SAYS} ${quoted([sentenceWith(sentence, [longest])!], 'and')}` : null;
}

const ended = (text: string) => (/[.!?…]"?$/.test(text) ? text : `${text}.`);
