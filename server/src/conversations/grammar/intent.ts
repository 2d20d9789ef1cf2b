// What a message asks for: the result of the grammar, and the input of the reducer.

import type { ValueField } from '../../vocabulary/vocabulary.ts';
import type { Question } from '../answer-question.ts';

/** A field that can be released: a value field, or a limit. */
export type ReleasedField = ValueField | ReleasedLimit | 'category' | 'all';
type ReleasedLimit = 'price' | 'low' | 'high' | 'currency' | 'discount' | 'in_stock' | 'free_shipping';
type Order = 'cheapest' | 'dearest' | 'discount';
export type Paging = 'next' | 'previous' | 'last' | number;
/** Position in the list shown, from 1; 0 is the last one, undefined the one discussed. */
export type Place = number | undefined;

/** Only the product discussed; nothing if there is none. */
export const DISCUSSED = -1;

export type SmallTalkTopic = 'greeting' | 'browsing' | 'thanks' | 'goodbye' | 'help' | 'who';
/** What the assistant cannot do, by the sentence that says so. */
export type UnsupportedTopic = 'ratings' | 'delivery' | 'orders' | 'codes' | 'people' | 'choices' | 'chatter';
/** A phrase that cannot be checked: unknown words, a limit on a measure, an exclusion of something unknown. */
export type UncheckedKind = 'exclusion' | 'limit' | 'age';

/** `choose`: "black is fine" lifts an exclusion of black, or chooses it. */
type FilterMode = 'set' | 'add' | 'accept' | 'choose' | 'default';

export type Intent =
  | { type: 'SetFilter'; field: ValueField; values: string[]; mode: FilterMode }
  | { type: 'SetOffer'; in_stock?: true; free_shipping?: true; on_sale?: true; at_least?: number; at_most?: number }
  | { type: 'Exclude'; field: ValueField; values: string[] }
  | { type: 'ExcludeShown'; field: ValueField; place: Place }
  | { type: 'ExcludeWords'; words: string }
  | { type: 'Release'; field: ReleasedField }
  | { type: 'ReleaseValue'; field: ValueField; values: string[] }
  | { type: 'ReleaseWords'; words: string }
  | { type: 'SetPrice'; low?: number; high?: number; is_around?: boolean; currency?: string }
  | { type: 'ChangePrice'; direction: 'cheaper' | 'dearer'; place?: Place }
  | { type: 'ChangeLimit'; by: number; factor: number }
  | { type: 'SetNumber'; number: number }
  | { type: 'Sort'; order: Order }
  | { type: 'Page'; to: Paging }
  | { type: 'PointAt'; place: Place; is_similar: boolean }
  | { type: 'Ask'; question: Question; places: Place[]; is_comparison: boolean }
  | { type: 'AskValues'; field: 'brand' | 'color' | 'size' | 'category' }
  | { type: 'NewSubject'; words: string; head: string; mode: 'new' | 'keep' | 'related' }
  /** `words` are known, `soft` are not; `phrase` is all of them as said. */
  | { type: 'AddWords'; words: string; soft: string[]; phrase?: string; mode: 'add' | 'replace' }
  | { type: 'Undo' }
  | { type: 'Reset' }
  | { type: 'SmallTalk'; topic: SmallTalkTopic }
  | { type: 'Unsupported'; topic: UnsupportedTopic }
  | { type: 'Unchecked'; kind: UncheckedKind; phrase: string };

export type IntentOf<T extends Intent['type']> = Extract<Intent, { type: T }>;
