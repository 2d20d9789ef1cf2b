// The two ends of what it may cost, by their names: "set the maximum to 600", "no minimum"; and the currency by itself.
import { FILLERS } from '../shopping-words.ts';
import type { WidenField } from './read-comparison.ts';
import { amountsIn, currencyOf, PRICE, type PriceReading } from './read-price.ts';
import { isMark, phrase, type Sentence } from './sentence.ts';

const NOUN = '(?: (?:price|limit|end|bound|budget|amount|spend))';
const THE = '(?:(?:the|my|a|an|any|new|our|price) )*';
const SETTING =
  '(?:set|make|change|raise|increase|lower|reduce|put|bump|push|move|bring|take|drop|extend|up|keep|decrease)';
const JOINT = '(?: (?:to|at|of|is|now|be|should|can|could|would|will|up|down|:|changed|goes|went|has|gone))*';
const LIFTING =
  '(?:forget|drop|remove|lose|ignore|lift|scrap|delete|skip|clear|ditch|disregard|cancel|get rid of|leave out|take (?:off|away|out)|never ?mind|no need for|(?:i )?(?:dont|do not|doesnt|does not) (?:really )?(?:need|want|have|care about|mind)|(?:there is |theres |with |have )?no|without|regardless of)';
const NOT_IMPORTANT =
  '(?:doesnt|does not|dont|do not|isnt|is not|is|not) (?:really )?(?:matter|important|needed|necessary|relevant|irrelevant|gone|off|open|an issue|a problem)';
/** "no minimum 20" and "max size" are said of something else. */
const NO_MORE =
  '(?= (?:[^\\p{L}\\p{N}]|·|$|please|anymore|any|now|and|but|on|for|then|at))(?! (?:[,.:] )?(?:[$€£] )?\\d)';

/** How an end is set and how it is lifted, by its names: alone, before a noun, and those that are things elsewhere. */
const patternsOf = (alone: string, named: string, things: string) => {
  const called = `(?:(?:${alone}|${named})${NOUN}+|${alone}|(?<=(?:the|my|price) )(?:${things}))`;
  return {
    // "lower limit to 200" lowers it; "max 600" needs no more to be understood.
    set: phrase(
      `(?!(?:lower|top) (?:price|limit|budget) (?:down )?to )(?:(?:${SETTING} |(?=(?:the|my|new) ))${THE}${called}|(?:${alone}|${named})${NOUN}+|(?:${alone})(?= (?:to|at|now|should|can|could|would|will) ))${JOINT} ${PRICE}`,
    ),
    lifted: phrase(`${LIFTING}(?: about)? ${THE}${called}${NO_MORE}|${THE}${called} ${NOT_IMPORTANT}(?: to me)?`),
  };
};
const LOW = patternsOf('min(?:imum)?', 'lower|lowest|bottom', 'floor');
const HIGH = patternsOf('max(?:imum)?', 'upper|top|highest', 'cap|ceiling');
const BUDGET_NOW = phrase(
  `(?:${SETTING} )?(?:my |the |our )?(?:new )?budget(?: (?:is|has|went|goes|gone|changed|up|down|to|now))+ ${PRICE}`,
);
const AN_END = '(?:max(?:imum)?|limit|price limit|budget|cap|price cap|min(?:imum)?)';
/** "raise the limit", by how much or not. */
const MOVED = phrase(
  `(raise|increase|up|bump up|bump|extend|lift|lower|reduce|decrease|cut|drop) (?:the |my )?(${AN_END})(?: (?:by ${PRICE}|(?:a bit|a little|slightly|somewhat|please)(?: please)?)|(?= [^\\p{L}\\p{N}]*$))`,
);
const UPWARDS = /^(?:raise|increase|up|bump|extend|lift)/;
const ALL_LIFTED = phrase(
  `${LIFTING}(?: about)? (?:(?:both|all|the|any|my|of) )*(?:price )?limits`,
  '(?:dont|do not|no need to|stop) (?:limit|cap|restrict)(?:ing)? (?:the |my )?(?:price|budget)',
);
export interface Limits {
  price: PriceReading;
  lifted: WidenField[];
}

export function readLimits(sentence: Sentence, currencies: readonly string[]): Limits {
  const price: PriceReading = {};
  const lifted: WidenField[] = [];
  for (const [end, { set, lifted: off }] of [
    ['low', LOW],
    ['high', HIGH],
  ] as const) {
    if (sentence.take(off)) lifted.push(end);
    const said = sentence.take(set) ?? (end === 'high' ? sentence.take(BUDGET_NOW) : undefined);
    const { amounts, currency } = amountsIn(said, currencies);
    if (amounts[0] !== undefined) price[end] = amounts[0];
    if (currency) price.currency = currency;
  }
  if (sentence.take(ALL_LIFTED)) lifted.push('price');
  readMoved(sentence, price, lifted);
  const currency = onlyCurrency(sentence, currencies);
  if (currency) price.currency = currency;
  return { price, lifted };
}

/** How far an end moves; upwards, without a number, it is open. */
function readMoved(sentence: Sentence, price: PriceReading, lifted: WidenField[]): void {
  const [, verb = '', end = '', ...rest] = sentence.find(MOVED) ?? [];
  const by = Number(rest.find((group) => /^\d/.test(group ?? '')));
  if (verb === '' || (Number.isNaN(by) && !UPWARDS.test(verb))) return;
  sentence.take(MOVED);
  if (Number.isNaN(by)) lifted.push('high');
  else price.change = { by: UPWARDS.test(verb) ? by : -by, times: 1, end: /^min/.test(end) ? 'low' : 'high' };
}

const SAID_OF_CURRENCY =
  /^(?:currency|currencies|switch|convert|use|sorry|wait|oops|prices?|mean|meant|us|american|british|into|paid|pay|instead|correction|wrong)$/;
const OTHER_THAN = /^(?:not|no|than|of|from)$/;

/** "euros, not pounds" and nothing else: the amount stays. */
function onlyCurrency(sentence: Sentence, currencies: readonly string[]): string | undefined {
  const { texts } = sentence;
  const isSaid = (text: string) => isMark(text) || FILLERS.has(text) || SAID_OF_CURRENCY.test(text);
  const found = texts.flatMap((text, at) => (currencyOf(text, currencies) ? [at] : []));
  if (found.length === 0 || !texts.every((text, i) => found.includes(i) || isSaid(text))) return undefined;
  const meant = found.filter((at) => !OTHER_THAN.test(texts[at - 1] ?? ''));
  if (meant.length !== 1) return undefined;
  sentence.use(0, texts.length);
  return currencyOf(texts[meant[0]!]!, currencies);
}
