// Loads a conversation from the store.
import type { ConversationStore } from '../store/conversation-store.ts';
import type { Conversation } from './conversation.ts';
import { decodeConversation, newConversation, UnreadableConversation } from './stored-conversation.ts';

/** An unreadable conversation is reported and starts over, so that it does not fail forever. */
export async function loadConversation(
  { store }: { store: ConversationStore },
  convo_id: string,
  onUnreadable: (reason: string) => void,
): Promise<Conversation> {
  const stored = await store.getConversationState({ convo_id });
  if (!stored) return newConversation(convo_id);
  try {
    return decodeConversation(stored, convo_id);
  } catch (error) {
    if (!(error instanceof UnreadableConversation)) throw error;
    onUnreadable(error.message);
    return newConversation(convo_id);
  }
}
