// What it may cost beyond what was said: "pricier ones are fine too, up to 70" raises a limit and asks for nothing dearer.
import type { WidenField } from './read-comparison.ts';
import type { PriceReading } from './read-price.ts';
import { phrase, type Sentence } from './sentence.ts';

type End = 'low' | 'high';

const DEGREE =
  '(?:(?:an?|bit|little|slightly|somewhat|even|much|tad|touch|lot|way|also|few|couple|of|(?<!\\d )(?:dollars|bucks|euros|pounds|quid)) )*';
const ONES = '(?: (?:ones?|options?|items?|products?|models?|things?|stuff|alternatives?))?';
const TOO = '(?: (?:too|as well|also))';
const FINE =
  '(?:fine|ok|okay|good|alright|all right|great|acceptable|welcome|possible|(?:no|not an?) (?:problem|issue|trouble))';
const IS = '(?:is|are|s|(?:would|will|can)(?: also)? be)(?: (?:also|still|just|totally|perfectly))?';
/** "more colours" are said of something else, and so is "more than 50". */
const ALONE =
  '(?= (?:[^\\p{L}\\p{N}]|[$€£\\d]|$|too|as|also|up|but|max|maximum|at|if|is|would|say|until|till|like|maybe|or|please|tops|though|tho|so)(?: |$))';
const IT = '(?:(?:it|its|they|theyre|these|those|that|the|my|prices?|budget|costs?|an?) )*';
/** What somebody does who spends it, and what a thing does. */
const SPENDS =
  '(?:(?:to|of|if|when|even|it|its|they|theyre|the|prices?|is|are|be|being|gets?|an?|i|we|have|pay|paying|spend|spending|go|going|goes|cost|costs|costing|see|seeing) )*';
const GRANTED = [
  '(?:i|we|id)? ?(?:really )?(?:dont|do not|wouldnt|would not) (?:really )?mind',
  `(?:(?:im|i am|were|we are|its|it is|thats|id be|would be|that is) )?(?:(?:also|still|totally|perfectly|quite) )?(?:${FINE}|happy|open|willing|prepared|ready)(?: (?:with me|for me|by me|with))?(?= (?:to|if|when|with|paying|spending|even) )`,
  `(?<=(?:fine|ok|okay|happy|open|alright) (?:with|to) )`,
  '(?:it )?(?:doesnt|does not|wont) (?:really )?(?:matter|bother me|hurt)(?= (?:if|when) )|no matter(?= if )|even(?= if )|not (?:too |really |that )?(?:bothered|fussed|worried)(?= (?:if|when) )|if (?:needed|necessary|need be)(?: ,)?',
].join('|');

/** `dearer` says it of things, `more` of money; "20 more" moves the limit by so much. */
const leewayOf = (dearer: string, more: string) => {
  const either = `(?:${dearer}${ONES}(?! than )|(?<!\\d (?:(?:dollars|bucks|euros|pounds|quid) )?)(?:${more})${ALONE})`;
  return [
    `(?:an? )?${DEGREE}${either} (?:${IS} ${FINE}|(?:will|would|could|might)? ?(?:also )?works?|(?:fine|ok|okay|alright)${ALONE})${TOO}?`,
    `${IT}(?:can|could|may|might) (?:also )?(?:be|cost|go|have) (?:an? )?${DEGREE}${either}${TOO}?`,
    `(?:${GRANTED}) ?(?:with )?${SPENDS}${DEGREE}${either}${TOO}?`,
  ].join('|');
};

const DEARER = '(?:more expensive|more costly|pricier|dearer|costlier|higher(?: in)? price[sd]?)';
/** Of dearer ones only: where nothing has to cost so much, "cheaper ones too" asks for them. */
const DEARER_TOO = [
  `(?:(?:show|give|let|me|see|and|some|the) )*(?:an? )?${DEGREE}${DEARER}${ONES}${TOO}`,
  `(?:also|include|including|add|plus|allow|accept|consider)(?: (?:show|give|me|see|look|at|the|some|any))* ${DEGREE}${DEARER}${ONES}(?! than )`,
].join('|');

const BEYOND: Record<End, RegExp> = {
  high: phrase(
    `${leewayOf(DEARER, 'more|higher|over')}`,
    `${DEARER_TOO}`,
    `(?:(?:i|we|id|ill|you|u|lets) )?(?:(?:can|could|would|will|might) )?(?:also )?(?:pay|spend|afford|go|stretch to) ${DEGREE}(?:more|higher)${ALONE}`,
  ),
  low: phrase(leewayOf('(?:less expensive|cheaper|lower(?: in)? price[sd]?)', 'less|lower')),
};

/** The ends of the price that nothing has to keep to. */
export const readLeeway = (sentence: Sentence): End[] =>
  (['high', 'low'] as const).filter((end) => sentence.take(BEYOND[end]));

/** An end that is lifted and said anew is moved: "more is fine, say 65". */
export function moveLifted(
  price: PriceReading,
  lifted: readonly WidenField[],
): { price: PriceReading; lifted: WidenField[] } {
  const end = (['high', 'low'] as const).find((one) => lifted.includes(one));
  const { low, high, bare, currency, is_around } = price;
  const said = is_around ? (low! + high!) / 2 : bare;
  const moved = end && said !== undefined ? { [end]: said, ...(currency ? { currency } : {}) } : price;
  const isSaid = (field: WidenField) => (field === 'high' || field === 'low') && moved[field] !== undefined;
  return { price: moved, lifted: lifted.filter((field) => !isSaid(field)) };
}
