// A message as the grammar sees it: tokens that are used up piece by piece, and patterns over what is left.
import { foldText, plainQuotes } from '../../text/fold-text.ts';
import { TimeSlice } from '../../time-slice.ts';
import { numberWordsAt } from './number-words.ts';

export interface Token {
  /** Folded, without apostrophes; numbers as plain decimals. */
  text: string;
  /** As it goes into a query. */
  raw: string;
  isNumber: boolean;
  /** Joined to the token before it by a hyphen. */
  isGlued: boolean;
  /** Begins with a capital letter. */
  isCapital: boolean;
}

/** Stands where a token was used, so that no pattern reaches across. */
export const USED = '·';

/** "1/2 inch" is one number; "size 2/3", "3/4 years" and jeans of 30/32 are two. */
const FRACTION = String.raw`(?<![\p{L}\p{N}/.]|sizes? )(?:1/2|[12]/3|[13]/4|[1-7]/8|1?[1-9]/16)(?![\p{L}\p{N}/.]| ?(?:years?|yrs?|months?|persons?|people|m[ae]n|seater))`;
const CHUNK = new RegExp(
  String.raw`${FRACTION}|[\p{L}\p{M}\p{N}']+(?:[.,]\d+\p{L}*)*|[$€£¥₹%]|<=|>=|[<>~+,.!?;:/&#-]`,
  'giu',
);
const MAX_NUMBER = 1e9;
const NUMBER = /^\d+(?:[.,]\d+)*$/;
/** Endings that are words of their own: "50usd", "80ish", "2k". */
const NUMBER_WITH_WORD = /^(\d+(?:[.,]\d+)*)(k|ish|usd|eur|gbp|dollars?|euros?|pounds?|bucks?|quid|percent|pct)$/;
const WORD_WITH_NUMBER = /^(usd|eur|gbp|us|uk|eu)(\d+(?:[.,]\d+)*)$/;

/** Written short on a phone. */
const SHORT = new Map([
  ['btwn', 'between'],
  ['n', 'and'],
  ['r', 'are'],
  ['abt', 'about'],
  ['arnd', 'around'],
  ['thru', 'to'],
  ['bday', 'birthday'],
  ['pref', 'preferably'],
  ['moar', 'more'],
  ['nxt', 'next'],
  ['szes', 'sizes'],
  ['sizs', 'sizes'],
  ['ment', 'meant'],
  ['whic', 'which'],
  ['wich', 'which'],
  ['teh', 'the'],
  ['adn', 'and'],
  ['nto', 'not'],
  ['fro', 'for'],
  ['frm', 'from'],
  ['udner', 'under'],
  ['undr', 'under'],
  ['wiht', 'with'],
  ['wih', 'with'],
  ['hte', 'the'],
  ['mor', 'more'],
  ['olny', 'only'],
  ['onyl', 'only'],
  ['jsut', 'just'],
  ['wnat', 'want'],
  ['waht', 'what'],
  ['ned', 'need'],
  ['lik', 'like'],
  ['shwo', 'show'],
  ['chep', 'cheap'],
  ['hav', 'have'],
  ['whr', 'where'],
  ['siz', 'size'],
  ['sise', 'size'],
  ['agn', 'again'],
  ['prev', 'previous'],
  ['med', 'medium'],
  ['sm', 'small'],
  ['lge', 'large'],
  ['chepr', 'cheaper'],
  ['cheepr', 'cheaper'],
  ['sum', 'some'],
  ['ppl', 'people'],
  ['sumthing', 'something'],
  ['sumthin', 'something'],
  ['somethin', 'something'],
  ['anythin', 'anything'],
  ['nothin', 'nothing'],
  ['les', 'less'],
  ['lees', 'less'],
  ['lest', 'less'],
  ['larg', 'large'],
  ['lrg', 'large'],
  ['thn', 'than'],
  ['nvm', 'nevermind'],
  ['wot', 'what'],
  ['wat', 'what'],
  ['wots', 'whats'],
  ['wats', 'whats'],
  ['whts', 'whats'],
  ['tnx', 'thanks'],
  ['thanx', 'thanks'],
  ['thankyou', 'thanks'],
  ['tysm', 'thanks'],
  ['thks', 'thanks'],
  ['thnx', 'thanks'],
  ['thnks', 'thanks'],
]);

