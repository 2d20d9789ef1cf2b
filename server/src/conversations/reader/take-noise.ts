// What is said around a wish and is no part of it, taken out before anything is read; and what is said the other way round.
import { phrase, type Sentence } from './sentence.ts';

export function takeNoise(sentence: Sentence): void {
  while (sentence.take(NOISE));
  sentence.take(OWNED);
  turnRound(sentence);
  const little = sentence.find(A_LITTLE);
  if (little) sentence.respell(little.from, 'any');
}

/** How one begins to ask. */
const ASKING = [
  '(?:im|i am|we are|were) after',
  'feel free to',
  'keep(?= (?:only|just) )',
  'i wonder(?: if| whether)?',
  '(?:whats|what is) the damage(?: (?:for|on))?',
  '(?<=^ (?:(?:i|we|id|do|you|u|hi|hey|,) )*)(?:really )?fancy(?= (?:an?|some|the|new) )',
  '(?:could|can) (?:really )?use(?= (?:an?|some|new) )',
  '(?:would|do) (?:you|u) mind',
  '(?<!not )(?:look|looking|searching|lookin|browsing) (?:for|4)(?! (?:my|our|him|her|his|men|women|kids|boys|girls|children|an? \\d+)(?= ))',
  '(?:do you know )?(?:who sells(?! (?:it|this|that|them|the)(?= ))|where (?:can|could|do|to)(?: i| we)? (?:get|buy|find)(?! (?:it|this|that|them|one)(?= )))',
  'in the way of',
  '(?:im )?sorry (?:to (?:bother|disturb) (?:you|u)|(?:for|about) (?:all )?(?:the|my) (?:\\p{L}+ )?(?:reply|replies|delay|typos?|confusion|trouble|questions?|mistakes?|spelling))',
  'in order to(?! be)|(?<= (?:to|can i|could i|can we|ill|id|lets) )order(?= (?!it |this |that |them |one |now |by |the \\w+ one )[\\p{L}\\d])',
  'when it comes to',
  'in terms of',
  '(?:(?:id be|im|i am|would be) )?keen (?:on|for|to (?:get|buy|find))',
  '(?:point|direct|take) me (?:to|towards)',
  '(?<=^ (?:(?:please|pls|can|could|would|will|i|we|you|u|now|ok|okay|and|just|lets|to|want) )*)(?:filter|limit|restrict|narrow|refine)(?: (?:it|them|this|that|the|my|results?|list|search|down|by|to|on|for|with|only|:))+(?= )',
  '(?<=^ (?:(?:please|pls|can|could|you|u|now|ok|and|just) )*)set(?: (?:the|my))?(?: (?:brand|colou?r|size|material|shop|store|gender)(?: to)?(?= )|(?= (?:max|min|maximum|minimum|price|budget|limit|upper) ))',
  'i (?:just )?saw',
  '(?<=^ (?:(?:\\p{L}+|[^\\p{L}\\p{N}]) ){0,3})after(?= (?:an?|some|the) )',
  '(?:is there )?any chance(?: (?:of|(?:that )?(?:you|u)(?: could)?))?',
  '(?:i )?(?:was|am|im)? ?wondering (?:if|whether)',
  '(?:is it|would it be) possible (?:to|for)',
  '(?:do|would|might) (?:you|u) happen to',
  '(?:in the market|on the (?:hunt|lookout|look out)|hunting) for',
  'trying to (?:find|get|buy)',
  '(?:thinking|thought) (?:of|about) (?:getting|buying|a|an|some)',
];

/** Whom it is for, and what they have. */
const PEOPLE = [
  '(?:for )?ages? \\d{1,2}(?: (?:-|to) \\d{1,2}| (?:and|or) (?:up|over|above|older)| \\+| plus)?',
  '(?:he|she|i|hes|shes|ive|they|theyve|we|weve)(?: has| have)? got (?:loads|lots|plenty|enough|many|too many|tons)(?: of (?:them|those|it|that))?',
  '(?<=(?:you|u|hi|hey|hello|thanks) )guys',
  'my old(?= \\p{L})',
  '(?:i|he|she|they|we) (?:(?:only|just|usually|normally|always|mostly|really) )*wears?(?= \\p{L})',
  '(?<=(?:womens|mens|ladies|womans|mans|girls|boys) )fit(?= [^\\p{L}]*$)',
  '(?:shes|hes|she is|he is|whos|who is|aged?|turning)(?: only| nearly| almost| turning| now)? \\d{1,2}(?! (?:ft|feet|cm|foot))(?: (?:years?|yrs?)(?: old)?)?',
];

