// What it may cost: limits, ranges, "around", in figures and in words.
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import { isMark, NOT, oneOf, phrase, type Sentence, USED } from './sentence.ts';

export interface PriceReading {
  low?: number;
  high?: number;
  /** Said without "under" or "over": it takes the place of the limit that was said before. */
  bare?: number;
  /** The message was that number and nothing else: it may be a size. */
  is_alone?: boolean;
  /** It puts a number right that was said before: "make that 30". */
  is_put_right?: boolean;
  /** A bare number without a currency: it may put a size right. */
  is_plain?: boolean;
  /** Both limits come from "around". */
  is_around?: boolean;
  currency?: string;
  /** Moves the limits that were said before. */
  change?: PriceChange;
}

export interface PriceChange {
  /** The one that moves, where not both do. */
  end?: 'low' | 'high';
  by: number;
  times: number;
}

const CURRENCIES: Record<string, RegExp> = {
  USD: /^(?:\$|usd|dollars?|bucks?)$/,
  EUR: /^(?:€|eur|euros?)$/,
  GBP: /^(?:£|gbp|pounds?|quid|sterling)$/,
  JPY: /^(?:¥|jpy|yen)$/,
  INR: /^(?:₹|inr|rupees?)$/,
  CHF: /^(?:chf|francs?)$/,
  SEK: /^(?:sek|kronor)$/,
  CAD: /^cad$/,
  AUD: /^aud$/,
};
/** What "$" may mean where nothing is sold in US dollars. */
const DOLLARS = ['CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'MXN'];

export const MONEY_WORD =
  '(?:[$€£¥₹]|usd|eur|gbp|jpy|inr|chf|sek|cad|aud|dollars?|bucks?|euros?|pounds?|quid|sterling|yen|rupees?|francs?|kronor)';
const NUMBER = String.raw`(\d{1,9}(?:\.\d{1,6})?)`;
/** Behind these a number is a measure, a count, an age: no price. */
const NO_PRICE =
  '(?! (?:%|percent|pct|stars?|mm|cm|m|km|inch|inches|in(?= (?:$|[^\\p{L}]|tvs?|televisions?|monitors?|screens?|laptops?|tablets?|displays?|pans?|skillets?|wide|tall|long|deep|high|waist|leg|inseam|wheels?|frames?|blades?|bikes?|diameter|x) ?)|ft|feet|ml|cl|l|liters?|litres?|g|gr|kg|oz|lbs?|w|watts?|v|volts?|gb|tb|mb|mah|hz|mp|pieces?|pcs|packs?|years?|yrs?|months?|hours?|days?|people|persons?|m[ae]n|seats?|seaters?|slices?|cups|pages|degrees|wide|tall|long|deep|high|doors?|drawers?|wheels?|shelves|players?|pairs?|x)(?= ))';
export const PRICE = `(?:(${MONEY_WORD}) )?${NUMBER}${NO_PRICE}(?: (${MONEY_WORD}))?`;
/** The same where only a currency tells that it is a price. */
const SURE_PRICE = `(?:(${MONEY_WORD}) ${NUMBER}|${NUMBER} (${MONEY_WORD}))`;

/** What may stand between a "not" and the limit that it turns round: "doesn't cost more than". */
const SPENDING =
  '(?: (?:want|wants|wanna|willing|looking|able|to|me|us|wish|like|really|ever|that|which|thats|it|they|be|being|go|going|cost|costs|costing|spend|spending|pay|paying|priced?|prices?|ones?|products?|items?|anything|any|a))*';
const NOT_ABOVE = `${NOT}${SPENDING} (?:(?:more|higher|greater|pricier|dearer|more expensive|more costly) th[ae]n|over|above|beyond|past|exceed(?:s|ing)?)|(?!(?:no|none|nothing|isnt|arent) )${NOT}${SPENDING} (?:spend|spending|pay|paying|cost|costing|go|going)`;
const NOT_BELOW = `${NOT}${SPENDING} (?:(?:less|cheaper|lower) th[ae]n|under|below|beneath)`;
const UPPER = oneOf(
  '(?:not|no) (?:a|one)(?: single)? (?:penny|cent|dime|dollar|pound|euro)(?: more than| over| above)',
  `${NOT_ABOVE}`,
  '(?:priced? )?(?:under|below|beneath|underneath|within)',
  'sub(?= (?:[$€£] )?\\d)',
  '(?:less|cheaper|lower|fewer) th[ae]n',
  '(?:at|the) most',
  '(?:at )?max(?:imum|imal)?(?: prices?| budget| spend)?(?: of| is| to| at| :| \\.)?',
  'upto',
  'up to',
  '(?:my )?(?:(?:price|spending|upper|max(?:imum)?) )?(?:budget|limit)(?! (?:is |of |: )?(?:[$€£] )?\\d+ (?:\\p{L}+ )?ish )(?: is| of| up to| :)?',
  '(?:(?:im|i am) )?(?:can|could|will|would|happy to|willing to|prepared to|might)(?: even)? (?:go|stretch|push|pay|spend)(?: it)?(?: up| as high as| as far as)?(?: to)?',
  'stretch(?:ing)? to',
  '(?:can|to|wanna|want to) (?:spend|pay)',
  'spend(?:ing)?',
  '(?:the )?(?:most|max(?:imum)?) (?:that )?(?:i|we|id|ill)(?: (?:can|could|want to|wanna|would|will|d))? (?:spend|pay|do|go|afford)(?: is| to)?',
  '(?:i|we|ive|weve)(?: only| just)* (?:have|got)(?: only| just)?(?= (?:[$€£] )?\\d{2,}(?: \\p{L}+)? [^\\p{L}\\p{N}]*$)',
  'price (?:cap|ceiling)(?: of| is| at| :)?',
  '(?:cap|ceiling) (?:of|at)',
  '<=?',
);
const LOWER =
  '(?:over|above|(?:more|higher|pricier) th[ae]n|more expensive than|at least|min(?:imum)?(?: price| spend)?(?: of| is)?|start(?:ing|s)? (?:at|from)|upwards of|>=?)';
const AROUND =
  '(?:(?<=(?:spend|pay|for|costs?|budget|maybe|is|of|say|spending) )like|(?:somewhere )?(?:around|(?<!(?:what|how) )about|near)|roughly|approx(?:imately)?|circa|~|close(?:r)? to|nearer(?: to)?|in the (?:region|neighbou?rhood) of|more or less|give or take)';
const LEAD = '(?:a |my |the |with )*';
const RANGE =
  '(?:(?:(?:in|with|my|a|the|within) )*(?:(?:price |budget )?range|budget)(?: of| is| :)? )?(?:in the (?=\\S+ (?:-|to) \\S+ (?:price )?(?:range|region|area|bracket|mark) ))?';
const OR_LESS =
  '(?:(?:is|would be|will be|s)(?: about)? (?:my|the) (?:(?:absolute|upper) )?(?:limit|max(?:imum)?|budget|most)(?: (?:that )?(?:i|we|id|ill)(?: (?:can|could|want to|wanna|would|will))?(?: (?:do|spend|pay|go|afford))?)?|(?:budget|limit|cap|ceiling)(?= [^\\p{L}]*$)|(?:or|and) (?:less|under|below|cheaper|lower)|max(?:imum)?|tops|to spend|at (?:the )?most|at max)';
const OR_MORE = '(?:(?:or|and) (?:more|up|upwards?|above|over|higher)|plus|\\+|upwards?|at least|min(?:imum)?)';

/** "80 dollars or 70 euros": a limit is of one currency, the first that was said. */
const OTHER_MONEY = `(?: (?:or|/) (?:(?:about|around|roughly) )?(?:${MONEY_WORD} \\d+(?:\\.\\d+)?|\\d+(?:\\.\\d+)? ${MONEY_WORD}))?`;

/** In "at least 30 at most 60" the second limit is that of the second number. */
const NO_NUMBER = '(?! (?:[$€£] )?\\d)';

const PATTERNS = {
  between: phrase(
    `(?<!sizes? )${RANGE}(?:(?:priced? )?between|from|anywhere from|somewhere between) ${PRICE} (?:and|&|to|-|till|until|up to) ${PRICE}`,
  ),
  range: phrase(
    `(?<!(?:sizes?|sz|us|uk|eu) )${RANGE}(?:${PRICE} (?:-|to|~|up to)|${NUMBER} or) ${SURE_PRICE}(?: (?:price )?(?:range|region|area|bracket|mark)| max(?:imum)?| tops)?`,
    `(?<!(?:sizes?|sz|us|uk|eu) )${RANGE}${PRICE} (?:-|to|~) ${PRICE}(?: (?:price )?(?:range|region|area|bracket|mark)| max(?:imum)?| tops)?(?= (?:[^\\p{L}\\p{N}]|·|${MONEY_WORD}|range|region|area|bracket|budget|price|for|please|max|in|would|is|$))`,
  ),
  around: phrase(
    `(?:(?:my |a |with |the )*budget(?: is| of| :)? )?${AROUND} (?:a |the )?${PRICE}(?: mark)?`,
    `(?:(?:my |a |with |the )*budget(?: is| of| :)? )?${PRICE} (?:ish|or so|or thereabouts|give or take|more or less)(?: (${MONEY_WORD}))?`,
    `${NUMBER} (?:odd|something)(?: (${MONEY_WORD}))?(?= [^\\p{L}]*$)`,
    `in the ${PRICE} (?:price )?(?:range|region|area|mark)`,
  ),
  upper: phrase(`${UPPER} ${LEAD}${PRICE}(?: or so| ish)?${OTHER_MONEY}|${PRICE} ${OR_LESS}${NO_NUMBER}`),
  /** Before the upper limit, whose words it has. */
  least: phrase(`${NOT_BELOW} ${LEAD}${PRICE}`),
  // "at least 3" are seats or players: so little is no limit.
  lower: phrase(
    `(?!(?:at least|min(?:imum)?(?: of)?) \\d (?!${MONEY_WORD} ))${LOWER} ${LEAD}${PRICE}`,
    `${PRICE} ${OR_MORE}${NO_NUMBER}`,
    `from ${PRICE} (?:up|upwards?|on)`,
    `from ${SURE_PRICE}`,
    `from ${PRICE}(?= [^\\p{L}\\p{N}]*$)`,
  ),
  bare: phrase(
    `(?:not|no) \\d+(?:\\.\\d+)?(?: (?:,|but|rather|thats?|make it))* ${PRICE}(?= (?:please )?[^\\p{L}\\p{N}]*$)`,
    `(?:make|lets make|change|set|raise|increase|lower|reduce|put|limit|cap|bump|push|up|drop|bring|take|move|extend) (?:that|it|the price|the budget|the limit|my budget|my limit|the max)(?: up| down)?(?: to| at)? ${PRICE}`,
    `(?:raise|increase|lower|reduce|bump|extend|drop)(?: (?:price|budget|limit|max))?(?: up| down)? to ${PRICE}`,
    `(?:what|how) about ${PRICE}`,
    `(?:(?:lower|less|higher|more|cheaper)(?: ,)? )?(?:say|like|thinking|maybe|perhaps|try|(?:lets|let us) (?:do|go (?:with|for))) ${PRICE}(?! \\p{L})`,
    `(?!no \\. [1-9] )(?:(?:no|nope|hmm|nah)(?: ,)? )?(?:no|nope|actually|rather|better|sorry|wait|i meant|i mean|(?:still |thats |its )?too (?:much|expensive|pricey|dear|high|steep|costly))(?: ,| \\.)? ${PRICE}(?! [\\p{L}])`,
    `${PRICE} (?:instead|actually|rather|sorry|i meant?|then(?= [^\\p{L}]*$)|(?:is|would be|will be|s) (?:also |still )?(?:fine|ok|okay|good|alright|great|cool)(?: too| as well)?)`,
  ),
  sure: phrase(
    `(?:for |at )?(?:a )?${SURE_PRICE}(?: (?:each|apiece))?${OTHER_MONEY}`,
    `${PRICE} (?:each|apiece|for (?:both|all|the (?:pair|set|lot|two)))`,
    '(?:for|at) (?:a )?(1[5-9]|(?<=a )1\\d|[2-9]\\d|\\d{3,6})(?= [^\\p{L}\\p{N}]*$)',
  ),
  currency: phrase(
    `(?<=^ (?:in |only |i mean |i meant |sorry |no |, |actually |wait |make it |make that )*)(${MONEY_WORD})(?= (?:(?:please|i|mean|meant|instead|actually|sorry|not|${MONEY_WORD}) )*[^\\p{L}\\p{N}]*$)`,
    `(?:prices? |priced |only |just )?in ((?!in )${MONEY_WORD})`,
    `((?!pounds? )${MONEY_WORD}) only`,
    `only ((?!pounds? )${MONEY_WORD})`,
  ),
};
/** "20 less", "ten dollars more", "double that". */
const CHANGE_BY = phrase(
  `(?<=^ (?:(?:ok|okay|maybe|say|make|it|about|like|another|can|you|we|do|go|up|down|by) )*)(?:${SURE_PRICE}|${NUMBER}(?= (?:less|lower|cheaper|higher) ))(?: (more|less|lower|cheaper|higher))(?: than that| please| (?:is|would be) (?:also )?(?:fine|ok|okay|alright)(?: too| as well)?)?(?= [^\\p{L}\\p{N}]*$)`,
  `(?<=^ (?:(?:ok|okay|maybe) )*)${NUMBER} (more|less) (?:${MONEY_WORD})(?= [^\\p{L}\\p{N}]*$)`,
);
/** "raise my budget by 20". */
const CHANGE_OF_LIMIT = phrase(
  `(increase|raise|up|bump|extend|reduce|lower|decrease|drop|cut)(?: (?:it|up|down|the|my|that))*(?: (?:budget|price|limit|max(?:imum)?))? by (?:[$€£] )?${NUMBER}(?: ${MONEY_WORD})?`,
);
const CHANGE_TIMES = phrase(
  '(?:(?:make|lets|go|up) (?:it )?)?(double|twice|triple|half|halve) (?:that|it|(?:the|my) (?:price|budget|limit|max)|that (?:price|budget|amount|much))(?= [^\\p{L}\\p{N}]*$)',
);
const TIMES: Record<string, number> = { double: 2, twice: 2, triple: 3, half: 0.5, halve: 0.5 };

function readChange(sentence: Sentence): PriceChange | undefined {
  const times = sentence.take(CHANGE_TIMES)?.[1];
  if (times) return { by: 0, times: TIMES[times]! };
  const moved = sentence.take(CHANGE_OF_LIMIT);
  if (moved)
    return {
      by: /^(?:reduce|lower|decrease|drop|cut)/.test(moved[1]!) ? -Number(moved[2]) : Number(moved[2]),
      times: 1,
    };
  const groups = sentence.take(CHANGE_BY)?.slice(1).filter(Boolean) ?? [];
  const by = Number(groups.find((group) => /^\d/.test(group)));
  if (groups.length === 0) return undefined;
  return { by: groups.some((group) => /^(?:more|higher)$/.test(group)) ? by : -by, times: 1 };
}

/** "around 80" reaches a fifth to both sides. */
const AROUND_PART = 0.2;

const cents = (value: number) => Math.round(value * 100) / 100;

/** The numbers of a match, and the first currency. */
export function amountsIn(match: RegExpExecArray | undefined, currencies: readonly string[]) {
  const groups = match?.slice(1).filter((group) => group !== undefined) ?? [];
  const currency = groups.map((group) => currencyOf(group, currencies)).find((found) => found !== undefined);
  return { amounts: groups.filter((group) => /^\d/.test(group)).map(Number), currency };
}

export function readPrice(sentence: Sentence, currencies: readonly string[]): PriceReading {
  const change = readChange(sentence);
  if (change) return { change };
  const reading: PriceReading = {};
  const take = (pattern: RegExp): number[] => {
    const { amounts, currency } = amountsIn(sentence.take(pattern), currencies);
    if (currency) reading.currency = currency;
    return amounts;
  };
  const range = [take(PATTERNS.between), take(PATTERNS.range)].find(({ length }) => length === 2);
  if (range) {
    reading.high = Math.max(...range);
    const low = Math.min(...range);
    // "3-400" is from three hundred on.
    reading.low =
      low < 10 && reading.high >= 100 && reading.high < 1000 && reading.high % 100 === 0 && low * 100 < reading.high
        ? low * 100
        : low;
  }
  const [least] = take(PATTERNS.least);
  const [high] = take(PATTERNS.upper);
  if (high !== undefined) reading.high = high;
  const low = least ?? take(PATTERNS.lower)[0];
  if (low !== undefined) reading.low = low;
  const [about] = reading.low === undefined && reading.high === undefined ? take(PATTERNS.around) : [];
  if (about !== undefined) {
    reading.low = cents(about * (1 - AROUND_PART));
    reading.high = cents(about * (1 + AROUND_PART));
    reading.is_around = true;
  }
  if (reading.low === undefined && reading.high === undefined) {
    const alone = onlyNumber(sentence);
    const [bare] = alone === undefined ? take(PATTERNS.bare) : [];
    const [sure] = alone === undefined && bare === undefined ? take(PATTERNS.sure) : [];
    const value = alone ?? bare ?? sure;
    if (value !== undefined) reading.bare = value;
    if (bare !== undefined && !reading.currency) reading.is_put_right = true;
    if (alone !== undefined || (bare !== undefined && sentence.hasOnly(() => false))) reading.is_alone = true;
    // A tenner is money and no size.
    const isNote = sentence.tokens.some(({ raw }) => /^(?:fiver|tenner)$/.test(raw));
    if (sure === undefined && value !== undefined && !reading.currency && !isNote) reading.is_plain = true;
  }
  take(PATTERNS.currency);
  return reading;
}

/** Behind a thing, or behind what it is like: "couch 300", "grey couch leather 300"; a year is that of a calendar. */
const BEHIND_THING = phrase(
  '(?<=(?:\\p{L}+|·) )((?!(?:19|20)\\d\\d )[1-9]\\d{1,3})(?= (?:(?:please|pls) )?(?:[^\\p{L}\\p{N}%] )*$)',
);
/** So many inches, litres or pieces they have. */
const MEASURED =
  /^(?:tvs?|televisions?|monitors?|screens?|laptops?|tablets?|phones?|puzzles?|jigsaws?|bulbs?|tents?|frames?|mattress(?:es)?|cards?|drives?|batter(?:y|ies)|inks?|cartridges?|(?:back)?packs?|rucksacks?|suitcases?|bags?|pans?|pots?|knife|knives|drills?|sets?|weights?|dumbbells?|kettlebells?|creams?|sunscreens?|lotions?|cameras?|consoles?)$/;
export const isMeasured = (word: string): boolean => MEASURED.test(word);

/** Which number it is of: "lip balm spf 30". */
const NUMBERED =
  /^(?:spf|size|age|number|no|nr|vol|volume|part|level|grade|type|model|mark|series|count|grit|gsm|denier|tog|factor|version|gen|season|book)$/;
/** Less is how many, or which. */
const MIN_BEHIND = 20;

/** For when all else is read: a round number that the catalogue's names hardly have is what it may cost. */
export function readPriceBehind(sentence: Sentence, vocabulary: Vocabulary): number | undefined {
  const found = sentence.find(BEHIND_THING);
  if (!found || sentence.tokens[found.from]!.raw !== found[1] || sentence.tokens[found.from]!.isGlued) return undefined;
  const value = Number(found[1]);
  const words = sentence.texts.slice(0, found.from);
  const thing = words.findLast((word) => vocabulary.isNoun(word));
  // A number behind a brand is one of its models.
  const isBehind =
    words.at(-1) === USED ? !isNameAt(sentence, found.from - 1, vocabulary) : isSaidOf(words.at(-1)!, vocabulary);
  if (!thing || !isBehind || words.some(isMeasured)) return undefined;
  if (value < MIN_BEHIND || value % 5 !== 0) return undefined;
  if (vocabulary.countOf(found[1]!) > vocabulary.countOf(thing) / 2) return undefined;
  sentence.use(found.from);
  return value;
}

const isSaidOf = (word: string, vocabulary: Vocabulary): boolean =>
  !NUMBERED.test(word) && (vocabulary.countOf(word) > 0 || vocabulary.isNoun(word));

const isNameAt = ({ tokens }: Sentence, at: number, vocabulary: Vocabulary): boolean =>
  vocabulary.longestAt([tokens[at]!.text], 0)?.meanings.some(({ field }) => field === 'brand') ?? false;

/** A message that is a number and nothing else. */
function onlyNumber(sentence: Sentence): number | undefined {
  const { texts } = sentence;
  if (texts.includes('#')) return undefined;
  const words = texts.filter(
    (text) => !isMark(text) && !/^(?:please|ok|okay|then|say|maybe|or|and|just|only|a)$/.test(text),
  );
  if (words.length !== 1 || !/^\d{1,9}(?:\.\d{1,6})?$/.test(words[0]!)) return undefined;
  sentence.use(texts.indexOf(words[0]!));
  return Number(words[0]);
}

export function currencyOf(word: string, currencies: readonly string[]): string | undefined {
  const code = Object.keys(CURRENCIES).find((name) => CURRENCIES[name]!.test(word));
  if (code !== 'USD' || currencies.includes('USD')) return code;
  return currencies.find((other) => DOLLARS.includes(other)) ?? code;
}
