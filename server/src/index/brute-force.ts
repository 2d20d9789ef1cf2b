// Test oracle: a literal implementation of criteria and exclude_query, with random catalogues and filters.
import type { Criterion } from '@finderfee/contract/criterion.ts';
import {
  CRITERION_FIELDS,
  DETAIL_FIELDS,
  type DetailField,
  TEXT_CRITERION_FIELDS,
} from '@finderfee/contract/product-fields.ts';
import fc from '../../../test/support/properties.ts';
import type { Product } from '../product/product.ts';
import { canonicalCountry, canonicalGender } from '../text/aliases.ts';

interface Merchant {
  id: number;
  name: string;
}

export interface Listing {
  product: Product;
  merchant: Merchant;
}

type Field = Criterion['field'];

/** Text fields that `any` does not cover: they describe the offer, not the product. */
const NOT_IN_ANY: Field[] = [
  ...(['any', 'name||description||brand', 'country', 'currency', 'merchant.id', 'merchant.name'] as const),
  ...(['seller_party', 'merchant_category_ids', 'availability'] as const),
];

/** Criterion fields that cover several product fields. */
const SEVERAL_FIELDS: Partial<Record<Field, string[]>> = {
  any: ['name', 'description', ...TEXT_CRITERION_FIELDS.filter((field) => !NOT_IN_ANY.includes(field))],
  'name||description||brand': ['name', 'description', 'brand'],
};

export const matchesCriteria = (product: Product, merchant: Merchant, criteria: Criterion[]): boolean =>
  criteria.every((criterion) => matches(product, merchant, criterion));

export function isExcluded(product: Product, excludeQuery: string): boolean {
  return excludeQuery.split('||').some((alternative) => {
    const wanted = wordsIn(alternative);
    return [product.name, product.description, product.brand].some((text) => {
      const words = wordsIn(text ?? '');
      return wanted.length > 0 && wanted.every((word) => words.some((has) => has.startsWith(word)));
    });
  });
}

function matches(product: Product, merchant: Merchant, criterion: Criterion): boolean {
  const { field, operator, value } = criterion;
  if (typeof value === 'string') {
    if (operator === '!=') return !matchesText(product, merchant, field, '=', value);
    if (operator === 'not_like') return !matchesText(product, merchant, field, 'like', value);
    return matchesText(product, merchant, field, operator as '=' | 'like', value);
  }
  if (field === 'on_sale') return isOnSale(product) === value;
  if (field === 'in_stock') return product.in_stock === value;
  const has = numberOf(product, field);
  if (has === undefined) return operator === '!=';
  return compare(has, operator, field === 'stock_quantity' ? BigInt(value as number) : tenThousandths(value as number));
}

function matchesText(
  product: Product,
  merchant: Merchant,
  field: Field,
  operator: '=' | 'like',
  value: string,
): boolean {
  const isMet = operator === '=' ? isEqual : isLike;
  return (SEVERAL_FIELDS[field] ?? [field]).some((one) =>
    [...valuesOf(product, merchant, one), ...(operator === '=' ? textsOf(product, merchant, one) : [])].some((has) =>
      value.split('||').some((wanted) => isMet(one, has, wanted)),
    ),
  );
}

/** The texts of a field as stored; for a kind of several fields, the texts of all of them. */
function textsOf(product: Product, merchant: Merchant, field: string): string[] {
  const fields = SEVERAL_FIELDS[field as Field];
  if (fields) return fields.flatMap((one) => textsOf(product, merchant, one));
  if (field === 'merchant.id') return [String(merchant.id)];
  if (field === 'merchant.name') return [merchant.name];
  const text = product[field as keyof Product];
  if (text === undefined) return [];
  return Array.isArray(text) ? text : [String(text)];
}