/** How many, and how much of it. */
const MEASURES = [
  '(?:a |some )?pairs? of',
  '(?:a )?couple of',
  '(?:\\d{1,2}|two|three|four|five|six|ten)(?= more [^\\p{L}\\p{N}]*$)',
  '(?<!(?:of|size|sz|uk|us|eu|in) )[2-9] for (?:the price of )?\\d(?= )',
  '(?<!(?:of|size|sz|uk|us|eu|in) )(?:[2-9]|two|three|four|five|six)(?= for (?:a )?(?:[$€£] )?\\d)',
  '(?<=(?:cheapest|best|top|first|last|next) )(?:two|three|four|five|six|ten|\\d{1,2})(?= [^\\p{L}\\p{N}]*$)|(?:two|three|four|five|\\d)(?= (?:cheapest|best) )',
  '(?<=\\d )(?:a|per) (?:roll|pack|pair|piece|bottle|can|tin|box|bag|unit|set|metre|meter|kg|litre)(?= )',
  '(?<=\\p{L} )x ?[2-9](?= [^\\p{L}\\p{N}]*$)|(?<=^ )[2-9] ?x(?= \\p{L})',
  '(?<=^ )(?:it )?(?:works?|goes|must work|should work) (?:on|with)',
  '100 (?:%|percent)(?= \\p{L})(?! off)',
  '(?:no|not|nothing) (?:bigg|small|larg|long|short|wid|narrow|tall|heavi|light|thick|thinn|old|young)er than(?= \\d)',
  '(?:min(?:imum)?|max(?:imum)?)(?= \\d+\\p{L})',
  '(?<=\\d \\p{L}+ )(?<!(?:dollars?|bucks|euros?|pounds?|quid|usd|eur|gbp) )(?:max|maximum|minimum)(?= [^\\p{L}]*$)',
  '(?<=\\d\\p{L}+(?: \\p{L}+)? )(?:max|maximum|min|minimum|(?:or|and) (?:more|bigger|larger|above|higher|faster|over|up|better))(?= [^\\p{L}]*$)',
  '(?:around|about|roughly|approx(?:imately)?|circa)(?= \\d+(?:\\p{L}| (?:cm|mm|m|inch|inches|feet|ft|wide|tall|long|deep|high|litres?|liters?|kg|g|ml)(?= )))',
  '(?:that|which)(?: will| would| can)? (?:works?|goes|go|comes?|suits?)(?: (?:on|in|well))?',
  '(?:\\d+|two|three|four|five|six) of (?:them|these|those|each)|(?<=^ )(?:\\d|two|three|four|five|six) of(?= [^\\p{L}\\p{N}]*$)',
];

/** Of these even a little is said of a thing by name; how large or heavy it is, is not. */
export const TASTES =
  'sweet|spicy|hot|strong|salty|bitter|sour|floral|fruity|girly|sporty|shiny|flashy|sparkly|formal|casual|baggy|fitted|sticky|greasy|oily|sugary|scented|perfumed|childish|patterned|colou?rful';

/** "not too sweet" is not sweet. */
const A_LITTLE = phrase(`(?<=(?:not|nothing|isnt|arent) )(?:too|so|overly|very|that)(?= (?:${TASTES}) )`);

