// How a message joins what was said before: corrects it, adds to it, keeps it or leaves it.
import { fieldOf, type WidenField } from './read-comparison.ts';
import { phrase, type Sentence } from './sentence.ts';

/** "no, in blue", "actually", "i meant": what follows takes the place of what was said. */
const CORRECTION = phrase(
  '(?:no|nope|nah)(?: (?:,|\\.|!|wait|sorry|thanks?|thank you))+',
  '(?:no|nope|nah)(?= (?:in|i|id|make|show|give|actually|rather|lets|we|sorry|try|the|for|size|under(?! armou?r )|over|below|above|around|between|change|switch|more(?= (?:expensive|affordable|like|colou?rful|casual|formal|modern))|that|\\d+ \\p{L}+|(?:bigg|small|larg|long|short|wid|narrow|light|heavi|dark|bright|thick|thinn|warm|soft|tall)er(?! than))(?= ))',
  'actually',
  '(?:(?:ive|i have|i) )?changed my mind',
  'i (?:meant|mean|said|wanted|asked for)',
  '(?:thats |thats not |its )?wrong',
  '(?:thats )?not what i (?:meant|wanted|asked for|said)',
  'sorry',
  'rather(?! than)',
  'correction',
  'on second thou?ghts?',
  'wait(?: ,)? no(?= \\p{L})',
  'wait',
  'oops',
  '(?:switch|change|swap)(?: (?:it|that|them|this))? (?:over )?to',
  'make (?:it|that|them|this)',
);
const ADDITION = phrase(
  'also(?! (?:need|want|looking|after|searching|like to see))',
  'as well',
  'too',
  'additionally',
  '(?:and|or) (?:also|maybe|perhaps)',
  '(?:expand|widen|extend|open)(?: (?:it|this|the search))?(?: up)? to(?: include)?',
  'include',
  'including',
  'add',
  'plus',
  'on top(?: of that)?',
);
const SAME_FIELD = phrase(
  '(?:(?:in|of|by|from|with|for|at) )?(?:the |exactly the |that )?same (colou?r|brand|make|size|material|fabric|price(?: range)?|budget|shop|store|gender|condition)(?: (?:please|too|as well))*',
);
const SAME = phrase(
  'similar(?: ones?)?(?: but|(?= in ))',
  '(?:the )?same(?: thing| filters?| again| style| kind| type| design)?(?: but| for(?! (?:my|our|his|her|him|me|men|women|kids|boys|girls) )| in| with| as)*',
  'keep (?:the )?(?:rest|filters?|everything)(?: the same)?',
);
const SETTLED = phrase(
  '(?:ok|okay|fine|alright) then',
  '(?<=^ )(?:ok|okay|alright)(?= \\p{L})',
  '(?:back to|again)(?= )',
  '(?<=\\p{L} )then(?= [^\\p{L}\\p{N}]*$)',
);
const INSTEAD = phrase(
  'instead(?! of)',
  'now',
  'what about',
  'how about',
  'and what about',
  'do (?:you|u) (?:(?:also|·) )?(?:have|sell|stock|carry)',
  '(?:lets )?mov(?:e|ing) on to',
  'on second thou?ght',
);

const ASKED_ANEW = phrase(
  '(?:show|find|give|get) me',
  'looking for',
  '(?:i|we) (?:also )?(?:need|want)',
  'rather (?:see|look at|browse)',
  '(?:switch|swap|change)(?: over)? to',
);

/**
 * Puts right what was said, "i meant boots"; narrows it down, "only boots"; leans on it, "and boots"; or could be said
 * without it, "show me boots".
 */
export type Joining = 'puts_right' | 'narrows' | 'leans' | 'stands_alone';

