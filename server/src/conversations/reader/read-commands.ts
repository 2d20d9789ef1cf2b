// What a message does rather than describes: greet, thank, start over, page, compare, widen, point at what was shown.
import type { ValueField } from '../vocabulary.ts';
import { phrase, type Sentence } from './sentence.ts';

export type SmallTalk = 'greeting' | 'thanks' | 'goodbye' | 'help' | 'who';

/** What it cannot do: said in the reply, whatever else was understood. */
export type Inability = 'ratings' | 'delivery' | 'orders' | 'codes' | 'people' | 'chatter';

const SMALL_TALK: [SmallTalk, RegExp][] = [
  [
    'help',
    phrase(
      '(?:what|how) (?:can|do|could) (?:you|u) (?:do|help|work)(?: for me| me)?|what are you able to do|help(?: me)?(?= [^\\p{L}]*$)|how does this work|what can i ask(?: you)?',
    ),
  ],
  [
    'who',
    phrase('(?:who|what) (?:are|r) (?:you|u)|are (?:you|u) (?:a )?(?:real|human|robot|bot|person|ai)(?: person)?'),
  ],
  [
    'thanks',
    phrase(
      '(?:many )?thanks(?: a lot| so much| very much| a bunch)?|thank (?:you|u)(?: so much| very much)?|thx|ty|cheers(?: mate| buddy| pal| dude| bro)?|much appreciated|thats all|that is all|thatll be all',
    ),
  ],
  ['goodbye', phrase('(?:good)?bye(?: bye)?|see (?:you|ya)(?: later)?|good night|have a (?:nice|good) day')],
  [
    'greeting',
    phrase(
      'hi(?: there)?|hello(?: there)?|hey(?: there)?|hiya|howdy|yo|good (?:morning|afternoon|evening|day)|(?:morning|afternoon|evening)(?: all| everyone)?(?= [,.!])|greetings|whats up|sup|(?:im |i am )?just (?:browsing|looking)(?: around)?|how are (?:you|u)(?: doing)?(?: today)?',
    ),
  ],
];

const INABILITIES: [Inability, RegExp][] = [
  [
    'orders',
    phrase(
      'price match(?:ing)?|(?:order|buy|purchase) me|gift ?wrap(?:ping|ped)?|(?:track|where is|wheres|cancel|check(?: on)?|status of) (?:my|the|an) (?:order|parcel|package|delivery)|order status|(?:my|a) refund|refunds?|return policy|returns?(?: an item| something| it)?(?= )|(?:place|make) (?:an|the|my) order|check ?out|(?:add|put) (?:it|this|that|them|the \\w+ one)? ?(?:to|in) (?:my |the )?(?:cart|basket|bag)|pay(?:ing)? (?:with|by|via|using|in) \\p{L}+(?: \\p{L}+)?|payment (?:methods?|options?|plans?)|(?:accept|take) (?:paypal|visa|mastercard|amex|klarna|credit cards?|cash)|(?:buy|order|purchase) (?:it|this|that|them|one|the \\w+ one)(?: for me| now| please)?',
    ),
  ],
  [
    'delivery',
    phrase(
      '(?:when|how (?:long|soon|fast)) (?:will|does|do|is|would) (?:it|they|this|that|shipping|delivery|the delivery)(?: arrive| take| come| ship| be delivered| get here)*|delivery (?:time|date)s?|(?:do|does|can|will|would) (?:you|u|they|it|the shop|the seller) (?:ship|deliver|send)(?: (?:it|this|that|them))?(?: (?:to|in|within) (?:the )?\\p{L}+)?|(?:next|same) day delivery|(?:(?:need|want) )?(?:(?:it|them|this) )?(?:by|before) (?:tomorrow|tonight|today|(?:next |this )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:the |this )?weekend|next week)|(?:delivered|arrives?|arriving|here) (?:by|before|until) \\w+',
    ),
  ],
  [
    'ratings',
    phrase(
      '(?:best|top|highest|well|highly) (?:rated|reviewed|selling)|(?:with |read |any |what are the |have )?(?:good |great |best |customer |user )?(?:reviews?|ratings?)(?: for (?:it|this|that|them))?|bestsellers?|best sellers?|most popular|popular|\\d stars?|five stars?',
    ),
  ],
  ['codes', phrase('(?:coupon|promo|promotion|voucher|discount) codes?|coupons?|vouchers?')],
  [
    'people',
    phrase(
      '(?:speak|talk|chat) (?:to|with) (?:a |an |some)?(?:human|person|agent|representative|someone|somebody|one)|customer (?:service|support)|phone number',
    ),
  ],
  [
    'chatter',
    phrase(
      '(?:whats|what is) the difference(?: between \\p{L}+(?: and \\p{L}+)?)?|(?:whats|what is|hows|how is) the (?:weather|time|news)|tell me a (?:joke|story)|sing(?: me)? a song|meaning of life|(?:who|what) (?:won|is the president)|(?:what|whats) (?:day|date) (?:is it|today)|i love you|are you there',
    ),
  ],
];