/** What one thinks of it, and asides. */
const JUDGING = [
  '(?<=^ (?:and|also|plus|or|what about|how about) (?:(?:also|an?|some|any|the) )*)matching(?= \\p{L})|matching(?= (?:\\p{L}+ ){1,3}(?:too|as well|also) )',
  'after all',
  '(?<=\\p{L} (?:, )?)nothing else(?= [^\\p{L}]*$)',
  '(?<=more )of (?:these|those|them|the same)(?= (?:please )?[^\\p{L}]*$)',
  '(?<=\\p{L} )versions?(?= [^\\p{L}]*$| of | · )',
  'near (?:me|us|here)',
  '(?:(?:something|a|completely|totally|entirely) )*different(?: thing| subject| topic)?(?= [,:;.-] \\p{L})',
  '(?:keep (?:it|that|them)|stay|staying)(?= (?:under|below|around|about|within|between|less|at|to|in) )',
  'not (?:the )?(?:first|second|third|fourth|fifth|last)(?: one)?(?= (?:, )?(?:but )?(?:the )?(?:first|second|third|fourth|fifth|last) )',
  '(?<=^ )more or less(?= [^\\p{L}\\p{N}]*$)',
  'at all',
  '(?:nothing|not|isnt|arent) (?:(?:too|very|that|so) )?(?:fancy|special|crazy|posh|extravagant)(?= [^\\p{L}]*$|,)',
  '(?:big|large|small|long|wide|strong|tall|good|sturdy|roomy) enough(?= (?:for|to) )',
  'as long as(?: (?:it|they|its|theyre|it is|they are))?',
  '(?:change of (?:plan|mind|heart)s?|(?:(?:an|one) )?(?:other|another|different|new|quick) (?:question|thing|subject|topic))(?=(?: [^\\p{L}\\p{N}])* \\p{L})',
  '(?<=(?:you|u|they) )keep(?= (?:the|your|any|some|\\p{L}+) )',
  'by the way',
  'as soon as possible',
  'of course',
  '(?:i )?(?:dont|do not) (?:really )?(?:mind|care)(?: (?:which|either way|at all))*(?= [^\\p{L}\\p{N}]*$)',
  '(?<=(?:^|[.,;]) )(?:it )?(?:really )?(?:doesnt|does not) (?:really )?matter(?: to me)?(?= [^\\p{L}\\p{N}]*$)',
  '(?<= or \\p{L}+ )(?:it )?(?:really )?(?:doesnt|does not|dont) (?:really )?matter(?: to me)?(?= [^\\p{L}\\p{N}]*$)',
  'not (?:the )?(?:cheapest|most expensive)(?: ones?)?',
  '(?<=(?:^|[.,;]) )(?:if )?(?:you |u |they )?(?:dont|do not|havent) (?:have|got)(?: it in| it)?(?: an?| any)?(?: size)? [\\p{L}\\d]+(?= [?,.;])',
  'if (?:you|u|they) (?:dont|do not|havent) (?:have|got)(?: it in| it| one in)?(?: an?| any)?(?: size)? [\\p{L}\\d.]+(?= [^\\p{L}\\p{N}]*$)',
  '(?<=\\d )(?:would be|will be|is|sounds) (?:ideal|perfect|great|lovely|best)',
  'or (?:similar|whatever|something|sth|anything|(?<!\\d or )so)(?= [^\\p{L}\\p{N}]*$)|or similar(?= (?:under|below|for|in|with|max|around|about|less|up) )',
  'if (?:possible|(?:you|u) (?:can|could|have(?: any| it| them)?)|thats (?:ok|okay|possible))',
  'no (?:problem|worries|idea|rush)',
  'not (?:sure|really|bad)',
  `(?:not|nothing|isnt|arent|aint|doesnt look|dont look) (?:too|so|overly|very) (?!(?:${TASTES}) |expensive|pricey|dear|costly|much|many|cheap)\\p{L}+`,
  '(?:a bit |a little |much )?less (?!than|expensive|pricey|dear|costly|money|affordable)\\p{L}+(?= [^\\p{L}]*$)',
  '(?<=\\p{L} )(?<!which (?:one |ones )?)(?:is|are|would be|looks|sounds) (?:better|nicer|best|perfect)',
];

/** Turns of speech whose words mean something else alone. */
const NOISE = phrase([...ASKING, ...PEOPLE, ...MEASURES, ...JUDGING].join('|'));

/** What somebody has already is not what is looked for. */
const OWNED = phrase(
  '(?:(?:i|we|he|she|they) )?(?:already (?:have|got|own|bought)|(?:have|got|ive|has) already(?: got)?|ive already got) (?:(?:an?|the|my|some|two|one) )?\\p{L}+(?: \\p{L}+)?(?= (?:,|\\.|;|-|but|so|and|now|i|im|just|looking|need|want|show|id)(?= ))',
);

/** By what is too much: what is meant instead. */
const CONTRARY: Record<string, string> = {
  big: 'smaller',
  large: 'smaller',
  huge: 'smaller',
  small: 'bigger',
  tiny: 'bigger',
  heavy: 'lighter',
  long: 'shorter',
  short: 'longer',
  wide: 'narrower',
  narrow: 'wider',
  tight: 'looser',
  thick: 'thinner',
  thin: 'thicker',
  dark: 'brighter',
  bright: 'darker',
  loud: 'quieter',
  hard: 'softer',
};
const TOO = phrase(
  `(?:(?:thats|that is|theyre|they are|its|it is|these are|those are|all|a|bit|little|way|much|far) )*too (${Object.keys(CONTRARY).join('|')})(?: for me)?`,
);

/** "too big" asks for smaller ones. */
function turnRound(sentence: Sentence): void {
  const found = sentence.take(TOO);
  if (found) sentence.reword(found.from, CONTRARY[found[1]!]!);
}
