// What is compared with what was shown, and which filters are lifted: "cheaper", "another brand", "any colour".
import type { ValueField } from '../../vocabulary/vocabulary.ts';
import { phrase, type Sentence } from './sentence.ts';

export interface Comparison {
  compare?: 'cheaper' | 'dearer';
  order?: 'cheapest' | 'dearest';
  /** Another one than what was shown or asked for. */
  other_than: ValueField[];
}

const CHEAPEST = phrase(
  '(?:(?:sort(?:ed)?|order(?:ed)?) )?(?:by )?(?:price )?(?:from )?low(?:est)? to high(?:est)?',
  'cheap as chips',
  '(?:as )?(?:cheap|inexpensive) as (?:possible|you have|can be)',
  '(?:the )?(?:cheapest|lowest) possible(?: price)?',
  '(?:(?:wheres|where is) )?(?:the )?cheapest place (?:for|to (?:buy|get|find))',
  '(?:the )?(?:cheapest|lowest|least expensive)(?: price[sd]?| ones?| first| options?)?',
  '(?:sort(?:ed)?|order(?:ed)?) by price',
  'price low to high',
  '(?<!not (?:too |so |very |that )?)cheap',
  'inexpensive',
  'affordable',
  '(?<!(?:no|the|my|any|unlimited|whatever|about|increase|raise) )budget(?= )',
  'low(?:est)? (?:cost|price[sd]?)',
  'good value',
);
/** Compares nothing with what was shown, though its words do elsewhere. */
const NOT_DEAR = phrase(
  '(?:not|nothing|isnt|arent|aint) (?:more expensive|pricier|dearer|costlier)(?: ones?)?(?! than )',
  '(?:more expensive|pricier|dearer|costlier)(?: ones?)? (?:is|are|would be) not (?:ok|okay|fine|good)',
  '(?:not|nothing|isnt|arent|aint) (?:(?:too|so|very|that|super|crazy|overly) )?(?:expensive|pricey|dear|costly)',
  '(?:which|whichever|whatever) (?:one |ones )?(?:is|are) (?:the )?(?:cheaper|cheapest)',
  '(?:on a )?(?:tight|small|low|limited|student|shoestring) budget',
  'on a budget',
  'my budget is (?:tight|small|limited)',
  'wont break the bank',
);
const DEAREST = phrase(
  '(?:the )?(?:most expensive|priciest|dearest|highest)(?: price[sd]?| ones?| first)?',
  '(?:(?:sort(?:ed)?|order(?:ed)?) )?(?:by )?(?:price )?(?:from )?high(?:est)? to low(?:est)?',
);
const CHEAPER = phrase(
  '(?:(?:something|anything|any|a bit|a little|much|even|way|slightly) )*(?:cheaper|less expensive|more affordable|more reasonabl[ey](?: priced)?|reasonably priced|more budget friendly|less pricey|less dear|lower price[sd]?|lower in price)(?: (?:ones?|options?|alternatives?|than))*',
  '(?:thats|those are|these are|theyre|they are|its|it is|still|a bit|way|are|is)? ?(?:too|so) (?:expensive|pricey|dear|costly|steep|much|high(?= (?:a )?[^\\p{L}]*$| priced?))(?: money)?',
  '(?:thats|that is|those are|these are|theyre|they are|its|it is|is|are|looks?|seems?|all|quite|very|really|pretty|kinda|still|bit|rather)(?: (?:all|quite|very|really|pretty|kinda|still|a bit|bit|rather))* (?:expensive|pricey|steep|costly)(?= [^\\p{L}]*$)',
  '(?<=^ (?:(?:wow|omg|hmm|oh|ooh|god|gosh|jeez|,|!) )*)(?:expensive|pricey|steep)(?= [^\\p{L}]*$)',
  '(?:(?:can|could) (?:you|u) )?(?:go|get|do) (?:any |a bit |even )?(?:lower|cheaper)',
  '(?:(?:these|those|they|it|that) (?:are|is) )?(?:out of|over|above|beyond|outside)(?: of)? (?:my|the) (?:budget|price range|range)',
  '(?:thats |that is |its )?more than i (?:want(?:ed)?|planned|can|could|hoped|wish(?:ed)?)(?: to)?(?: (?:spend|pay|afford))?(?= [^\\p{L}\\p{N}]*$)',
  '(?:i )?(?:cant|cannot|couldnt|can not) (?:really )?afford(?: (?:that|this|it|them|those|these|·))?(?: ones?)?(?= [^\\p{L}\\p{N}]*$)',
  '(?:(?:that|which) )?(?:spend(?:ing)?|pay(?:ing)?|costs?|costing) (?:(?:a bit|a little|a lot|much) )?less(?= [^\\p{L}\\p{N}]*$)',
  '(?:an? )?(?:better|lower) (?:deals?|prices?|offers?)',
  '(?:(?:can|could) (?:you|u) )?(?:do )?better on (?:the )?price',
  '(?:not|nothing|isnt|arent) (?:quite )?(?:as|that) (?:expensive|pricey|dear|costly)',
  '(?:a )?(?:bit|little|lot|much|way|slightly) (?:less|lower)(?= [^\\p{L}]*$)',
  '(?<=^ (?:(?:ok|no|hmm|something|for|even|,) )*)(?:less|lower)(?= (?:please )?[^\\p{L}\\p{N}]*$)',
  '(?:less|cheaper|lower) than (?:that|this)',
  '(?:below|under) that',
  'for (?:a bit |a lot |a little |much )?less(?= [^\\p{L}\\p{N}]*$)',
  '(?:(?:your|ur|the|these|those|their) )?prices? (?:is|are|seems?|looks?) (?:(?:all|so|too|very|really|a bit|pretty|quite) )*(?:high|crazy|insane|ridiculous|outrageous|mad|steep|expensive|mental)',
);
const DEARER = phrase(
  '(?:(?:something|anything|any|a bit|a little|even|slightly) )*(?:more expensive|pricier|dearer|higher end|high end|higher price[sd]?|fancier|nicer|(?:better|higher) quality|more (?:premium|upscale|upmarket|up market|luxurious|high end)|posher|classier)(?: (?:ones?|options?|than))*',
  'too cheap',
  '(?<!(?:is|are|be|looks?|sounds?) )(?:something |anything |any )?better(?: ones?| options?)?(?= (?:please )?[^\\p{L}]*$)',
);
const FIELDS =
  '(brands?|makes?|labels?|makers?|manufacturers?|companies|company|colou?rs?|shades?|tones?|shops?|stores?|merchants?|sellers?|materials?|fabrics?|sizes?)';