/** Nobody wants more in one breath; what comes after is not read, so that no message takes long. */
const MAX_TOKENS = 120;

export class Sentence {
  readonly tokens: Token[];
  readonly #used: boolean[];

  constructor(said: string | readonly Token[]) {
    this.tokens =
      typeof said === 'string' ? glueCompounds(joinNumberWords(tokenise(said).slice(0, MAX_TOKENS))) : [...said];
    this.#used = this.tokens.map(() => false);
  }

  /** The words that are left; used ones are no words. */
  get texts(): string[] {
    return this.tokens.map(({ text }, i) => (this.#used[i] ? USED : text));
  }

  isUsed(at: number): boolean {
    return this.#used[at] ?? true;
  }

  use(from: number, to = from + 1): void {
    this.#used.fill(true, from, to);
  }

  /** Puts a token right. */
  respell(at: number, text: string): void {
    this.tokens[at] = { ...this.tokens[at]!, text, raw: text };
  }

  /** Says another word instead of one that was used. */
  reword(at: number, text: string): void {
    this.respell(at, text);
    this.#used[at] = false;
  }

  /** Says these words instead of those from one place to another, as though they had never been said. */
  rephrase(from: number, to: number, tokens: readonly Token[] = []): void {
    this.tokens.splice(from, to - from, ...tokens);
    this.#used.splice(from, to - from, ...tokens.map(() => false));
  }

  /** Finds a pattern among the words that are left, and uses what it matched. */
  take(pattern: RegExp): (RegExpExecArray & { from: number; to: number }) | undefined {
    const found = this.find(pattern);
    if (found) this.use(found.from, found.to);
    return found;
  }

  find(pattern: RegExp): (RegExpExecArray & { from: number; to: number }) | undefined {
    const { texts } = this;
    const match = pattern.exec(` ${texts.join(' ')} `);
    if (!match) return undefined;
    const before = ` ${texts.join(' ')} `.slice(0, match.index).trim();
    const from = before === '' ? 0 : before.split(' ').length;
    const length = match[0].trim() === '' ? 0 : match[0].trim().split(' ').length;
    return Object.assign(match, { from, to: from + length });
  }

  /** Whether every word that is left is one of these. */
  hasOnly(isAllowed: (word: string) => boolean): boolean {
    return this.tokens.every(({ text }, i) => this.#used[i] || isMark(text) || isAllowed(text));
  }
}

export const isMark = (text: string): boolean => /^[^\p{L}\p{N}$€£¥₹%]+$/u.test(text);

/** Whatever turns round what follows it. */
export const NOT =
  '(?:no|not|never|nothing|none|without|dont|doesnt|didnt|wont|wouldnt|cant|cannot|couldnt|shouldnt|mustnt|isnt|arent|aint|neednt|(?:do|does|did|will|would|can|could|should|must|is|are) not)';

/** The patterns whose words have not been read yet: that waits for the first message, a start does without. */
const unread: string[] = [];
const readWords = new Set<string>();

function patternWords(): Set<string> {
  for (const source of unread.splice(0)) for (const word of wordsIn(source)) readWords.add(word);
  return readWords;
}

/** A word that some pattern looks for, and so no misspelling of a product's. */
export const isPatternWord = (word: string): boolean => patternWords().has(word);

export const patternWordLike = (isLike: (word: string) => boolean): string | undefined =>
  patternWords().values().find(isLike);

function* wordsIn(pattern: string): Generator<string> {
  for (const [, word, isOptional] of pattern.matchAll(/(\p{L}{4,})(\?)?/gu)) {
    yield word!;
    if (isOptional) yield word!.slice(0, -1);
  }
  // Of "start(?:ing|s)?" every form.
  for (const [, word, endings, isOptional] of pattern.matchAll(/(\p{L}{3,})\(\?:([\p{L}|]+)\)(\?)?/gu)) {
    for (const ending of endings!.split('|')) yield word + ending;
    if (isOptional) yield word!;
  }
}

/** A part of a pattern. */
export const oneOf = (...alternatives: string[]): string => `(?:${alternatives.join('|')})`;

const patterns: RegExp[] = [];

/** A pattern of whole words, with single spaces between them: one of these. */
export function phrase(...alternatives: string[]): RegExp {
  const source = alternatives.join('|');
  unread.push(source);
  const pattern = new RegExp(`(?<= )(?:${source})(?= )`, 'u');
  patterns.push(pattern);
  return pattern;
}

/**
 * Has the engine compile all patterns, in slices: the first message would wait half a second for it, and everybody else too.
 * A pattern is compiled when it is used again, separately for texts beyond Latin-1.
 */
export async function compilePatterns(): Promise<void> {
  const slice = new TimeSlice();
  for (const pattern of patterns) {
    for (const text of [' a ', ' ﷺ ']) {
      pattern.test(text);
      pattern.test(text);
      if (slice.isOver) await slice.next();
    }
  }
}

/** "trainers 4 my gf". */
const FOR = /(?<=\p{L} )4(?= (?:men|women|ladies|boys|girls|kids|children|me|her|him|an?|my|the|our|some)(?!\p{L}))/giu;

/** "mum's birthday present" is one for her. */
const GIFT_OF =
  /\b((?:my |our )?(?:mum|mom|mother|dad|father|wife|husband|girlfriend|boyfriend|gf|bf|sister|brother|son|daughter|nan|gran|grandma|grandad|grandpa|niece|nephew|aunt|uncle))'?s ((?:(?:birthday|bday|xmas|christmas|anniversary) )?(?:present|gift)s?)\b/giu;

/** Twice the longest message: one character can become eighteen when it is normalised. */
const MAX_CHARS = 4000;

function tokenise(message: string): Token[] {
  const text = plainQuotes(message)
    .replace(/(\d) ?½/g, '$1.5')
    .normalize('NFKC')
    .slice(0, MAX_CHARS)
    .toWellFormed()
    .replaceAll('⁄', '/')
    .replace(/\b1\/2(?= (?:price|off)\b)/gi, 'half')
    .replace(/(?<=\d\/\d{1,2})in(?:ch(?:es)?)?\b/gi, ' inch')
    .replace(/(\d+)(?: and a half| 1\/2)\b/gi, '$1.5')
    .replace(/[‐-―]/g, '-')
    .replace(/\bwith out\b/gi, 'without')
    .replace(/\bstartover\b/gi, 'start over')
    .replace(/(?<=\b(?:any|all|other|another|different) )band(?=s?$|s? )/gi, 'brand')
    .replace(/(?<=\bin )(?:sock|stok|stcok|stoc|stokc)\b/gi, 'stock')
    .replace(/\b(in)(?=stock\b)|\b(on)(?=sale\b)/gi, '$1$2 ')
    .replace(/\bx-?(?=(?:large|small)\b)/gi, 'extra ')
    .replace(/(?<=\d)e(?![\p{L}\p{N}])/giu, ' eur')
    .replace(/\bme (?=(?:nan|mum|mam|dad|gran|grandad|brother|sister|wife|husband|missus|mate)\b)/gi, 'my ')
    .replace(FOR, 'for')
    .replace(GIFT_OF, '$2 for $1')
    .replace(/(?<!\p{L})(?:(?:that|which|must|should|to|will) fits?|fits) (?=(?:an?|my|the|our|\d+) )/giu, 'for ')
    .replace(/(?<=\d) ?(?:yrs?|yo|y\/o)(?!\p{L})/giu, ' year')
    .replace(/(?<=(?:want|need|like|going|have|got|trying) )2(?= \p{L})/giu, 'to')
    .replace(/(?<=\d)(?<!(?:^|\s)".*) ?(?:"|'')/g, ' inch')
    .replace(/≤/g, '<=')
    .replace(/≥/g, '>=')
    .replace(/(?<=^|\p{L} )w(?= \p{L})/giu, 'with')
    .replace(/(?<![\p{L}\p{N}])w\/(o(?!\p{L}))?/giu, (_, out) => (out ? 'without ' : 'with '));
  const tokens: Token[] = [];
  let end = -1;
  let isHyphen = false;
  for (const match of text.matchAll(CHUNK)) {
    const [chunk] = match;
    const isNext = match.index === end;
    end = match.index + chunk.length;
    if (chunk === '-' && isNext && /[\p{L}\p{N}]/u.test(text[end] ?? '')) {
      isHyphen = true;
      // Between numbers it is a range, between words a joint.
      if (tokens.at(-1)?.isNumber) tokens.push(mark('-'));
      continue;
    }
    tokens.push(...toTokens(chunk, isHyphen && isNext));
    isHyphen = false;
  }
  return tokens;
}

const mark = (text: string): Token => ({ text, raw: text, isNumber: false, isGlued: false, isCapital: false });

function toTokens(chunk: string, isGlued: boolean): Token[] {
  const text = foldText(chunk).replaceAll("'", '');
  if (text === '') return [];
  const long = SHORT.get(text);
  if (long) return toTokens(long, isGlued);
  const word = (raw: string, folded = raw): Token => ({
    text: folded,
    raw,
    isNumber: false,
    isGlued,
    isCapital: /^\p{Lu}/u.test(chunk),
  });
  // Larger ones are numbers of something else.
  const number = (digits: string): Token =>
    readNumber(digits) <= MAX_NUMBER ? { ...word(digits, String(readNumber(digits))), isNumber: true } : word(digits);
  if (NUMBER.test(text)) return [number(text)];
  const ended = NUMBER_WITH_WORD.exec(text);
  if (ended?.[2] === 'k') return [{ ...number(ended[1]!), text: String(readNumber(ended[1]!) * 1000), raw: text }];
  if (ended) return [number(ended[1]!), { ...word(ended[2]!), isCapital: false }];
  const begun = WORD_WITH_NUMBER.exec(text);
  if (begun) return [word(begun[1]!), number(begun[2]!)];
  return [word(chunk.toLowerCase(), text)];
}

/** "1,299.50", "1.299,50" and "1299,5" are numbers as people write them. */
function readNumber(digits: string): number {
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(digits)) return Number(digits.replaceAll(',', ''));
  if (/^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(digits)) return Number(digits.replaceAll('.', '').replace(',', '.'));
  const value = Number(digits.replace(',', '.'));
  return Number.isNaN(value) ? Number(digits.replace(/[.,]/g, '')) : value;
}

/** Written apart, and one word all the same: nothing is "over" an ear. */
const COMPOUND =
  /^(?:(?:in|on|over|open) ear|first aid|second skin|hi (?:vis|fi|res|tops?)|open (?:toed?|front)|(?:open|high|low|mid|mesh) back|no show|all (?:terrain|season|weather|purpose)|(?:slip|pull|clip|strap|stick|snap|carry) on|plus size|(?:(?:super |small )?king|queen|twin|single|double|full|family|travel|pocket|life|bite|fun|mid) sized?|(?:pop|fold|set|lace|roll|push|wind|zip|button|light|stand|sit|pin) up|(?:built|plug|walk) in|off (?:road|shoulder)|pull out|see through|third party|(?:all|two|three|\d) in (?:one|\d))$/;

/** What is called so at its end is no limit: "air max 90". */
const NAMED_MAX = /^(?:air|pro) max$/;

function glueCompounds(tokens: Token[]): Token[] {
  const glued: Token[] = [];
  for (let i = 0; i < tokens.length; ) {
    const parts = [3, 2].map((length) => tokens.slice(i, i + length).map(({ text }) => text));
    const isNamed = NAMED_MAX.test(parts[1]!.join(' '));
    const compound = isNamed ? parts[1] : parts.find((words) => words.length > 1 && COMPOUND.test(words.join(' ')));
    // One token, so that no pattern takes its "in" or "over" for its own.
    const text = compound?.join('-') ?? '';
    const raw = isNamed ? compound!.join(' ') : text;
    glued.push(compound ? { ...tokens[i]!, text, raw, isNumber: false } : tokens[i]!);
    i += compound?.length ?? 1;
  }
  return glued;
}

function joinNumberWords(tokens: Token[]): Token[] {
  const joined: Token[] = [];
  for (let i = 0; i < tokens.length; ) {
    const found = numberWordsAt(tokens, i);
    if (found) {
      const raw = tokens.slice(i, i + found.length).map((token) => token.raw);
      // "fifty-seventy" is a range as "50-70" is.
      if (tokens[i]!.isGlued && joined.at(-1)?.isNumber) joined.push(mark('-'));
      joined.push({ ...tokens[i]!, text: String(found.value), raw: raw.join(' '), isNumber: true });
    } else joined.push(tokens[i]!);
    i += found?.length ?? 1;
  }
  return joined;
}
