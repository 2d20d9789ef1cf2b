// The conversation stored between turns: versioned, validated, and started over if it cannot be read.
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { ConversationStore } from '../store/conversation-store.ts';
import { StoredConversation } from './chat-state.ts';

export type Conversation = z.output<typeof StoredConversation> & { convo_id: string };

/** Version 1 (Finderfee 0.1) has no version field; 3 adds fields with defaults. An incompatible change needs an upgrade. */
const VERSION = 3;
const MAX_HISTORY = 6;
const MAX_EARLIER = 5;

/** Adds a turn to the conversation after it. One that changed the search keeps the search before it; "undo" took one back. */
export function withTurn(after: Conversation, before: Conversation, said: string, reply: string): Conversation {
  const isUndone = after.earlier.length < before.earlier.length;
  const isKept = isUndone || isDeepStrictEqual(after.state, before.state);
  return {
    ...after,
    earlier: isKept ? after.earlier : [before.state, ...after.earlier].slice(0, MAX_EARLIER),
    history: [...after.history, { said, reply }].slice(-MAX_HISTORY),
  };
}

export const newConversation = (convo_id: string): Conversation => ({ convo_id, ...StoredConversation.parse({}) });

export const encodeConversation = (conversation: Conversation): string =>
  JSON.stringify({ version: VERSION, ...conversation });

/** Returns the stored version too. An unreadable conversation is reported and starts over, so that it does not fail forever. */
export async function loadConversation(
  { store }: { store: ConversationStore },
  convo_id: string,
  onUnreadable: (reason: string) => void,
): Promise<{ conversation: Conversation; version: number }> {
  const stored = await store.getConversationState({ convo_id });
  if (!stored) return { conversation: newConversation(convo_id), version: 0 };
  const read = decodeConversation(stored.state);
  if (typeof read !== 'string') return { conversation: { convo_id, ...read }, version: stored.version };
  onUnreadable(read);
  return { conversation: newConversation(convo_id), version: stored.version };
}

/** Missing fields get their defaults. A text says why it cannot be read. */
function decodeConversation(json: string): z.output<typeof StoredConversation> | string {
  let stored: unknown;
  try {
    stored = JSON.parse(json);
  } catch {
    // Reported below.
  }
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return 'it is not a JSON object';
  const { version = 1 } = stored as { version?: unknown };
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1 || version > VERSION)
    return `unknown version ${JSON.stringify(version)}, supported are 1 to ${VERSION}`;
  const read = StoredConversation.safeParse(stored);
  // The values are personal data, so only the fields are named.
  return read.success ? read.data : `invalid fields: ${read.error.issues.map(({ path }) => path.join('.')).join(', ')}`;
}
