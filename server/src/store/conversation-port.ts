// What conversations keep in the store and ask of it.

/** A turn of a conversation: the state that it leaves, and its event on the trace. */
export interface TurnWrite {
  convo_id: string;
  message_id: string;
  /** JSON. */
  state: string;
  data: Record<string, unknown>;
  now_ms: number;
}

/** What the chat's reader looks up: the values of these fields, and the words of names and categories. */
export const VOCABULARY_FIELDS = [
  'brand',
  'merchant',
  'color',
  'size',
  'material',
  'gender',
  'condition',
  'currency',
  'category',
  'word',
] as const;
export type VocabularyField = (typeof VOCABULARY_FIELDS)[number];

/** By field: values and how many products have them. */
export type VocabularyCounts = Record<VocabularyField, [value: string, count: number][]>;

export interface VocabularyStep {
  /** Where to go on from. */
  last_no: number;
  is_end: boolean;
  counts: VocabularyCounts;
}

/** The calls of conversations. */
export interface ConversationCalls {
  /** The state of a conversation as JSON; null when nothing was said in it. */
  getConversationState(by: { convo_id: string }): Promise<string | null>;
  /** Keeps the state and the event in one transaction. */
  saveTurn(turn: TurnWrite): Promise<void>;
  /** Counts the words of at most `limit` products after a number. */
  countVocabulary(by: { after: number; limit: number }): Promise<VocabularyStep>;
  saveVocabulary(by: { change_no: number; counts: VocabularyCounts }): Promise<void>;
  loadVocabulary(by: Record<string, never>): Promise<{ change_no: number; counts: VocabularyCounts } | null>;
}