const RESET = phrase(
  '(?:lets |please |can we |i want to )?(?:start (?:over|again|afresh|new|fresh)|reset(?: everything| all)?|restart|begin again|(?:a )?(?:new|fresh) search|clear (?:everything|all(?! (?:of |the |my )*filters?)|it all)|forget (?:everything|all (?:of )?that|it all|all that)|from scratch|(?:scratch|cancel) (?:that|it|this)|forget (?:that|it|this)(?= (?:[^\\p{L}\\p{N}]|show|find|lets|i|im|id|what|how|give|just|$))|wipe (?:everything|it))(?: (?:with|and (?:show|find|look for)))?',
);
const CLEAR_FILTERS = phrase(
  '(?:clear|remove|drop|reset|delete|lose|no) (?:all )?(?:of )?(?:the |my )?filters?|without (?:any |all )?(?:the )?filters?|(?:show|see|list|display) (?:me )?(?:everything|all(?: of (?:them|it))?|them all|the lot)(?= (?:please )?[^\\p{L}\\p{N}·]*$)',
);

export function readSmallTalk(sentence: Sentence): SmallTalk | undefined {
  const said = SMALL_TALK.filter(([, pattern]) => sentence.take(pattern));
  return said[0]?.[0];
}

export const readInabilities = (sentence: Sentence): Inability[] =>
  INABILITIES.filter(([, pattern]) => sentence.take(pattern)).map(([name]) => name);

/** "everything from Nike": whatever it is. */
const ANY_THING = phrase(
  '(?:everything|all (?:the )?(?:products?|items?|things?|stuff)|the whole range|your whole range)(?: (?:you|u|they)(?: have)?(?: got| have| sell)?)?(?= (?:from|by|in|at|of|under|below|over|on) )',
);

export const readAnyThing = (sentence: Sentence): boolean => sentence.take(ANY_THING) !== undefined;

export const readReset = (sentence: Sentence): boolean => sentence.take(RESET) !== undefined;

/** "no, in blue", "actually", "i meant": what follows takes the place of what was said. */
const CORRECTION = phrase(
  '(?:no|nope|nah)(?: (?:,|\\.|!|wait|sorry|thanks?|thank you))+|(?:no|nope|nah)(?= (?:in|i|id|make|show|give|actually|rather|lets|we|sorry|try|the|for|size|under|over|below|above|around|between|change|switch|more|that|(?:bigg|small|larg|long|short|wid|narrow|light|heavi|dark|bright|thick|thinn|warm|soft|tall)er(?! than))(?= ))|actually|(?:(?:ive|i have|i) )?changed my mind|i (?:meant|mean|said)|sorry|rather|correction|on second thou?ghts?|wait|oops',
);
const ADDITION = phrase(
  'also|as well|too|additionally|(?:and|or) (?:also|maybe|perhaps)|include|including|add|plus|on top(?: of that)?',
);
const SAME = phrase(
  'similar(?: ones?)? but|(?:the )?same(?: thing| filters?| again)?(?: but| for| in| with| as)*|keep (?:the )?(?:rest|filters?|everything)(?: the same)?',
);
const INSTEAD = phrase(
  'instead(?! of)|now|what about|how about|and what about|do (?:you|u) (?:also )?have|on second thou?ght',
);

