// What points at things that were shown: "the second one", "is it in stock", another page, what there is to choose from.
import { FILLERS } from '../shopping-words.ts';
import { oneOf, phrase, type Sentence } from './sentence.ts';

const ORDINALS: [RegExp, number][] = [
  [/^(?:first|1st|1|one|start|top|beginning)$/, 0],
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
  `(?:the |that |this |your )?${ORDINAL} (?:one|item|product|result|option|choice|pair|suggestion)`,
  `(?<=^ (?:ok |okay )?)${ORDINAL}(?= (?:please )?[^\\p{L}\\p{N}]*$)`,
  `the ${ORDINAL}(?= (?:[^\\p{L}\\p{N}]|·|but|in|and|please|looks?|is|seems|sounds|was|$))`,
  '(?:#|number|no(?= (?:\\. )?\\d+ (?:[^\\p{L}\\p{N}]|please|·)*$)|option|item|result|nr) (?:[.:#] )?(\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)(?! (?:[$€£]|dollars|euros))',
);
const THIS_ONE = phrase(
  '(?:this|that)(?: one| product| item)|these|those|(?<=(?:about|like|to|of) )(?:it|this|that|them)(?= )',
);
/** Of which one they are wanted goes without saying. */
const DETAILS = phrase(
  '(?<=^ (?:(?:ok|okay|can|could|i|u|you|please|get|give|me|show|see|have|any|some|the|a|bit|tell) )*)(?:more |further |full |the )?(?:details|info|information|specs|specifications|description)(?= (?:please )?[^\\p{L}\\p{N}]*$)',
  'tell me more(?= [^\\p{L}\\p{N}]*$)',
);
/** What is told of a product when it is pointed at. */
const ASKED_OF_IT = phrase(
  '(?:is|are) (?:it|this|that|they|these|those)(?: ones?)?(?: still| currently| actually| even)? (?:in stock|available|on sale|sold out|out of stock)(?: now| right now)?',
  'what (?:size|colou?r|brand|material|condition)s? (?:is|are) (?:it|this|that)(?: one)?',
  '(?:whats|what is) (?:it|this|that)(?: one)? made (?:of|from)',
  'how much (?:is|are|does|do|for|would) (?:it|this|that|they|these|those)(?: ones?)?(?: cost| be)?',
  '(?:what is|whats|what) the price(?: of (?:it|this|that)(?: one)?)?(?= [^\\p{L}]*$)',
  'where (?:can|could|do|to)(?: i| we)? (?:get|buy|find) (?:it|this|that|them|one)(?: one)?',
  '(?:which|what) (?:shops?|stores?|sellers?) (?:sells?|has|have|stocks?|carr(?:y|ies)) (?:it|this|that|them)(?: one)?',
  'who (?:makes|made) (?:it|this|that|them)(?: one)?',
  '(?:who|where) (?:sells|is selling|do they sell) (?:it|this|that)(?: one)?',
);
const SIMILAR = phrase(
  '(?:(?:show|find|get|give|see) (?:me )?)?(?:(?:something|anything|some|things|ones|products|items|more|one) )?(?:similar|(?:the )?same(?: thing| one)?(?= as ◆)|(?<!(?: i| id| would| really| you| we| also) )like)(?: products| items| ones| things)?(?: (?:to|as))?(?= ◆)',
  '(?:(?:any|some|good) )?alternatives? (?:to|for)(?= ◆)',
  'similar (?:ones|products|items|things|stuff)',
  'similar(?= (?:please )?[^\\p{L}]*$)',
  '(?:something|anything|more|any|some|whats|what is|what else is) similar',
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

/** "is the second one in stock": the question goes, and what it points at stays for the readers of it. */
const ASKED_OF_ONE = phrase(
  `(?:is|are) (?=(?:the |that |this |number )?(?:${ORDINAL}|\\d+|(?<=number )(?:one|two|three|four|five))(?: \\p{L}+)? )((?:\\p{L}|\\d| )*?) ((?:still |currently |actually )?(?:in stock|available|on sale|sold out|out of stock)(?: now| right now)?)(?= [^\\p{L}]*$)`,
);

const REFERENCE_IN_QUESTION = phrase(
  `(?:the |that |this )?${ORDINAL}(?: (?:one|item|product|pair|option))?|number \\d{1,2}`,
);
/** "is the first one waterproof", "does number 2 have a hood": what it tells is all that can be said. */
const ASKED_WHETHER = phrase(
  `(?<=^ (?:(?:and|so|but) )?)(?:is|are|has|have|does|do|can|will) (?:(?:the |that |this )?${ORDINAL}(?: (?:one|item|product|pair|option))?|number \\d{1,2}) (?!(?:come|available|in|do|one) )\\p{L}+(?: \\p{L}+){0,3}(?= [^\\p{L}\\p{N}]*$)`,
);

/** "is it quiet": what is asked of one that was shown. */
const ASKED_OF_THIS = phrase(
  `(?<=^ (?:(?:and|so|but|ok) )?)${oneOf(
    '(?:do|does|will|would|how do|how does) (?:it|this|that|they|these|those)(?: ones?)? (?:run|fit|feel|look|work|last|stretch|shrink|smell|fold|hold|need|come with)(?: \\p{L}+){0,3}',
    '(?:(?:is (?:it|this|that)|are (?:they|these|those)|does (?:it|this|that)(?: one)? have)) (?!(?:in|on|available|for|under|over|ok|okay|possible|you|a|the|all|everything|any|not|real|more|less|size|from|by|made|too) )\\p{L}+(?: (?:and|or|enough|proof|resistant|friendly|safe|to|\\p{L}+)){0,2}',
  )}(?= [^\\p{L}\\p{N}]*$)`,
);

export function readAskedOfIt(sentence: Sentence): boolean {
  const whether = sentence.find(ASKED_WHETHER);
  const pointed = whether && sentence.find(REFERENCE_IN_QUESTION);
  if (whether && pointed) {
    sentence.use(whether.from, pointed.from);
    sentence.use(pointed.to, whether.to);
  }
  const ofOne = sentence.find(ASKED_OF_ONE);
  if (ofOne) {
    sentence.use(ofOne.from);
    sentence.use(ofOne.to - ofOne.at(-1)!.split(' ').length, ofOne.to);
  }
  return sentence.take(ASKED_OF_IT) !== undefined || sentence.take(ASKED_OF_THIS) !== undefined;
}

export function readPointing(sentence: Sentence, isAskedOfIt: boolean): Pointing {
  const found = sentence.find(REFERENCE);
  const word = found?.slice(1).find((group) => group !== undefined);
  const place = word === undefined ? undefined : ORDINALS.find(([pattern]) => pattern.test(word))?.[1];
  const details = sentence.find(DETAILS);
  const shown = found && place !== undefined ? found : (sentence.find(THIS_ONE) ?? details);
  if (shown) {
    // Stays in the text as a sign until "like" was looked for.
    for (let i = shown.from; i < shown.to; i++) sentence.respell(i, i === shown.from ? POINTER : ',');
  }
  const is_similar = sentence.take(SIMILAR) !== undefined;
  if (shown) sentence.use(shown.from, shown.to);
  const is_vague = place === undefined;
  if (!shown) return { is_similar, is_vague, ...(isAskedOfIt ? { place: 0 } : {}) };
  // "like that" is about the first one unless one is named.
  const isChosen = shown.to - shown.from === 2 && sentence.hasOnly((word) => FILLERS.has(word));
  if (place === undefined && !is_similar && !details && !isChosen && !isAsking(sentence))
    return { is_similar, is_vague };
  return { place: place ?? 0, is_similar, is_vague };
}

const ASKING = phrase('(?:tell me|know|more|info|information|details?|describe|about|open|see|show)');
const isAsking = (sentence: Sentence) => sentence.find(ASKING) !== undefined;

/** "what brands are there": the question that the answer asks back, asked by the shopper. */
export type AskedField = 'brand' | 'color' | 'size' | 'category';

const ASKED_VALUES = phrase(
  '(?:what|which) (brands?|makes?|manufacturers?|colou?rs?|sizes?|kinds?|types?|categor(?:y|ies)) (?:(?:do|does|are|is|have|can|could) )(?!(?:it|this|that)(?: one)? [^\\p{L}]*$|(?:the )?(?:first|second|third|fourth|fifth|last) )(?:(?:you|u|they|it|there|these|those|i|we|the \\p{L}+) ?)?(?:(?:have|got|sell|carry|stock|offer|available|come in|get|choose from|them in|it in)(?= ) ?)*(?= )',
  '(?:what|which)(?: other)? (brands|colou?rs|sizes|kinds|types)(?= [^\\p{L}\\p{N}]*$)',
);

export function readAskedValues(sentence: Sentence): AskedField | undefined {
  const word = sentence.take(ASKED_VALUES)?.slice(1).find(Boolean);
  if (!word) return undefined;
  if (/^(?:kind|type|categor)/.test(word)) return 'category';
  return /^colou?r/.test(word) ? 'color' : word.startsWith('size') ? 'size' : 'brand';
}

const PAGING: ['next' | 'previous', RegExp][] = [
  [
    'previous',
    phrase(
      '(?:(?:go |page )?back to )?(?:the )?previous(?: page| ones| results)?',
      '(?:the )?page before(?: that| this)?',
      '(?:go |page )back',
      'back',
    ),
  ],
  [
    'next',
    phrase(
      '(?:the )?(?:next|following|more|others|rest|further|additional)(?: (?:page|ones|results|options|products|items|set|batch|lot|bunch|few|please))*',
      '(?:go )?forwards?',
      '(?:what|anything|something) else',
      'keep (?:(?:them|it) )?(?:going|coming)',
      'continue',
      'scroll(?: down| on)?',
      'go on',
      '(?:load|view) more',
      'is that (?:all|it)(?: (?:you|u|there)(?: have| got| is)?)?',
      'any others',
      'and (?:more|then)',
      '(?:something |other |some |a )?different(?: ones| options| results| products| styles?| designs?| models?| looks?)?',
      'other (?:ones|options|results|products|styles|designs|models|kinds|types|choices|ideas)',
    ),
  ],
];

/** Asks for others of what it names: where that is what was shown, they are on the next page. */
const MORE = phrase(
  '(?:some |any |the |even |show |me )*(?:more|other|others|another|further|additional|different|else)',
);

export const readMore = (sentence: Sentence): boolean => sentence.find(MORE) !== undefined;

/** What was shown pleases not: others are wanted. */
const DISLIKE = phrase(
  '(?:i )?(?:dont|do not|didnt) (?:really )?(?:like|want|fancy) (?:any of )?(?:these|those|them|it|any)(?: ones?)?(?= [^\\p{L}\\p{N}]*(?:$| (?:show|can|do|have|what|anything|give|but|got) ))',
  'none of (?:these|those|them)(?: (?:are|is) (?:any )?(?:good|right|nice|great))?',
  '(?:these|those|they)(?: ones)? (?:all )?(?:are|look)(?: (?:all|so|too|really|very|just))* (?:ugly|bad|horrible|awful|terrible|boring|hideous|rubbish|wrong|not (?:right|good|nice|great|for me))',
  '(?:thats |its |these are )?not (?:really |quite )?what (?:im|i am|i was|i) (?:looking for|after|·|want|need|had in mind)',
  'not (?:these|those|them)(?: ones)?(?= [^\\p{L}\\p{N}]*$)',
  // One that is refused is not shown again.
  `(?:(?:i )?(?:dont|do not|didnt) (?:really )?(?:like|want|fancy|need)|not(?: like)?|unlike|nothing like|anything but|(?:anything|something) (?:but|other than)|different (?:from|to|than)|(?:apart|aside) from|besides|except(?: for)?|forget|skip|i hate) (?:the |that |this )?(?:${ORDINAL}(?: (?:one|item|product|result|option|choice|pair))?|(?<=(?:that|this) )(?:one|item|product))(?= [^\\p{L}\\p{N}]*$)`,
);

export const readDislike = (sentence: Sentence): boolean => sentence.take(DISLIKE) !== undefined;

const PAGE_NUMBER = phrase(
  'page (?:number )?([1-9]\\d{0,3}|one|two|three|four|five)',
  '(?:back to )?(?:the )?(first|second|third|fourth|fifth|2nd|3rd|4th|5th) page',
  '(?:back|go|jump) to (?:the )?(first) (?:ones|results)',
  '(?:back|go|jump) to the (start|top|beginning) of (?:the |this )?(?:list|results|page)',
);

/** The next page, the one before, the last one, or a page by its place from 0 on. */
export type Paging = 'next' | 'previous' | 'last' | number;

const LAST_PAGE = phrase(
  '(?:(?:go |skip |jump )?to )?(?:the )?(?:very )?(?:last|final) page|(?:go |skip |jump )?to the (?:very )?end',
);

/** Only when the message says nothing else: "more waterproof ones" is no page. */
export function readPaging(sentence: Sentence): Paging | undefined {
  if (sentence.take(LAST_PAGE)) return 'last';
  const numbered = sentence.take(PAGE_NUMBER);
  const page = numbered?.slice(1).find(Boolean);
  if (page) return /^\d+$/.test(page) ? Number(page) - 1 : ORDINALS.find(([pattern]) => pattern.test(page))![1];
  for (const [direction, pattern] of PAGING) {
    const found = sentence.find(pattern);
    if (
      found &&
      sentence.hasOnly(
        (word) =>
          FILLERS.has(word) ||
          /^(?:else|keep|following|before|going|continue|scroll|down|set|batch|bunch|forwards?|load|view|further|additional|rest|previous|others|anything|different|none|styles?|designs?|models?|choices)$/.test(
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