const OTHER = phrase(
  `(?:(?:any|an|a|some|in|from|by|of) )*(?:other|another|different|else|not (?:this|that|the same))(?: kinds? of)? ${FIELDS}(?! (?:too|as well|also|are|is)(?= ))`,
);

/** Another shop. */
const ELSEWHERE = phrase('(?:from |at |in )?(?:(?:some|any) ?(?:where|place)|another place) (else)|(elsewhere)');

/** "a cheaper brand" is another one, too. */
const CHEAPER_OTHER = phrase('(?:an? )?(?:cheaper|less expensive) (brands?|makes?|shops?|stores?)');

export function readComparison(sentence: Sentence): Comparison {
  const cheaperOther = sentence.take(CHEAPER_OTHER);
  if (cheaperOther) return { other_than: [fieldOf(cheaperOther[1]!) as ValueField], compare: 'cheaper' };
  const other = sentence.take(OTHER) ?? sentence.take(ELSEWHERE);
  const comparison: Comparison = {
    other_than: other ? ([fieldOf(other[1] ?? other[2]!)].filter((field) => field !== 'price') as ValueField[]) : [],
  };
  if (sentence.take(NOT_DEAR)) return { ...comparison, order: 'cheapest' };
  if (sentence.take(CHEAPER)) comparison.compare = 'cheaper';
  else if (sentence.take(DEARER)) comparison.compare = 'dearer';
  if (sentence.take(DEAREST)) comparison.order = 'dearest';
  else if (sentence.take(CHEAPEST)) comparison.order = 'cheapest';
  return comparison;
}

const CLEAR_FILTERS = phrase(
  '(?:clear|remove|drop|reset|delete|lose|no) (?:all )?(?:of )?(?:the |my )?filters?',
  'without (?:any |all )?(?:the )?filters?',
  '(?:show|see|list|display) (?:me )?(?:everything|all(?: of (?:them|it))?|them all|the lot)(?= (?:please )?[^\\p{L}\\p{N}·]*$)',
);

export type WidenField =
  | ValueField
  | 'price'
  | 'low'
  | 'high'
  | 'currency'
  | 'discount'
  | 'stock'
  | 'shipping'
  | 'order';

