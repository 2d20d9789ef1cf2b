// What a conversation asks for as labels for people ("chips"), each of which can be taken back by itself.
import { isDeepStrictEqual } from 'node:util';
import type { Understood } from '@finderfee/contract/conversation.ts';
import { ORDER_TEXTS } from '../language/english-replies.ts';
import { wordsOf } from '../text/analyse.ts';
import { maskSecrets } from '../text/mask.ts';
import { STOP_WORDS } from '../text/stop-words.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { type ChatState, emptyState, JOINTS } from './chat-state.ts';
import { criterionText } from './describe-search.ts';
import { type Filter, LIMITS, VALUE_FIELDS, VALUES, withoutValues } from './filters.ts';
import { isKnownTo } from './find-products.ts';
import { joinWords, phrasesOf } from './phrases.ts';

interface Chip {
  label: string;
  kind: Understood['kind'];
  /** The state without it. */
  drop: Filter['drop'];
}

export const understoodOf = (state: ChatState, vocabulary: Vocabulary): Understood[] =>
  chipsOf(state, vocabulary).map(({ label, kind }) => ({ label, kind, undo_message: undoMessage(label) }));

/** The state without the chip that an undo message names; undefined for any other message. */
export function removeUnderstood(state: ChatState, message: string, vocabulary: Vocabulary): ChatState | undefined {
  if (!message.startsWith(UNDO)) return undefined;
  // Messages arrive masked, and product names may contain anything.
  const chip = chipsOf(state, vocabulary).find(({ label }) => maskSecrets(undoMessage(label)) === message);
  if (!chip) return undefined;
  const left = chip.drop(state);
  return chipsOf(left, vocabulary).length > 0 ? left : emptyState();
}

const UNDO = 'remove "';
const undoMessage = (label: string) => `${UNDO}${label}"`;

/** Equal labels of one kind are one chip; of several kinds, the later ones name their kind. */
function chipsOf(state: ChatState, vocabulary: Vocabulary): Chip[] {
  const labels = new Set<string>();
  const equal = Map.groupBy(allChips(state, vocabulary), ({ label, kind }) => `${kind} ${label}`);
  return [...equal.values()].map((chips) => {
    const { label, kind } = chips[0]!;
    const own = labels.has(label) ? `${label} (${kind})` : label;
    labels.add(own);
    return { label: own, kind, drop: (state) => chips.reduce((left, { drop }) => drop(left), state) };
  });
}

function* allChips(state: ChatState, vocabulary: Vocabulary): Generator<Chip> {
  yield* wordChips(state, vocabulary);
  for (const phrase of state.soft)
    yield chip('unknown', phrase, (left) => ({ ...left, soft: without(left.soft, phrase) }));
  yield* filterChips(state);
  for (const field of VALUE_FIELDS)
    for (const value of state.unwanted[field] ?? [])
      yield chip('exclusion', `not ${VALUES[field].text(value)}`, (left) =>
        withoutValues(left, 'unwanted', field, [value]),
      );
  for (const word of state.unwanted_words)
    yield chip('exclusion', `not ${word}`, (left) => ({
      ...left,
      unwanted_words: without(left.unwanted_words, word),
    }));
  if (state.order) yield chip('sort', ORDER_TEXTS[state.order], ({ order: _, ...left }) => left);
}

/** Unknown words of the subject are a chip of their own. */
function* wordChips({ words }: ChatState, vocabulary: Vocabulary): Generator<Chip> {
  const phrases = phrasesOf(joinWords(words.split(' '))).filter(Boolean);
  for (const phrase of phrases) {
    const isJoined = JOINTS.has(phrase.split(' ')[0]!);
    const unknown = phrase.split(' ').filter((word) => !isJoined && !isKnown(word, vocabulary));
    const known = joinWords(phrase.split(' ').filter((word) => !unknown.includes(word)));
    const leaving = (rest: string) => (left: ChatState) =>
      setWords(
        left,
        phrases.map((other) => (other === phrase ? rest : other)),
      );
    if (known) yield chip(isJoined ? 'word' : 'subject', known, leaving(unknown.join(' ')));
    if (unknown.length > 0) yield chip('unknown', known ? unknown.join(' ') : phrase, leaving(known));
  }
}

function* filterChips(state: ChatState): Generator<Chip> {
  const { similar_to, wanted } = state;
  if (similar_to) yield chip('similar', `like ${similar_to.name}`, ({ similar_to: _, ...left }) => left);
  for (const field of VALUE_FIELDS)
    for (const value of wanted[field] ?? [])
      yield chip(VALUES[field].kind, VALUES[field].text(value), (left) =>
        withoutValues(left, 'wanted', field, [value]),
      );
  for (const { kind, text, drop } of Object.values<Filter>(LIMITS))
    if (text(state)) yield chip(kind, text(state), drop);
  for (const criterion of state.criteria ?? [])
    yield chip('criterion', criterionText(criterion), (left) => ({
      ...left,
      criteria: without(left.criteria!, criterion),
    }));
}

const chip = (kind: Chip['kind'], label: string, drop: Chip['drop']): Chip => ({ kind, label: shortened(label), drop });

const without = <T>(items: T[], removed: T): T[] => items.filter((item) => !isDeepStrictEqual(item, removed));

/** An undo message must fit into a chat message. */
const MAX_LABEL_CHARS = 200;
const shortened = (label: string) =>
  label.length > MAX_LABEL_CHARS ? `${[...label].slice(0, MAX_LABEL_CHARS).join('')}…` : label;

const isKnown = (word: string, vocabulary: Vocabulary) =>
  STOP_WORDS.has(word) || wordsOf(word).some((part) => isKnownTo(vocabulary, part) || /\d/.test(part));

function setWords({ last_words: _, head, ...left }: ChatState, phrases: string[]): ChatState {
  const words = joinWords(phrases.filter(Boolean).join(' ').split(' '));
  return { ...left, words, ...(head && words.includes(head) ? { head } : {}) };
}