export interface Manner {
  is_correction: boolean;
  /** Values join those that are there instead of replacing them. */
  is_addition: boolean;
  /** A new subject keeps the filters. */
  is_same: boolean;
  is_instead: boolean;
}

export function readManner(sentence: Sentence): Manner {
  const startsWithOr = /^(?:or|and)$/.test(sentence.texts[0] ?? '');
  return {
    is_correction: sentence.take(CORRECTION) !== undefined,
    is_addition: sentence.take(ADDITION) !== undefined || startsWithOr,
    is_same: sentence.take(SAME) !== undefined,
    is_instead: sentence.take(INSTEAD) !== undefined,
  };
}

const ORDINALS: [RegExp, number][] = [
  [/^(?:first|1st|1|one)$/, 0],
  [/^(?:second|2nd|2|two)$/, 1],
  [/^(?:third|3rd|3|three)$/, 2],
  [/^(?:fourth|4th|4|four)$/, 3],
  [/^(?:fifth|5th|5|five)$/, 4],
  [/^(?:sixth|6th|6|six)$/, 5],
  [/^(?:seventh|7th|7|seven)$/, 6],
  [/^(?:eighth|8th|8|eight)$/, 7],
  [/^(?:ninth|9th|9|nine)$/, 8],
  [/^(?:tenth|10th|10|ten)$/, 9],
  [/^(?:last|final|bottom)$/, -1],
];
const ORDINAL =
  '(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|1st|2nd|3rd|4th|5th|6th|7th|8th|9th|10th)';
const REFERENCE = phrase(
  `(?:the |that |this |your )?${ORDINAL} (?:one|item|product|result|option|choice|pair|suggestion)|the ${ORDINAL}(?= (?:[^\\p{L}\\p{N}]|·|but|in|and|please|$))|(?:#|number|no|option|item|result|nr) (?:. )?(\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)(?! (?:[$€£]|dollars|euros))`,
);
const THIS_ONE = phrase(
  '(?:this|that)(?: one| product| item)|these|those|(?<=(?:about|like|to|of) )(?:it|this|that|them)(?= )',
);
/** What is told of a product when it is pointed at. */
const ASKED_OF_IT = phrase(
  '(?:is|are) (?:it|this|that|they)(?: one)?(?: still| currently| actually| even)? (?:in stock|available|on sale|sold out|out of stock)(?: now| right now)?|how much (?:is|are|does|do|for|would) (?:it|this|that|they)(?: one)?(?: cost| be)?|(?:what is|whats|what) the price(?: of (?:it|this|that)(?: one)?)?(?= [^\\p{L}]*$)|(?:who|where) (?:sells|is selling|do they sell) (?:it|this|that)(?: one)?',
);
const SIMILAR = phrase(
  '(?:(?:show|find|get|give|see) (?:me )?)?(?:(?:something|anything|some|things|ones|products|items|more|one) )?(?:similar|(?<!(?: i| id| would| really| you| we| also) )like)(?: products| items| ones| things)?(?: (?:to|as))?(?= ◆)|similar (?:ones|products|items|things|stuff)|(?:something|anything|more|any|some) similar',
);
/** Where a reference was, for the pattern above. */
const POINTER = '◆';

export interface Pointing {
  /** Its place on the page that was shown; -1 is the last. */
  place?: number;
  /** "that one": the one last spoken of, else the first. */
  is_vague: boolean;
  is_similar: boolean;
}

export const readAskedOfIt = (sentence: Sentence): boolean => sentence.take(ASKED_OF_IT) !== undefined;