/** The values compared one by one; `=` also compares the whole text. */
function valuesOf(product: Product, merchant: Merchant, field: string): string[] {
  const texts = textsOf(product, merchant, field);
  const values = field === 'color' || field === 'size' ? texts.flatMap((text) => fold(text).split(/[/,]/)) : texts;
  return values.filter((value) => fold(value) !== '');
}

function isEqual(field: string, has: string, wanted: string): boolean {
  // A blank alternative matches nothing.
  if (fold(wanted) === '') return false;
  switch (field) {
    case 'category':
      return path(has) === path(wanted) || has.split('>').some((level) => fold(level) === fold(wanted));
    case 'availability':
    case 'condition':
      return squeeze(has) === squeeze(wanted);
    case 'barcode':
      return gtin14(has) === gtin14(wanted);
    case 'mpn':
    case 'sku':
      return fold(has).replace(/[ \-./]/g, '') === fold(wanted).replace(/[ \-./]/g, '');
    case 'gender':
      return canonicalGender(fold(has)) === canonicalGender(fold(wanted));
    case 'country':
      return canonicalCountry(fold(has)) === canonicalCountry(fold(wanted));
    default:
      return fold(has) === fold(wanted);
  }
}

/** Whether every query word is a substring of a word. Words are separated by white space. */
function isLike(field: string, has: string, wanted: string): boolean {
  // A product that `=` matches is also matched by `like`, so aliases apply here too.
  if ((field === 'gender' || field === 'country') && isEqual(field, has, wanted)) return true;
  const isSqueezed = field === 'availability' || field === 'condition';
  const words = isSqueezed ? [squeeze(has)] : fold(has).split(' ');
  const parts = fold(wanted).split(' ');
  if (parts[0] === '') return false;
  return parts.every((part) => words.some((word) => word.includes(isSqueezed ? squeeze(part) : part)));
}

const folds = new Map<string, string>();

/**
 * NFKC, case folding, accent folding, plain quotes, trimming, collapsing white space. Memoised: few texts are compared
 * often.
 */
function fold(text: string): string {
  if (!folds.has(text)) folds.set(text, foldAnew(text));
  return folds.get(text)!;
}