const WIDE_FIELDS =
  '(brands?|makes?|colou?rs?|shops?|stores?|merchants?|sellers?|materials?|sizes?|prices?|budgets?|costs?|price limits?|price range|gender|conditions?|currenc(?:y|ies)|discounts?|sales?|offers?|deals?|stock|availability|fabric)';
const WIDENING = phrase(
  `(?:(?:in|of|at|from|by|for|with|open to) )?(?:any|all|whatever|whichever|every|all the) ${WIDE_FIELDS}(?: (?:is|are|will|would|its|it is) (?:fine|ok|okay|good|do|alright)|(?: at all)| is| it is)*(?! (?:under|over|below|but(?! (?:in|with|for|from|only|just)(?= ))|except|besides|bar|other than|apart from)(?= ))`,
  `(?:the )?${WIDE_FIELDS} (?:doesnt|dont|does not|do not|isnt|is not|not|is no|no) (?:really )?(?:matter|matters|important|an? (?:issue|object|problem|concern)|problem|issue|object|concern)(?: to me)?`,
  `(?:the )?${WIDE_FIELDS} (?:is|are) (?:up to (?:you|u)|irrelevant|unimportant|flexible|negotiable)`,
  `(?:i )?(?:dont|do not|doesnt|couldnt) (?:really )?(?:care|mind|worry)(?: less)?(?: about| what| which)? ?(?:the |which |what )?${WIDE_FIELDS}(?: it is)?`,
  `(?:im |i am )?not (?:too |that |really |so )?(?:fuss(?:y|ed)|bothered|picky|worried|concerned) (?:about|on|with|by) (?:the |which |what )?${WIDE_FIELDS}`,
  `no (?:particular |specific )?${WIDE_FIELDS} (?:limits?|preferences?|restrictions?|filters?|caps?|max(?:imum)?|in particular|needed|necessary|required)`,
  '(?:(?:from|at|in) )?(?:anywhere|any place|wherever)(?: (?:is|will|would be) (?:fine|ok|okay|good|do|alright))?(?= [^\\p{L}\\p{N}]*$)',
  // Before the limit by itself, which is that of the price.
  `(?:(?:there is|theres|with|have) )?(?:no|without(?: an?| any)?) (?:limits?|restrictions?|filters?|preferences?|caps?|constraints?) (?:on|for|of|to|regarding|about|as to)(?: the| a| any)? ${WIDE_FIELDS}`,
  'no (discounts?)(?= [^\\p{L}\\p{N}]*$)',
  '(?:in )?more (brands|colou?rs|sizes|shops|stores|materials)(?= (?:please )?[^\\p{L}]*$)',
  `no ${WIDE_FIELDS} (?:is|are|would be) (?:also )?(?:fine|ok|okay|good|alright)(?: too| as well)?`,
  `(?:forget|take (?:off|out|away)|get rid of|drop|remove|ignore|lose|clear|without|skip|scrap|delete|lift|regardless of|nevermind|never mind|no)(?: about)? (?:the |my |any |a )?${WIDE_FIELDS}(?: (?:limits?|filters?|restrictions?|range|preferences?|caps?))+`,
  `(?:forget|take (?:off|out|away)|get rid of|drop|remove|ignore|lose|clear|skip|scrap|delete|lift|regardless of|nevermind|never mind|no need for)(?: about)? (?:the |my |any |a )?${WIDE_FIELDS}`,
  `without (?:the|any) ${WIDE_FIELDS}`,
  `(?:it )?(?:doesnt|does not|dont) (?:really )?matter (?:(?:about|what|which|the) )*${WIDE_FIELDS}(?: (?:it is|its))?`,
  `(?:(?:and|also|any) )*other ${WIDE_FIELDS} (?:too|as well|also|(?:are|is) (?:also )?(?:fine|ok|okay|good|alright)(?: too| as well)?)`,
  '(?:remove|drop|forget|lift|lose|ignore|take (?:off|away)) (?:the|my|any) (limit|max(?:imum)?|cap)(?= [^\\p{L}]*$)',
  'whatever (?:it|they|that) costs?',
  '(?:there is |theres |with |have )?no (?:upper |lower |price |spending )?(limit|budget|max(?:imum)?|min(?:imum)?|cap)(?: (?:on|to|for)(?: the)? (?:price|budget|cost))?(?! (?:of|[$€£\\d]))',
  'money(?: is|s)? no (?:object|issue|problem|concern)',
  'money (?:doesnt|does not|isnt|is not|is no) (?:really )?(?:matter|important|an? (?:issue|problem)|issue|problem)',
  '(?:i )?(?:dont|do not|doesnt) (?:really )?(?:care|mind|matter) (?:about )?(?:how much|what)(?: (?:it|they|these))? (?:costs?|is|are)',
  '(?:i )?(?:dont|do not|doesnt) (?:really )?(?:care|mind|matter) (?:about )?how much(?= [^\\p{L}]*$)',
  'unlimited (budget)',
  '(?:the )?skys?(?: is)? the (limit)',
  '(?:also |even )?(?:if )?(?:include|including|show)? ?(?:the )?(?:out of stock|sold out)(?: ones| items| too| as well)*',
  'full (?:price)d?(?: (?:ones|items))? (?:is|are) (?:also )?(?:fine|ok|okay|good)(?: too| as well)?',
);

