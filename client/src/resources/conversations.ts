// The trace of a conversation, read or followed.
import { listConversations, spy } from '../generated/operations.ts';
import type {
  Conversation,
  ConversationEvent,
  ConversationList,
  ListConversationsQuery,
  SpyQuery,
} from '../generated/schemas.ts';
import { type Paged, pagedByCursor } from '../paged.ts';
import { resumable } from '../resumable.ts';
import type { CallOptions } from '../transport.ts';
import { Resource } from './resource.ts';

export interface FollowOptions extends CallOptions {
  /** Continues after this event. Without it, from the beginning. */
  lastEventId?: string | undefined;
}

/** An event of a conversation, with the id to continue after. */
export type FollowedEvent = ConversationEvent & { lastEventId: string };

export class Conversations extends Resource {
  /** Conversations by their last event, newest first. */
  list(query: ListConversationsQuery = {}, options?: CallOptions): Paged<ConversationList> {
    return pagedByCursor((cursor) =>
      this.transport.call(listConversations, { query: cursor === undefined ? query : { cursor } }, options),
    );
  }

  /** Everything that happened in a conversation, oldest first. */
  get(convoId: string, query: SpyQuery = {}, options?: CallOptions): Promise<Conversation> {
    return this.transport.call(spy, { params: { convo_id: convoId }, query }, options);
  }

  /**
   * Yields every event, then new ones as they happen, until you stop iterating or abort `signal`.
   * A lost connection is resumed after the last event, so that none is repeated or missed.
   */
  async *follow(convoId: string, options: FollowOptions = {}): AsyncGenerator<FollowedEvent, void, undefined> {
    let { lastEventId = '' } = options;
    const input = { params: { convo_id: convoId } };
    for await (const { id, data } of resumable(this.transport, spy, input, options, { isLive: true })) {
      lastEventId = id ?? lastEventId;
      yield { ...JSON.parse(data), lastEventId };
    }
  }
}
