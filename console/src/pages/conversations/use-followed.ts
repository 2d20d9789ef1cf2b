// Follows a conversation: the events so far, then new ones as they happen.
import type { ConversationEvent } from '@finderfee/client';
import { useEffect, useState } from 'preact/hooks';
import { api, REFRESH } from '../../api.ts';
import { checkSession } from '../../session.ts';

/** An event that came while the page was open is new. */
export type TraceEvent = ConversationEvent & { lastEventId: string; isNew: boolean };

interface Followed {
  /** Oldest first. Undefined until the first ones have come. */
  events: readonly TraceEvent[] | undefined;
  error: unknown;
  retry: () => void;
}

/** The newest are kept. */
const MAX_EVENTS = 1000;
/** Events that come within this time are shown together. */
const GATHER_MS = 50;
/** After a pause of this length, the events of the past have come. */
const PAUSE_MS = 1000;

export function useFollowed(convo_id: string): Followed {
  const [events, setEvents] = useState<readonly TraceEvent[]>();
  const [error, setError] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const ended = new AbortController();
    setEvents(undefined);
    setError(undefined);
    let gathered: TraceEvent[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last_ms = Number.POSITIVE_INFINITY;
    let isReplayed = false;
    const show = () => {
      timer = undefined;
      const news = gathered;
      gathered = [];
      setEvents((before = []) => [...before, ...news].slice(-MAX_EVENTS));
    };
    const follow = async () => {
      for await (const event of api.conversations.follow(convo_id, { ...REFRESH, signal: ended.signal })) {
        isReplayed ||= performance.now() - last_ms > PAUSE_MS;
        last_ms = performance.now();
        gathered.push({ ...event, isNew: isReplayed });
        timer ??= setTimeout(show, GATHER_MS);
      }
    };
    follow().catch((cause) => {
      if (ended.signal.aborted) return;
      setError(cause);
      void checkSession(cause);
    });
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, [convo_id, attempt]);
  return { events, error, retry: () => setAttempt((count) => count + 1) };
}
