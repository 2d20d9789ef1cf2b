// Polls the traces of all followed conversations together: two queries per round, however many clients follow.
import type { LedgerStore, TraceEvent } from '../store/ledger-store.ts';
import type { SearchEvent, SessionStore } from '../store/session-store.ts';

/** Events must arrive within a second; polling may take only part of that. */
export const POLL_MS = 300;
/** Per conversation and round, so that the answers of a round stay small. A follower that gets as many reads the rest. */
const MAX_EVENTS = 100;

/** Position in a trace: the last event number and the last search number. */
export interface TracePosition {
  convo_id: string;
  event_no: number;
  search_no: number;
}

export interface TraceNews {
  facts: TraceEvent[];
  searches: SearchEvent[];
  /** More may follow at once. */
  isFull: boolean;
}

interface Follower {
  position: TracePosition;
  resolve: (news: TraceNews) => void;
  reject: (error: unknown) => void;
}

export class TracePoller {
  readonly #store: Pick<LedgerStore, 'listEventsOf'> & Pick<SessionStore, 'listSearchesOf'>;
  #waiting: Follower[] = [];
  #isScheduled = false;

  constructor(store: Pick<LedgerStore, 'listEventsOf'> & Pick<SessionStore, 'listSearchesOf'>) {
    this.#store = store;
  }

  /** What a conversation has after a position, at the next round; nothing, if nothing happened. */
  next(position: TracePosition): Promise<TraceNews> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ position, resolve, reject });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting.length === 0) return;
    this.#isScheduled = true;
    setTimeout(async () => {
      const followers = this.#waiting.splice(0);
      try {
        const news = await this.#read(followers.map(({ position }) => position));
        for (const [i, { resolve }] of followers.entries()) resolve(news[i]!);
      } catch (error) {
        for (const { reject } of followers) reject(error);
      }
      this.#isScheduled = false;
      this.#schedule();
    }, POLL_MS);
  }

  async #read(positions: TracePosition[]): Promise<TraceNews[]> {
    const after = (number: 'event_no' | 'search_no') =>
      positions.map(({ convo_id, [number]: last }) => ({ convo_id, after: last }));
    const [events, searches] = await Promise.all([
      this.#store.listEventsOf({ positions: after('event_no'), limit: MAX_EVENTS }),
      this.#store.listSearchesOf({ positions: after('search_no'), limit: MAX_EVENTS }),
    ]);
    return positions.map((_, i) => {
      const [facts, found] = [events[i]!, searches[i]!];
      return { facts, searches: found, isFull: facts.length === MAX_EVENTS || found.length === MAX_EVENTS };
    });
  }
}
