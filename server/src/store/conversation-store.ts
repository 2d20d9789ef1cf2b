// The store port of conversations with the assistant.
import type { PurgeBy } from './purge-by.ts';

/** A turn of a conversation: the resulting state, and the data of its trace event. */
export interface TurnWrite {
  convo_id: string;
  message_id: string;
  /** JSON. */
  state: string;
  data: Record<string, unknown>;
  now_ms: number;
}

export interface ConversationStore {
  /** The state as JSON; null if the conversation has no turns. */
  getConversationState(by: { convo_id: string }): Promise<string | null>;
  /** Saves the state and appends the event in one transaction. */
  saveTurn(turn: TurnWrite): Promise<void>;
  /** Conversations without a turn since then. A later turn starts a new conversation. */
  purgeConversations(by: PurgeBy): Promise<number>;
}
