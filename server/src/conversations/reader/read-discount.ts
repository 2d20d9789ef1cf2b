// What is reduced, in stock, or sent for free: "half price", "at least 20 % off", "on sale".
import { MONEY_WORD } from './read-price.ts';
import { NOT, oneOf, phrase, type Sentence } from './sentence.ts';

export interface DiscountReading {
  /** At least this part off. */
  at_least?: number;
  at_most?: number;
  on_sale?: boolean;
}

const PERCENT = String.raw`(\d+(?:\.\d+)?) ?(?:%|percent|pct)`;
const OFF = '(?:(?:knocked |taken )?off|discount(?:ed)?|reduced|reduction|cheaper|down|sale)';
const AT_LEAST =
  '(?:at least|more than|over|min(?:imum)?(?: of)?|from|>=?|a discount of(?: at least)?|discount(?:ed|s)?(?: of| by| over)?(?: at least| more than)?|reduced by(?: at least)?)';

const PARTS: Record<string, number> = {
  half: 0.5,
  third: 0.33,
  quarter: 0.25,
  fifth: 0.2,
  tenth: 0.1,
  '2 thirds': 0.66,
  '3 quarters': 0.75,
};

const DISCOUNTS: [RegExp, (match: RegExpExecArray) => DiscountReading][] = [
  [
    phrase(
      '(?:not|nothing|isnt|arent) (?:on sale|discounted|reduced)',
      'full price(?:d)?(?!(?: (?:ones|items))? (?:is|are) )',
    ),
    () => ({ on_sale: false }),
  ],
  [
    phrase(`(?:between )?(\\d+) (?:(?:%|percent) )?(?:-|to|and) ${PERCENT} ${OFF}`),
    ([, low, high]) => ({ at_least: Number(low) / 100, at_most: Number(high) / 100 }),
  ],
  [phrase(`up to ${PERCENT} ${OFF}`), ([, n]) => ({ at_most: Number(n) / 100, on_sale: true })],
  [
    phrase(
      `(?:${AT_LEAST} )?${PERCENT} (?:or more )?${OFF}(?: or (?:more|better|higher)| and up| at least(?! (?:[$€£] )?\\d))?`,
    ),
    ([, n]) => ({ at_least: Number(n) / 100 }),
  ],
  [
    phrase(
      `${AT_LEAST} ${PERCENT}(?: or more)?|${PERCENT} (?:(?:or|and) (?:more|up|above|over|higher|better)|\\+|plus)`,
    ),
    ([, n, m]) => ({ at_least: Number(n ?? m) / 100 }),
  ],
  [
    phrase('(?:at least |at |for )?half (?:the )?(?:price|off)(?: or (?:less|better|more))?'),
    () => ({ at_least: 0.5 }),
  ],
  [
    phrase(
      `(?<=^ (?:(?:ok|okay|no|nope|actually|make|it|that|say|,) )*)${PERCENT}(?: then| please| instead| (?:is|would be|will be) (?:also )?(?:ok|okay|fine|good|enough)| too)*(?= [^\\p{L}]*$)`,
    ),
    ([, n]) => ({ at_least: Number(n) / 100 }),
  ],
  // How much money off is in no catalogue; that it is reduced is.
  [
    phrase(`(?:(?:at least|(?:a )?min(?:imum)?(?: of)?) )?(?:${MONEY_WORD} \\d+|\\d+ ${MONEY_WORD}|\\d+) off`),
    () => ({ on_sale: true }),
  ],
  [
    phrase(
      `${AT_LEAST}(?: at least)? (?:an? )?(half|third|quarter|fifth|tenth)(?: off)?`,
      '(?:an? )?(third|quarter|fifth|tenth|(?:2|two) thirds|(?:3|three) quarters) off',
    ),
    ([, part, off]) => ({
      at_least: PARTS[(part ?? off!).replace(/^(?:two|three) /, (count) => (count === 'two ' ? '2 ' : '3 '))]!,
    }),
  ],
  [
    phrase(
      `(?:only |just )?(?:that(?: is| are|s)? |which(?: is| are)? )?(?:currently )?${oneOf(
        '(?:black friday|cyber monday|boxing day|january|prime day)(?: (?:deals?|sales?|offers?))?',
        '(?:only )?discounts?(?= only )',
        'on sale',
        'in the sale',
        'on offer',
        '(?:on|at a) discount',
        'on promo(?:tion)?',
        'on special(?= [^\\p{L}]*$)',
        'price drops?',
        '(?:the )?(?:big(?:gest)?|huge|large(?:st)?|best|great(?:est)?|highest|most) (?:discounts?|reductions?|savings?)',
        'with (?:an? |some |any )?(?:good )?discounts?',
        'discounted',
        'reduced(?: to clear)?',
        'marked down',
        '(?:with |some )?money off',
        'special offers?',
        '(?:any |good |some |the )?(?:discounts?|offers|reductions?|sales) on',
        '(?:any |good )?(?<!(?:better|lower) )(?:deals?|bargains?)(?: on)?',
        '(?<!or )clearance',
        '(?<=^ (?:(?:show|me|any|see|the|your|some) )*)sale(?= \\p{L}{3,})(?! (?:items?|only|stuff|prices?|on|of) )',
        'sale (?:items?|only|stuff|prices?)',
        '(?<=^ (?:show me |see |whats )?(?:in |on )?(?:the |your )?)(?:sales?|discounts?|deals|reductions?)(?= [^\\p{L}]*$)',
        '(?:a|any) sale(?: on)?',
        '(?<=^ (?:(?:is|are|there|do|you|u|have|got|ok|and) )*)any (?:discounts?|reductions?|offers?|sales?)(?= (?:available |going |at all )*[^\\p{L}]*$)',
      )}(?: or (?:on )?(?:clearance|sale|discounted|reduced|offer))*(?: only(?! (?:available|in stock|the available))| items?| ones?)?`,
    ),
    () => ({ on_sale: true }),
  ],
];