export function readPointing(sentence: Sentence, isAskedOfIt: boolean): Pointing {
  const found = sentence.find(REFERENCE);
  const word = found?.slice(1).find((group) => group !== undefined);
  const place = word === undefined ? undefined : ORDINALS.find(([pattern]) => pattern.test(word))?.[1];
  const shown = found && place !== undefined ? found : sentence.find(THIS_ONE);
  if (shown) {
    // Stays in the text as a sign until "like" was looked for.
    for (let i = shown.from; i < shown.to; i++) sentence.respell(i, i === shown.from ? POINTER : ',');
  }
  const is_similar = sentence.take(SIMILAR) !== undefined;
  if (shown) sentence.use(shown.from, shown.to);
  const is_vague = place === undefined;
  if (!shown) return { is_similar, is_vague, ...(isAskedOfIt ? { place: 0 } : {}) };
  // "like that" is about the first one unless one is named.
  if (place === undefined && !is_similar && !isAsking(sentence)) return { is_similar, is_vague };
  return { place: place ?? 0, is_similar, is_vague };
}

const ASKING = phrase('(?:tell me|know|more|info|information|details?|describe|about|open|see|show)');
const isAsking = (sentence: Sentence) => sentence.find(ASKING) !== undefined;

/** "what brands are there": the question that the answer asks back, asked by the shopper. */
export type AskedField = 'brand' | 'color' | 'size' | 'category';

const ASKED_VALUES = phrase(
  '(?:what|which) (brands?|makes?|manufacturers?|colou?rs?|sizes?|kinds?|types?|categor(?:y|ies)) (?:(?:do|does|are|is|have|can|could) )(?:(?:you|u|they|it|there|these|those|i|we|the \\p{L}+) ?)?(?:(?:have|got|sell|carry|stock|offer|available|come in|get|choose from|them in|it in)(?= ) ?)*(?= )',
);

export function readAskedValues(sentence: Sentence): AskedField | undefined {
  const word = sentence.take(ASKED_VALUES)?.[1];
  if (!word) return undefined;
  if (/^(?:kind|type|categor)/.test(word)) return 'category';
  return /^colou?r/.test(word) ? 'color' : word.startsWith('size') ? 'size' : 'brand';
}

export interface Comparison {
  compare?: 'cheaper' | 'dearer';
  order?: 'cheapest' | 'dearest';
  /** Another one than what was shown or asked for. */
  other_than: ValueField[];
}

const CHEAPEST = phrase(
  '(?:(?:wheres|where is) )?(?:the )?cheapest place (?:for|to (?:buy|get|find))|(?:the )?(?:cheapest|lowest|least expensive)(?: price[sd]?| ones?| first| options?)?|(?:sort(?:ed)?|order(?:ed)?) by price|price low to high|cheap|inexpensive|affordable|budget(?= )|low(?:est)? (?:cost|price[sd]?)|good value',
);
/** Compares nothing with what was shown, though its words do elsewhere. */
const NOT_DEAR = phrase(
  '(?:not|nothing|isnt|arent|aint) (?:too|so|very|that|super|crazy|overly) (?:expensive|pricey|dear|costly)|which (?:one |ones )?(?:is|are) (?:the )?(?:cheaper|cheapest)|on a budget|wont break the bank',
);
const DEAREST = phrase(
  '(?:the )?(?:most expensive|priciest|dearest|highest)(?: price[sd]?| ones?| first)?|price high to low',
);
const CHEAPER = phrase(
  '(?:(?:something|anything|any|a bit|a little|much|even|way|slightly) )*(?:cheaper|less expensive|more affordable|less pricey|lower price[sd]?|lower in price)(?: (?:ones?|options?|alternatives?|than))*|(?:thats|those are|these are|theyre|they are|its|it is|still|a bit|way|are|is)? ?(?:too|so) (?:expensive|pricey|dear|costly|much)(?: money)?|out of my budget|(?:a )?(?:bit|little|lot|much|way|slightly) (?:less|lower)(?= [^\\p{L}]*$)|(?:less|cheaper|lower) than (?:that|this)|(?:below|under) that',
);
const DEARER = phrase(
  '(?:(?:something|anything|any|a bit|a little|even|slightly) )*(?:more expensive|pricier|dearer|higher end|high end|higher price[sd]?|fancier|nicer|(?:better|higher) quality|more premium|more upscale|more luxurious)(?: (?:ones?|options?|than))*|too cheap|(?<!(?:is|are|be|looks?|sounds?) )(?:something |anything |any )?better(?: ones?| options?)?(?= (?:please )?[^\\p{L}]*$)',
);
const FIELDS = '(brands?|makes?|manufacturers?|colou?rs?|shops?|stores?|merchants?|sellers?|materials?|sizes?)';
const OTHER = phrase(
  `(?:(?:any|an|a|some|in|from|by|of) )*(?:other|another|different|else)(?: kinds? of)? ${FIELDS}(?! (?:too|as well|also|are|is)(?= ))`,
);

