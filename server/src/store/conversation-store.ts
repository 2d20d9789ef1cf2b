// The store port of conversations with the assistant.
import type { PurgeBy } from './purge-by.ts';

/** A turn of a conversation: the resulting state, and the data of its trace event. */
export interface TurnWrite {
  convo_id: string;
  message_id: string;
  /** JSON. */
  state: string;
  data: Record<string, unknown>;
  /** The version that the turn is based on; 0 for the first turn. */
  version: number;
  now_ms: number;
}

export interface ConversationState {
  /** JSON. */
  state: string;
  /** Grows with every change of the state. */
  version: number;
}

export interface ConversationStore {
  /** Null if the conversation has no turns. */
  getConversationState(by: { convo_id: string }): Promise<ConversationState | null>;
  /** Saves the state and appends the event in one transaction; `stale` if the version has changed since it was read. */
  saveTurn(turn: TurnWrite): Promise<'saved' | 'stale'>;
  /** Conversations without a turn since then. A later turn starts a new conversation. */
  purgeConversations(by: PurgeBy): Promise<number>;
}