function foldAnew(text: string): string {
  // Before NFKC, which turns an acute accent into a space and a double prime into two primes.
  const quoted = text.replace(/[´`‘’‚‛′ʻʼʽ]/g, "'").replace(/[“”„‟″«»]/g, '"');
  // Upper case then lower case approximates case folding: "ß" and "SS" become equal.
  const folded = quoted.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  return folded
    .normalize('NFC')
    .replace(/[øłđæœς]/g, (letter) => ({ ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe', ς: 'σ' })[letter]!)
    .replace(/\s+/gu, ' ')
    .trim();
}

/** Query words: letters and digits. An apostrophe does not separate words. */
const wordsIn = (text: string): string[] =>
  fold(text)
    .replace(/'/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

const squeeze = (text: string): string => fold(text).replace(/[ _-]/g, '');
const path = (text: string): string => text.split('>').map(fold).join(' > ');

/** Digits with spaces and hyphens are a barcode; any other text equals only itself. */
function gtin14(text: string): string {
  const digits = fold(text).replace(/[ -]/g, '');
  return /^\d+$/.test(digits) ? digits.padStart(14, '0') : fold(text);
}

const isOnSale = ({ regular_amount, final_amount }: Product): boolean =>
  regular_amount !== undefined && final_amount !== undefined && final_amount < regular_amount;

/** Exact value of a number field: a quantity, or ten-thousandths of an amount or of the discount. */
function numberOf(product: Product, field: Field): bigint | undefined {
  const { regular_amount, final_amount, ship_amount, stock_quantity } = product;
  const numbers: Partial<Record<Field, number | undefined>> = {
    regular_price: regular_amount,
    final_price: final_amount,
    sale_price: isOnSale(product) ? final_amount : undefined,
    ship_price: ship_amount,
    stock_quantity,
  };
  if (field === 'sale_discount') {
    if (!isOnSale(product)) return 0n;
    return roundHalfUp(BigInt(regular_amount! - final_amount!) * 10_000n, BigInt(regular_amount!));
  }
  const number = numbers[field];
  return number === undefined ? undefined : BigInt(number);
}

/** A number as written, to four decimals, rounding halves away from zero. */
function tenThousandths(value: number): bigint {
  const written = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value))!;
  const [, sign, whole, fraction = '', exponent = '0'] = written;
  const places = fraction.length - Number(exponent) - 4;
  const digits = BigInt(whole + fraction);
  const size = places > 0 ? roundHalfUp(digits, 10n ** BigInt(places)) : digits * 10n ** BigInt(-places);
  return sign ? -size : size;
}

const roundHalfUp = (dividend: bigint, divisor: bigint): bigint => (dividend * 2n + divisor) / (divisor * 2n);

function compare(has: bigint, operator: Criterion['operator'], wanted: bigint): boolean {
  const order = has < wanted ? '<' : has > wanted ? '>' : '=';
  return operator === '!=' ? order !== '=' : operator.includes(order);
}

/** Few words in many spellings, so that random texts are often equal or nearly equal. */
const WORDS = (
  "Red|RED|réd|Re\u0301d|Blue|Sky Blue|T-Shirt|tshirt|T Shirt|Levi's|Levi’s|Levi´s|Levis|iPhone|" +
  'phone|Phone  Case|Straße|STRASSE|Øre|ore|naïve|ﬁt|FIT|Ｗｉｄｅ|H&M|A.P.C.|x|XL|x-l|12|1 2|' +
  '(new)|new|“new”|"new"|a/b|Łódź|ΣΑΣ|σας|가방|women|usa|AB-12|96385074'
).split('|');
const LEVELS = ['Home', 'home', 'Home & Garden', 'Garden', 'Shoes', 'Rød', 'red', 'T-Shirt'];
const COLORS = ['Red', 'réd', 'Blue', 'sky blue', 'XL', 'x', '12'];
const CODES = ['AB-12', 'ab12', 'AB 12', 'A.B/12', 'AB-12-X', 'a_b12', '99', '9.9', 'É-1', 'e1', '96385074'];
const GTINS = ['4006381333931', '04006381333931', '036000291452', '0036000291452', '96385074', '00000096385074'];
const STATES = ['in stock', 'in_stock', 'InStock', 'IN-STOCK', 'out of stock', 'OutOfStock', 'preorder', 'pre order'];
const CONDITIONS = ['new', 'NEW', 'like new', 'like_new', 'Like-New', 'used', 'open box', 'openbox'];
const GENDERS = [
  'women',
  'Female',
  "Women's",
  'Ladies',
  'men',
  'MALE',
  "men's",
  'unisex',
  'Uni',
  'kids',
  'w',
  'Robots',
];
const COUNTRIES = ['US', 'usa', 'United  States', 'U.S.', 'UK', 'gb', 'Great Britain', 'Österreich', 'AT', 'Atlantis'];
const AMOUNTS = [0, 1, 2, 3, 9999, 10_000, 10_001, 10_050, 12_345, 33_333, 99_900, 99_999, 149_000, 159_000, 160_000];

const words = fc
  .tuple(fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }), fc.constantFrom(' ', '  ', ', ', ' - '))
  .map(([parts, border]) => parts.join(border));
const someOf = (list: string[], ...borders: string[]) =>
  fc
    .tuple(fc.array(fc.constantFrom(...list), { minLength: 1, maxLength: 3 }), fc.constantFrom(...borders))
    .map(([parts, border]) => parts.join(border));
const word = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...WORDS) }, words);
const code = fc.constantFrom(...CODES);
const amount = fc.constantFrom(...AMOUNTS);

const prices = fc.oneof(
  fc.constant({}),
  fc.tuple(amount, amount).map(([a, b]) => ({ regular_amount: Math.max(a, b), final_amount: Math.min(a, b) })),
);

const product = fc.record(
  {
    ...(Object.fromEntries(Object.keys(DETAIL_FIELDS).map((field) => [field, word])) as Record<
      DetailField,
      typeof word
    >),
    ...{ id: code, name: words.map((text) => `common ${text}`), description: words, brand: word, asin: code },
    ...{ sku: code, mpn: code, barcode: fc.constantFrom(...GTINS), category: someOf(LEVELS, ' > ') },
    ...{ color: someOf(COLORS, '/', ', ', ' / ', ','), size: someOf(COLORS, '/', ',', ' , ') },
    ...{ condition: fc.constantFrom(...CONDITIONS), availability: fc.constantFrom(...STATES) },
    ...{ country: fc.constantFrom(...COUNTRIES), gender: fc.constantFrom(...GENDERS) },
    ...{ currency: fc.constantFrom('USD', 'usd', 'EUR', 'eur', 'Ｅur'), tags: fc.array(word, { maxLength: 3 }) },
    ...{ merchant_category_ids: fc.array(fc.constantFrom('1', '12', '1 2', 'A>B', 'a > b', 'x, y'), { maxLength: 3 }) },
    ...{ ship_amount: amount, in_stock: fc.boolean(), stock_quantity: fc.constantFrom(-1, 0, 1, 2, 10, 100) },
  },
  { requiredKeys: ['id', 'name'] },
);

const listing: fc.Arbitrary<Listing> = fc.record({
  product: fc.tuple(product, prices).map(([fields, amounts]) => ({ ...fields, ...amounts })),
  merchant: fc.record({
    id: fc.constantFrom(1, 2, 12, 1_000_000_001),
    name: fc.constantFrom('Shop', 'SHOP', 'Shop Two', 'Café Shop', 'cafe shop', 'The Shop & Sons'),
  }),
});

/** Every product has the word "common" in its name. */
export const catalogues = fc.array(listing, { minLength: 60, maxLength: 150, size: 'max' });

const ALTERATIONS: ((text: string) => string)[] = [
  (text) => text.toUpperCase(),
  (text) => text.normalize('NFD'),
  (text) => ` ${text.replaceAll(' ', ' \u00a0')} `,
  (text) => text.replace(/e/gi, 'é'),
  (text) => text.replace(/[-._/ ]/g, ''),
  (text) => text.replace(/[-._/]/g, ' '),
  (text) => text.replace(/[ _]/g, '-'),
  (text) => text.replace(/ ?> ?/g, '>'),
  (text) => text.replace(/['’´]/g, ''),
  (text) => text.replace(/['’´]/g, '‘').replace(/["“”]/g, '«'),
  (text) => text.split(/[/,>]/).at(-1)!,
  (text) => text.split(' ')[0]!,
  (text) => text.split(' ').at(-1)!,
  (text) => text.split(' ').reverse().join(' '),
  (text) => text.slice(1),
  (text) => text.slice(0, -1),
  (text) => text.slice(1, 3),
  (text) => `0${text}`,
  (text) => text.replace(/^0+/, ''),
  (text) => `${text} e`,
];

const TEXT_OPERATORS = ['=', '!=', 'like', 'not_like'] as const;
const NUMBER_OPERATORS = ['=', '!=', '<', '<=', '>', '>='] as const;
const NUMBER_FIELDS = ['sale_discount', 'regular_price', 'final_price', 'sale_price', 'ship_price', 'stock_quantity'];

const isFlag = (field: Field): boolean => field === 'on_sale' || field === 'in_stock';
const operatorsOf = (field: Field): readonly string[] =>
  isFlag(field) ? ['='] : NUMBER_FIELDS.includes(field) ? NUMBER_OPERATORS : TEXT_OPERATORS;

/** Criterion values: mostly values of the catalogue, as stored or altered, some unknown, some with alternatives. */
function valuesFor(catalogue: Listing[], field: Field): fc.Arbitrary<string | number | boolean> {
  if (isFlag(field)) return fc.boolean();
  if (NUMBER_FIELDS.includes(field)) return numbersFor(catalogue, field);
  const own = catalogue.flatMap(({ product, merchant }) => [
    ...textsOf(product, merchant, field),
    ...valuesOf(product, merchant, field),
  ]);
  const ownText = fc.constantFrom(...own);
  const one = fc.oneof(
    { weight: 4, arbitrary: ownText },
    { weight: 6, arbitrary: fc.tuple(fc.constantFrom(...ALTERATIONS), ownText).map(([alter, text]) => alter(text)) },
    { weight: 2, arbitrary: fc.constantFrom('zebra', 'e', 'r', '1', ' ', '-', '||', '96385074 and more') },
  );
  const several = fc.tuple(one, fc.constantFrom('||', ' || '), one).map((parts) => parts.join(''));
  // Many alternatives take another code path than few. Most are unknown, so that not every product matches.
  const unheard = fc.tuple(fc.constantFrom('q', ' q'), ownText).map(([end, text]) => `${text}x${end}`);
  const many = fc
    .tuple(fc.array(unheard, { minLength: 20, maxLength: 40, size: 'max' }), one)
    .map(([others, last]) => [...others, last].join('||'));
  return fc.oneof({ weight: 3, arbitrary: one }, several, many).map((text) => text || 'x');
}

function numbersFor(catalogue: Listing[], field: Field): fc.Arbitrary<number> {
  if (field === 'stock_quantity') return fc.constantFrom(-1000, -2, -1, 0, 1, 2, 3, 10, 11, 100, 1e15);
  const sales = catalogue.map((one) => one.product).filter(isOnSale);
  const discounts = sales.map(
    ({ regular_amount, final_amount }) => (regular_amount! - final_amount!) / regular_amount!,
  );
  const own = field === 'sale_discount' ? [0, 0.25, ...discounts] : AMOUNTS.map((amount) => amount / 10_000);
  const nearly = fc.constantFrom(0, 0, 0, 0.0001, -0.0001, 0.00004, -0.00004, 0.00005, -0.00005);
  const number = fc.tuple(fc.constantFrom(...own), nearly).map(([value, more]) => value + more);
  if (field === 'sale_discount') return number.map((value) => Math.min(1, Math.max(0, value)));
  return fc.oneof({ weight: 6, arbitrary: number }, fc.constantFrom(-1, 0.1 + 0.2, 1e-7, 1e9, 1e21, -1e300, 16.000049));
}

/** Every kind with every operator. */
export const PAIRS = CRITERION_FIELDS.flatMap((field) => operatorsOf(field).map((operator) => ({ field, operator })));

/** A catalogue, one search per kind and operator, and searches with several criteria and exclusions. */
export const searches = catalogues.chain((catalogue) => {
  const values = new Map(CRITERION_FIELDS.map((field) => [field, valuesFor(catalogue, field)]));
  const criterion = ({ field, operator }: (typeof PAIRS)[number]) =>
    values.get(field)!.map((value) => ({ field, operator, value }) as Criterion);
  const refusals = PAIRS.filter(({ operator }) => operator === '!=' || operator === 'not_like');
  const repeated = fc
    .constantFrom(...refusals)
    .chain((pair) => fc.array(criterion(pair), { minLength: 2, maxLength: 3 }));
  const excluded = valuesFor(catalogue, 'name||description||brand').map(String);
  return fc.record({
    catalogue: fc.constant(catalogue),
    single: fc.tuple(...PAIRS.map(criterion)),
    several: fc.array(
      fc.record({
        criteria: fc.oneof(
          { weight: 4, arbitrary: fc.array(fc.constantFrom(...PAIRS).chain(criterion), { maxLength: 3 }) },
          repeated,
        ),
        exclude: fc.array(excluded, { maxLength: 2 }),
      }),
      { minLength: 80, maxLength: 80, size: 'max' },
    ),
  });
});