export function readComparison(sentence: Sentence): Comparison {
  const other = sentence.take(OTHER);
  const comparison: Comparison = {
    other_than: other ? ([fieldOf(other[1]!)].filter((field) => field !== 'price') as ValueField[]) : [],
  };
  if (sentence.take(NOT_DEAR)) return { ...comparison, order: 'cheapest' };
  if (sentence.take(CHEAPER)) comparison.compare = 'cheaper';
  else if (sentence.take(DEARER)) comparison.compare = 'dearer';
  if (sentence.take(DEAREST)) comparison.order = 'dearest';
  else if (sentence.take(CHEAPEST)) comparison.order = 'cheapest';
  return comparison;
}

export type WidenField = ValueField | 'price' | 'discount' | 'stock' | 'order';

const WIDE_FIELDS =
  '(brands?|makes?|colou?rs?|shops?|stores?|merchants?|sellers?|materials?|sizes?|prices?|budgets?|costs?|price limits?|price range|gender|conditions?|discounts?|sales?|stock|availability|fabric)';
const WIDENING = phrase(
  `(?:(?:in|of|at|from|by|for|with|open to) )?(?:any|all|whatever|whichever|every|all the) ${WIDE_FIELDS}(?: (?:is|are|will|would|its|it is) (?:fine|ok|okay|good|do|alright)|(?: at all)| is| it is)*(?! (?:under|over|below|but(?! (?:in|with|for|from|only|just)(?= ))|except|besides|bar|other than|apart from)(?= ))` +
    `|(?:the )?${WIDE_FIELDS} (?:doesnt|dont|does not|do not|isnt|is not|not|no) (?:really )?(?:matter|matters|important|an? (?:issue|object|problem|concern)|problem|issue)(?: to me)?` +
    `|(?:i )?(?:dont|do not|doesnt|couldnt) (?:really )?(?:care|mind|worry)(?: less)?(?: about| what| which)? ?(?:the |which |what )?${WIDE_FIELDS}(?: it is)?` +
    `|no (?:particular |specific )?${WIDE_FIELDS} (?:limits?|preferences?|restrictions?|filters?|caps?|max(?:imum)?|in particular)` +
    `|(?:forget|drop|remove|ignore|lose|clear|without|skip|scrap|delete|lift|regardless of|nevermind|never mind|no)(?: about)? (?:the |my |any |a )?${WIDE_FIELDS}(?: (?:limits?|filters?|restrictions?|range|preferences?|caps?))+` +
    `|(?:forget|drop|remove|ignore|lose|clear|skip|scrap|delete|lift|regardless of|nevermind|never mind|no need for)(?: about)? (?:the |my |any |a )?${WIDE_FIELDS}` +
    `|without (?:the|any) ${WIDE_FIELDS}` +
    `|(?:it )?(?:doesnt|does not|dont) (?:really )?matter (?:(?:about|what|which|the) )*${WIDE_FIELDS}(?: (?:it is|its))?` +
    `|(?:(?:and|also|any) )*other ${WIDE_FIELDS} (?:too|as well|also|(?:are|is) (?:also )?(?:fine|ok|okay|good|alright)(?: too| as well)?)` +
    '|(?:there is |theres |with |have )?no (?:upper |lower |price |spending )?(limit|budget|max(?:imum)?|min(?:imum)?|cap)(?: (?:on|to|for)(?: the)? (?:price|budget|cost))?(?! (?:of|[$€£\\d]))|money is no object|unlimited (budget)|(?:also |even )?(?:if )?(?:include|including|show)? ?(?:the )?(?:out of stock|sold out)(?: ones| items| too| as well)*',
);

