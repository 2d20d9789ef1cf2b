// The part of the store port that conversations use.

/** A turn of a conversation: the resulting state, and the data of its trace event. */
export interface TurnWrite {
  convo_id: string;
  message_id: string;
  /** JSON. */
  state: string;
  data: Record<string, unknown>;
  now_ms: number;
}

/** Fields of the vocabulary. `word` holds the words of names and categories. */
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

/** For each field, its values with the number of products that have them. */
export type VocabularyCounts = Record<VocabularyField, [value: string, count: number][]>;

export interface VocabularyStep {
  /** The cursor for the next step. */
  last_no: number;
  is_end: boolean;
  counts: VocabularyCounts;
}

export interface ConversationCalls {
  /** The state as JSON; null if the conversation has no turns. */
  getConversationState(by: { convo_id: string }): Promise<string | null>;
  /** Saves the state and appends the event in one transaction. */
  saveTurn(turn: TurnWrite): Promise<void>;
  /** Counts the vocabulary of at most `limit` products after a product number. */
  countVocabulary(by: { after: number; limit: number }): Promise<VocabularyStep>;
  saveVocabulary(by: { change_no: number; counts: VocabularyCounts }): Promise<void>;
  loadVocabulary(by: Record<string, never>): Promise<{ change_no: number; counts: VocabularyCounts } | null>;
}
