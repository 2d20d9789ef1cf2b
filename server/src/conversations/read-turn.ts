// Reads a message in three pure stages and says what the turn does.
import { stem } from '../text/analyse.ts';
import { sizesFor } from '../vocabulary/size-values.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import type { ChatState, ShownItem } from './chat-state.ts';
import {
  DISCUSSED,
  type Intent,
  type IntentOf,
  type Paging,
  type SmallTalkTopic,
  type UnsupportedTopic,
} from './grammar/intent.ts';
import { parseMessage } from './grammar/parse-message.ts';
import { type Context, itemAt, reduce } from './reducer/reduce.ts';
import { tagMessage } from './tagger/tag-message.ts';
import { type Translation, translateMessage } from './tagger/translate-message.ts';

export type Act =
  | { kind: 'search'; asked_field?: IntentOf<'AskValues'>['field'] }
  | { kind: 'page'; to: Paging }
  | { kind: 'product'; item: ShownItem }
  | { kind: 'ask'; intent: IntentOf<'Ask'>; items: ShownItem[] }
  | { kind: 'talk'; topic: SmallTalkTopic | UnsupportedTopic | TurnTopic };
type TurnTopic = 'reset' | 'undo' | 'nothing' | 'nothing_shown' | 'not_shown' | 'agreed';

export interface ReadTurn {
  state: ChatState;
  act: Act;
  /** What cannot be done or checked, to be said with the result. */
  unsupported: UnsupportedTopic[];
  unchecked: IntentOf<'Unchecked'>[];
  is_new_subject: boolean;
  language: Translation['language'];
}

export function readTurn(
  before: ChatState,
  message: string,
  shown: readonly ShownItem[],
  vocabulary: Vocabulary,
): ReadTurn {
  const { message: english, language } = translateMessage(message, vocabulary);
  const spans = tagMessage(english, vocabulary, { may_correct: language === 'english' });
  const clauses = parseMessage(spans, vocabulary).map(({ intents, is_correction }) => ({
    intents: intents.map((intent) => asPlace(intent, before, shown, vocabulary)),
    is_correction,
  }));
  const { is_absent = false, ...kept } = before;
  let state: ChatState = { ...kept, soft: [] };
  for (const { intents, is_correction } of clauses) {
    const context: Context = { vocabulary, shown, is_correction, is_absent, set_fields: new Set() };
    for (const intent of inOrder(withoutLifted(intents))) state = reduce(state, intent, context);
  }
  const intents = clauses.flatMap((clause) => clause.intents);
  const of = <T extends Intent['type']>(type: T) =>
    intents.filter((intent): intent is IntentOf<T> => intent.type === type);
  return {
    state,
    act: actOf(intents, before, shown),
    unsupported: of('Unsupported').map(({ topic }) => topic),
    unchecked: of('Unchecked'),
    language,
    is_new_subject:
      before.head !== undefined &&
      of('NewSubject').some(({ mode, head }) => mode === 'new' && stem(head) !== stem(before.head!)),
  };
}

/** After a list, a small number that is neither a size nor replaces a limit is a position. */
function asPlace(
  intent: Intent,
  { price, wanted }: ChatState,
  shown: readonly ShownItem[],
  vocabulary: Vocabulary,
): Intent {
  if (intent.type !== 'SetNumber' || !Number.isInteger(intent.number) || intent.number > shown.length) return intent;
  const isSize = wanted.size || sizesFor(String(intent.number), vocabulary).length > 0;
  return isSize || Object.keys(price).length > 0
    ? intent
    : { type: 'PointAt', place: intent.number, is_similar: false };
}

/** "more expensive is fine, up to 70": the new limit replaces the old one. */
const withoutLifted = (intents: Intent[]): Intent[] =>
  intents.some(({ type }) => type === 'SetPrice' || type === 'SetNumber')
    ? intents.filter((intent) => intent.type !== 'Release' || (intent.field !== 'high' && intent.field !== 'low'))
    : intents;

/** The subject first: it drops filters of the subject before. Released values before those that are set. */
const RANKS = ['ReleaseWords', 'ReleaseValue', 'Release', 'PointAt', 'AddWords', 'NewSubject', 'Reset'];
const inOrder = (intents: Intent[]): Intent[] =>
  intents.toSorted((a, b) => RANKS.indexOf(b.type) - RANKS.indexOf(a.type));

/** Intents that do not change the search. */
const OTHER = new Set<Intent['type']>(['Page', 'PointAt', 'Ask', 'SmallTalk', 'Unsupported', 'Undo']);

function actOf(intents: Intent[], before: ChatState, shown: readonly ShownItem[]): Act {
  const find = <T extends Intent['type']>(type: T) =>
    intents.find((intent): intent is IntentOf<T> => intent.type === type);
  const unsupported = find('Unsupported');
  const isSearch = intents.some(({ type }) => !OTHER.has(type));
  if (unsupported && !isSearch) return { kind: 'talk', topic: unsupported.topic };
  if (find('Undo')) return { kind: 'talk', topic: 'undo' };
  if (find('Reset') && intents.every(({ type }) => type === 'Reset' || OTHER.has(type)))
    return { kind: 'talk', topic: 'reset' };
  const absent: Act = { kind: 'talk', topic: shown.length > 0 ? 'not_shown' : 'nothing_shown' };
  const asked = find('Ask');
  if (asked) {
    const items = itemsAsked(asked, shown, before);
    return items.length > 0 ? { kind: 'ask', intent: asked, items } : absent;
  }
  const values = find('AskValues');
  if (values) return { kind: 'search', asked_field: values.field };
  const pointed = find('PointAt');
  const item = pointed && itemAt(shown, pointed.place, before);
  if (isSearch || (pointed?.is_similar && (item || (pointed.place === DISCUSSED && shown.length > 0))))
    return { kind: 'search' };
  if (pointed) return item ? { kind: 'product', item } : absent;
  const page = find('Page');
  if (page) return shown.length > 0 ? { kind: 'page', to: page.to } : absent;
  const unread = intents.length === 0 && shown.length > 0 ? 'agreed' : 'nothing';
  return { kind: 'talk', topic: find('SmallTalk')?.topic ?? unread };
}

/** The products that a question is about; a comparison without any is about the first two. */
function itemsAsked(
  { places, is_comparison }: IntentOf<'Ask'>,
  shown: readonly ShownItem[],
  state: ChatState,
): ShownItem[] {
  if (is_comparison && places.length < 2) return shown.slice(0, 2);
  const meant = places.length > 0 ? places : [undefined];
  return meant.flatMap((place) => itemAt(shown, place, state) ?? []);
}