export function readWidening(sentence: Sentence): WidenField[] | 'all' {
  if (sentence.take(CLEAR_FILTERS)) return 'all';
  const fields = new Set<WidenField>();
  for (let match = sentence.take(WIDENING); match; match = sentence.take(WIDENING)) {
    const word =
      match.slice(1).find((group) => group !== undefined) ?? (/stock|sold/.test(match[0]) ? 'stock' : 'price');
    fields.add(fieldOf(word));
  }
  return [...fields];
}

function fieldOf(word: string): WidenField {
  if (/^(?:brand|make|manufacturer)/.test(word)) return 'brand';
  if (/^(?:shop|store|merchant|seller)/.test(word)) return 'merchant.name';
  if (/^colou?r/.test(word)) return 'color';
  if (/^(?:material|fabric)/.test(word)) return 'material';
  if (/^size/.test(word)) return 'size';
  if (/^gender/.test(word)) return 'gender';
  if (/^condition/.test(word)) return 'condition';
  if (/^(?:discount|sale)/.test(word)) return 'discount';
  if (/^(?:stock|availability)/.test(word)) return 'stock';
  return 'price';
}

const PAGING: ['next' | 'previous', RegExp][] = [
  ['previous', phrase('(?:the )?previous(?: page| ones| results)?|(?:go |page )back|back')],
  [
    'next',
    phrase(
      '(?:the )?(?:next|more|others|rest|further|additional)(?: (?:page|ones|results|options|products|items|please))*|(?:what|anything|something) else|keep going|continue|go on|load more|any others|and (?:more|then)|(?:something |other |some )?different(?: ones| options| results| products)?|other (?:ones|options|results|products)|i (?:dont|do not|didnt) like (?:any of )?(?:these|those|them)|none of (?:these|those|them)',
    ),
  ],
];

const PAGE_NUMBER = phrase('page (?:number )?([1-9]\\d{0,3})|(?:back to )?(?:the )?first page');

/** The next page, the one before, or a page by its place from 0 on. */
export type Paging = 'next' | 'previous' | number;

/** Only when the message says nothing else: "more waterproof ones" is no page. */
export function readPaging(sentence: Sentence, isFiller: (word: string) => boolean): Paging | undefined {
  const numbered = sentence.take(PAGE_NUMBER);
  if (numbered) return Number(numbered[1] ?? 1) - 1;
  for (const [direction, pattern] of PAGING) {
    const found = sentence.find(pattern);
    if (
      found &&
      sentence.hasOnly(
        (word) =>
          isFiller(word) ||
          /^(?:else|keep|going|continue|load|further|additional|rest|previous|others|anything|different|none)$/.test(
            word,
          ),
      )
    ) {
      sentence.use(found.from, found.to);
      return direction;
    }
  }
  return undefined;
}

const STOCK = phrase(
  '(?:only |just )?(?:(?:that|which|what)(?:s| is| are)? )?(?:currently )?(?:in stock|available (?:now|today|right now|immediately)|ready to ship|(?:currently|only) available)(?: only| now| right now| ones?)?',
);
const FREE_SHIPPING = phrase(
  '(?:with )?(?:free|no) (?:shipping|delivery|postage)(?: (?:costs?|fees?))?|ship(?:s|ped)? (?:for )?free',
);

export const readStock = (sentence: Sentence): boolean => sentence.take(STOCK) !== undefined;
export const readFreeShipping = (sentence: Sentence): boolean => sentence.take(FREE_SHIPPING) !== undefined;