/** "no, for me" after "for kids"; "find it for me" is about nobody. */
const FOR_ME =
  /^ (?:(?:no|nope|nah|actually|oh|sorry|well|its|it is|theyre|they are|this is|but|just|ok|,|\.|!) )*for (?:me|myself|us|anyone|anybody|everyone|everybody|all)(?: (?:actually|instead|please|not \p{L}+(?: \p{L}+)?|,|\.|!))* $/u;

/** "doesn't have to be on sale": before stock and discounts are read, whose words it has. */
const NEEDLESS = phrase(
  '(in stock|on sale)(?: or not)? (?:doesnt|does not) (?:really )?matter',
  '(?:(?:it|they) )?(?:(?:doesnt|dont|does not|do not) (?:have|need) to be|neednt be|(?:(?:i )?(?:dont|do not) (?:care|mind)|(?:it )?(?:doesnt|does not) (?:really )?matter|no matter) (?:if|whether) (?:its|it is|theyre|they are)(?: not)?) (in stock|available|on sale|discounted|reduced)',
  '(?:i )?(?:dont|do not) (?:really )?(?:need|want|care about) (?:the |an? |any )?(discounts?|sales?|offers?|deals?)(?= [^\\p{L}\\p{N}]*$)',
  '(?:forget(?: about)?|never ?mind|no need for|(?:i )?(?:dont|do not) (?:need|want|care about)|without|skip|drop|remove) (?:the )?(free (?:shipping|delivery|postage))',
  '(free (?:shipping|delivery|postage)) (?:doesnt matter|does not matter|(?:isnt|is not|not) (?:needed|necessary|important|required))',
);

/** Before "other brands" are read as those instead of the one that was asked for. */
const OPEN_TO = phrase(
  `(?:im |i am )?(?:also )?(?:open to|happy with|fine with|ok with) (?:any )?(?:other|another|different) ${FIELDS}`,
);

export function readNeedless(sentence: Sentence): WidenField[] {
  const open = sentence.take(OPEN_TO);
  if (open) return [fieldOf(open[1]!)];
  const needless = sentence.take(NEEDLESS);
  if (!needless) return [];
  const said = needless.slice(1).find(Boolean)!;
  return [/stock|available/.test(said) ? 'stock' : /^free/.test(said) ? 'shipping' : 'discount'];
}

export function readWidening(sentence: Sentence): WidenField[] | 'all' {
  if (sentence.take(CLEAR_FILTERS)) return 'all';
  const fields = new Set<WidenField>();
  for (let match = sentence.take(WIDENING); match; match = sentence.take(WIDENING)) {
    const word =
      match.slice(1).find((group) => group !== undefined) ??
      (/stock|sold/.test(match[0])
        ? 'stock'
        : /any(?:where| place)|wherever/.test(match[0])
          ? 'shop'
          : /^full/.test(match[0])
            ? 'discount'
            : 'price');
    fields.add(fieldOf(word));
  }
  if (sentence.take(FOR_ME)) fields.add('gender');
  return [...fields];
}

export function fieldOf(word: string): WidenField {
  if (/^(?:brand|make|label|manufacturer|compan)/.test(word)) return 'brand';
  if (/^(?:shop|store|merchant|seller|else)/.test(word)) return 'merchant.name';
  if (/^(?:colou?r|shade|tone)/.test(word)) return 'color';
  if (/^(?:material|fabric)/.test(word)) return 'material';
  if (/^size/.test(word)) return 'size';
  if (/^gender/.test(word)) return 'gender';
  if (/^condition/.test(word)) return 'condition';
  if (/^currenc/.test(word)) return 'currency';
  if (/^(?:discount|sale|offer|deal)/.test(word)) return 'discount';
  if (/^(?:stock|availability)/.test(word)) return 'stock';
  return 'price';
}