/** Said of the thing itself: "tents, only red ones" narrow nothing down that was said before, nor does "just a tent". */
const NARROWING = phrase(
  '(?<=^ (?:(?:i|im|am|id|ill|we|keep|leave|you|u|would|could|can|really|want|show|see|me|please|pls|ok|okay|yes|but|so|then|lets|,) )*)(?:only|solely|exclusively|nothing but|preferably|prefer|ideally|mainly|mostly|primarily|specifically|just(?! (?:show|give|find|get|looking|look|need|want) ))(?: (?:the|show|see|me|want|to|like|have|get|interested in))* (?!(?:an?|some|in|with|for|from|by|at|of|on|under|over|ones?|it|that|this|need|looking) )\\p{L}+',
  '(?<=\\p{L} )(?<! (?:in|for|with|from|by|at|on|,)(?: \\p{L}+){1,2} )(?:only|solely|exclusively|preferably|(?:, )?nothing else|(?:is|are) preferred|would be (?:best|better|ideal|preferable))(?= (?:please )?(?:$|[^\\p{L}\\p{N}]))',
  '(?:narrow|limit|restrict|filter|refine)(?: (?:it|them|this|that|the|results?|list|search|down))* (?:to|by)',
);

/** Who says one of these goes on with what was said before. */
const LEANING = / (?:also|swap|replace|exchange|(?:what|how) about) /;

const ANY = /^ (?:(?:ok|okay|well|just|show|me|then|so|really|,) )*any \p{L}/u;

export interface Manner {
  is_correction: boolean;
  joining: Joining;
  /** "no, ...": the words that were said last are meant no more. */
  is_replacing: boolean;
  /** Values join those that are there instead of replacing them. */
  is_addition: boolean;
  /** Begins with "or": goes on with what was said last. */
  is_continued: boolean;
  /** "ok nike then", "sony again": what was said before was not to be had. */
  is_settled: boolean;
  /** "in the same colour": a new subject keeps these filters and no others. */
  same_fields: WidenField[];
  is_instead: boolean;
  /** "any vacuum": whoever makes it. */
  is_any: boolean;
  /** "similar but blue": to the product that was last spoken of, if there is one. */
  is_alike: boolean;
}

export function readManner(sentence: Sentence): Manner {
  const first = sentence.texts[0] ?? '';
  const isAsked = sentence.find(ASKED_ANEW) !== undefined;
  const correction = sentence.take(CORRECTION);
  const isAdded = sentence.take(ADDITION) !== undefined;
  const is_settled = sentence.take(SETTLED) !== undefined;
  const same_fields: WidenField[] = [];
  for (let found = sentence.take(SAME_FIELD); found; found = sentence.take(SAME_FIELD))
    same_fields.push(fieldOf(found[1]!));
  const same = sentence.take(SAME);
  const is_same = same !== undefined;
  const instead = sentence.take(INSTEAD);
  // "and in blue?" asks whether there are such ones, as "what about" does; "and in blue" wants both.
  const isAskedAbout = first === 'and' && !isAdded && (instead !== undefined || sentence.texts.includes('?'));
  const is_addition = isAdded || (/^(?:or|and)$/.test(first) && !isAskedAbout);
  const said = ` ${sentence.tokens.map(({ text }) => text).join(' ')} `;
  const isNarrow = NARROWING.test(said) && !is_addition && !instead;
  const isLeaning = is_addition || isAskedAbout || LEANING.test(said);
  const isSlip = correction !== undefined && !/thank/.test(correction[0]) && !isAsked && !instead && !isAskedAbout;
  return {
    is_correction: correction !== undefined,
    joining: is_same || isSlip ? 'puts_right' : isNarrow ? 'narrows' : isLeaning ? 'leans' : 'stands_alone',
    is_replacing: /^(?:no|nope|nah|i) /.test(`${correction?.[0]} `) || instead?.[0] === 'instead',
    is_addition,
    is_continued: /^(?:or|nor)$/.test(first),
    is_settled,
    same_fields,
    is_instead: instead !== undefined || isAskedAbout,
    is_any: ANY.test(said),
    is_alike: same?.[0].startsWith('similar') ?? false,
  };
}
