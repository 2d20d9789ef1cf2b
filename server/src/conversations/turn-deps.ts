// The dependencies of one turn, with a bounded number of searches.
import { AppError } from '../app-error.ts';
import type { IndexDeps, NewSessionDeps } from '../discovery/ranking.ts';
import type { PageDeps } from '../discovery/session-page.ts';
import type { SearchCaller, SearchIndex } from '../index/port.ts';
import type { CatalogueStore } from '../store/catalogue-store.ts';
import type { ConfigStore } from '../store/config-store.ts';
import type { ConversationStore } from '../store/conversation-store.ts';
import type { SessionStore } from '../store/session-store.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import type { ModelSettings } from './model/completions.ts';
import type { TurnQueue } from './turn-queue.ts';

/** Three filters without a common match take ten searches: as words, dropped one by one, and dropped together. */
export const MAX_SEARCHES = 12;

export interface ChatDeps extends IndexDeps, NewSessionDeps, PageDeps {
  store: ConversationStore & SessionStore & CatalogueStore & ConfigStore;
  index: Pick<SearchIndex, 'search' | 'summarise'>;
  vocabulary: () => Vocabulary;
  turns: TurnQueue;
  model: ModelSettings | null;
}

export interface TurnDeps extends ChatDeps {
  /** Searches left for this turn. */
  searches: { left: number };
  /** Aborted when the caller disconnects. */
  signal: AbortSignal | undefined;
  /** Runs a part of the turn within the concurrency limit. */
  work: <T>(task: () => Promise<T>) => Promise<T>;
}

/** Throws if the caller has disconnected. */
export function refuseAbandoned(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new AppError('overloaded', { cause: 'the turn was abandoned' });
}

/** The searches of an admitted turn are admitted too, so that it is not refused half-way. */
export function turnDeps(deps: ChatDeps, { signal, is_keyless = false }: SearchCaller): TurnDeps {
  const searches = { left: MAX_SEARCHES };
  const caller: SearchCaller = { signal, is_keyless, is_admitted: true };
  return {
    ...deps,
    searches,
    signal,
    work: (task) =>
      deps.turns.work(is_keyless, () => {
        refuseAbandoned(signal);
        return task();
      }),
    index: {
      search: (query) => {
        searches.left--;
        return deps.index.search(query, caller);
      },
      summarise: (product_nos) => deps.index.summarise(product_nos, caller),
    },
  };
}