export function readDiscount(sentence: Sentence): DiscountReading | undefined {
  for (const [pattern, read] of DISCOUNTS) {
    const match = sentence.take(pattern);
    const reading = match && read(match);
    // More than all is nothing that can be meant.
    if (reading && (reading.at_least ?? 0) <= 1 && (reading.at_most ?? 0) <= 1) return reading;
  }
  return undefined;
}

const STOCK = phrase(
  `(?:exclude|excluding|hide|leave out|skip|remove|${NOT})(?: (?:show|include|want|list|me|see|be|is|are|whatever|everything|all|whats|thats|that is|which is|that are|anything|any|the|ones|items))* (?:out of stock|sold out|unavailable)(?: ones| items| products)?`,
  '(?<=^ (?:(?:only|just|show|me|the|those|these|of|them|ones|one|that|which|what|thats|are|theyre|they|is|its|it|must|be|products?|items?|things?|stuff) )*)available(?: ones| items| products| things| stuff| only)*(?= [^\\p{L}]*$)',
  '(?:(?:only|just|that|which|what|ones?|products?|items?) )*(?:(?:you|u|they|shops?|can|could) )*(?:ships?|sends?|dispatch(?:es)?) (?:out )?(?:(?:right )?now|today|immediately|straight away|at once)',
  '(?:(?:that|which|ones) )*(?:i|we) can (?:get|buy|order|have)(?: it| them)? (?:(?:right )?now|today)',
  '(?:only |just )?(?:(?:that|which|what)(?:s| is| are)? )?(?:currently )?(?:in stock|available (?:now|today|right now|immediately)|ready to ship|(?:currently|only) available)(?: only| now| right now| ones?)?',
);
const FREE_SHIPPING = phrase(
  '(?:with )?(?:free|no) (?:shipping|delivery|postage)(?: (?:costs?|fees?))?',
  '(?:ship(?:s|ped)?|delivered|posted|sent) (?:for )?free',
);

export const readStock = (sentence: Sentence): boolean => sentence.take(STOCK) !== undefined;
export const readFreeShipping = (sentence: Sentence): boolean => sentence.take(FREE_SHIPPING) !== undefined;
