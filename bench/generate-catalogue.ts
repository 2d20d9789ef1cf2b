// Generates a catalogue of any size, deterministic by seed. Words, brands, merchants and categories follow Zipf's law;
// every product has a unique model number, SKU and barcode, because most tokens of a real catalogue are rare.
import type { Criterion } from '@finderfee/contract/criterion.ts';
import { seeded } from '../test/support/seeded.ts';

const WORDS = 60_000;
const BRANDS = 2000;
const MERCHANTS = 300;
const CATEGORIES = 500;

/** A random rank whose frequency falls as 1/rank. */
const zipf = (random: () => number, count: number) => Math.floor(count ** random()) % count;

const SYLLABLES =
  'ba be bi bo bu da de di do du ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu ra re ri ro ru sa se si so su ta te ti to tu va ve vi vo vu'.split(
    ' ',
  );

/** The n-th word: letters only; frequent words are short. */
function wordOf(n: number): string {
  let word = SYLLABLES[n % SYLLABLES.length]! + SYLLABLES[Math.floor(n / 7) % SYLLABLES.length]!;
  for (let rest = Math.floor(n / SYLLABLES.length); rest > 0; rest = Math.floor(rest / SYLLABLES.length)) {
    word += SYLLABLES[rest % SYLLABLES.length]!;
  }
  return word;
}

function gtin13(n: number): string {
  const digits = `952${String(n).padStart(9, '0')}`;
  const sum = [...digits].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0);
  return digits + ((10 - (sum % 10)) % 10);
}

export function* generateCatalogue(count: number, seed = 1): Generator<string> {
  const random = seeded(seed);
  const between = (low: number, high: number) => low + Math.floor(random() * (high - low + 1));
  const text = (words: number) => Array.from({ length: words }, () => wordOf(zipf(random, WORDS))).join(' ');
  for (let n = 0; n < count; n++) {
    const brand = `Brand ${wordOf(zipf(random, BRANDS) + 100)}`;
    const category = zipf(random, CATEGORIES);
    const merchant = zipf(random, MERCHANTS) + 1;
    const regular = between(100, 50_000) / 100;
    const isOnSale = random() < 0.3;
    yield JSON.stringify({
      id: `p${n}`,
      // 4 to 14 words, including two for the brand and one for the model number.
      name: `${brand} ${text(between(1, 11))} MX-${n}`,
      description: text(between(20, 60)),
      brand,
      category: `Department ${category % 20} > Aisle ${category % 100} > Shelf ${category}`,
      merchant: { id: String(merchant), name: `Merchant ${merchant}`, domain: `m${merchant}.example` },
      model: `MX-${n}`,
      sku: `SKU${n}`,
      barcode: gtin13(n),
      regular_price: regular,
      final_price: isOnSale ? Math.round(regular * 80) / 100 : regular,
      currency: 'USD',
      in_stock: random() < 0.9,
      product_url: `https://m${merchant}.example/p/${n}`,
      merchant_url: `https://track.example/c?p=${n}`,
      image_url: `https://m${merchant}.example/p/${n}.jpg`,
    });
  }
}

const QUERY_KINDS = ['one common word', '2–3 words', '4–6 words', 'one typo'] as const;

export interface GeneratedSearch {
  /** The class in the results: the kind of query, with or without filters. */
  name: string;
  query: string;
  /** The query without its typo. */
  meant: string;
  criteria: Criterion[];
}

/** The most frequent words, each present in many products. */
const COMMON_WORDS = 300;
/** Queries use the more frequent words, as people do. */
const SEARCHED_WORDS = 5000;
/** Shorter words are too similar to each other for spelling correction. */
const FIRST_LONG_WORD = SYLLABLES.length;

/** Searches of all kinds in rotation, half of each kind with filters. */
export function generateSearches(count: number, seed = 2): GeneratedSearch[] {
  const random = seeded(seed);
  const words = (n: number) => Array.from({ length: n }, () => wordOf(zipf(random, SEARCHED_WORDS)));
  const filters: (() => Criterion)[] = [
    () => ({ field: 'brand', operator: '=', value: `Brand ${wordOf(zipf(random, BRANDS) + 100)}` }),
    () => ({ field: 'merchant.id', operator: '=', value: String(zipf(random, MERCHANTS) + 1) }),
    () => ({ field: 'category', operator: '=', value: `Department ${zipf(random, 20)}` }),
    () => ({ field: 'final_price', operator: '<=', value: 50 + Math.floor(random() * 300) }),
    () => ({ field: 'on_sale', operator: '=', value: true }),
    () => ({ field: 'in_stock', operator: '=', value: true }),
  ];
  return Array.from({ length: count }, (_, i) => {
    const kind = i % QUERY_KINDS.length;
    const isFiltered = Math.floor(i / QUERY_KINDS.length) % 2 === 1;
    const turn = Math.floor(i / (2 * QUERY_KINDS.length));
    const meant = [
      () => [wordOf(zipf(random, COMMON_WORDS))],
      () => words(2 + (turn % 2)),
      () => words(4 + (turn % 3)),
      () => [wordOf(FIRST_LONG_WORD + zipf(random, SEARCHED_WORDS)), ...words(turn % 3)],
    ][kind]!();
    const [first, ...others] = meant;
    const typed = kind === 3 ? [misspell(first!, random), ...others] : meant;
    // Every fourth search has two filters.
    const picks = turn % 4 === 3 ? [turn, turn + 2] : [turn];
    return {
      name: `${QUERY_KINDS[kind]!}${isFiltered ? ', filters' : ''}`,
      query: typed.join(' '),
      meant: meant.join(' '),
      criteria: isFiltered ? picks.map((pick) => filters[pick % filters.length]!()) : [],
    };
  });
}

/** A common word plus a `like` filter on a substring: letters, digits, or a model number prefix. */
export function generateSubstringSearches(count: number, seed: number): GeneratedSearch[] {
  const random = seeded(seed);
  const below = (end: number) => Math.floor(random() * end);
  const digits = (length: number) => Array.from({ length }, () => below(10)).join('');
  const letters = () => {
    const word = wordOf(zipf(random, SEARCHED_WORDS));
    const length = Math.min(word.length, 2 + below(4));
    const from = below(word.length - length + 1);
    return word.slice(from, from + length);
  };
  const kinds = [letters, letters, () => digits(2 + below(3)), () => `MX-${1 + below(9)}${digits(below(3))}`];
  const fields = ['name||description||brand', 'any', 'model'] as const;
  return Array.from({ length: count }, (_, i) => {
    const query = wordOf(zipf(random, COMMON_WORDS));
    const value = kinds[i % kinds.length]!();
    const field = fields[Math.floor(i / kinds.length) % fields.length]!;
    return { name: 'substring filter', query, meant: query, criteria: [{ field, operator: 'like', value }] };
  });
}

/** One edit inside the word: a deletion, a substitution (by a letter no generated word has) or a transposition. */
function misspell(word: string, random: () => number): string {
  const at = 1 + Math.floor(random() * (word.length - 3));
  const [before, letter, next, after] = [word.slice(0, at), word[at]!, word[at + 1]!, word.slice(at + 2)];
  const edits = [next, `w${next}`, next + letter];
  return before + edits[Math.floor(random() * edits.length)]! + after;
}
