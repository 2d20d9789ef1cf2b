// Streams the events of a conversation: past events after a position, then new ones until the client disconnects.
import { AppError } from '../app-error.ts';
import { type SpyEvent, searchEvent, type TraceDeps, toEvent, toWire } from './spy.ts';
import { POLL_MS, type TraceNews, type TracePoller, type TracePosition } from './trace-poller.ts';

const BATCH = 500;
/** Proxies close idle connections. */
const HEARTBEAT_MS = 15_000;
const MAX_FOLLOWERS = 200;

interface FollowDeps extends TraceDeps {
  followers: { count: number };
  tracePoller: TracePoller;
}

type StreamPosition = Omit<TracePosition, 'convo_id'>;

export interface Followed {
  /** Resume token (`Last-Event-ID`). */
  id: string;
  kind: string;
  data: unknown;
}

interface Options {
  convo_id: string;
  last_event_id: string | undefined;
  seesEmails: boolean;
  /** Aborted when the client disconnects or the service stops. */
  signal: AbortSignal;
}

/** Yields null as a heartbeat. Rejects before the stream starts if it is refused. */
export async function followConversation(deps: FollowDeps, options: Options): Promise<AsyncIterable<Followed | null>> {
  const release = reserveSlot(deps, options.signal);
  try {
    const { facts, searches } = await readTrace(deps, { ...options, event_no: 0, search_no: 0 }, 1);
    if (facts.length + searches.length === 0) throw new AppError('conversation_not_found');
  } catch (error) {
    release();
    throw error;
  }
  return follow(deps, options, release);
}

/** Reserves a slot before any await. The signal also releases it if the stream is never read. */
function reserveSlot({ followers }: FollowDeps, signal: AbortSignal): () => void {
  if (followers.count >= MAX_FOLLOWERS) throw new AppError('overloaded');
  followers.count++;
  let isReserved = true;
  const release = () => {
    if (isReserved) followers.count--;
    isReserved = false;
  };
  if (signal.aborted) release();
  signal.addEventListener('abort', release, { once: true });
  return release;
}

async function* follow(deps: FollowDeps, options: Options, release: () => void): AsyncGenerator<Followed | null> {
  const { convo_id, signal } = options;
  const position = parsePosition(options.last_event_id);
  try {
    for (let silent_ms = 0, isAtEnd = false; !signal.aborted; ) {
      const news: TraceNews = await (isAtEnd
        ? deps.tracePoller.next({ convo_id, ...position })
        : readTrace(deps, { convo_id, ...position }, BATCH));
      const events = stepsOf(deps, news);
      for (const { event, ...step } of events) {
        Object.assign(position, step);
        yield {
          id: `${position.event_no}.${position.search_no}`,
          kind: event.kind,
          data: toWire(event, options.seesEmails),
        };
      }
      isAtEnd = !news.isFull;
      silent_ms = events.length > 0 ? 0 : silent_ms + POLL_MS;
      if (silent_ms <= HEARTBEAT_MS) continue;
      silent_ms = 0;
      yield null;
    }
  } catch (error) {
    // The store may be closed while a stream ends.
    if (!signal.aborted) throw error;
  } finally {
    release();
  }
}

async function readTrace({ store }: TraceDeps, position: TracePosition, limit: number): Promise<TraceNews> {
  const { convo_id, event_no, search_no } = position;
  const [facts, searches] = await Promise.all([
    store.listEvents({ convo_id, after: event_no, limit }),
    store.listSearches({ convo_id, after: search_no, limit }),
  ]);
  return { facts, searches, isFull: facts.length === limit || searches.length === limit };
}

type Step = Partial<StreamPosition> & { event: SpyEvent };

const stepsOf = (deps: TraceDeps, { facts, searches }: TraceNews): Step[] =>
  merge(
    facts.map((fact) => ({ event_no: fact.event_no, event: toEvent(fact) })),
    searches.map((search) => ({ search_no: search.search_no, event: searchEvent(deps, search) })),
  );

/** Merges by time, but keeps each list in number order, so that a clock set back cannot repeat events. */
function merge(facts: Step[], searches: Step[]): Step[] {
  const steps: Step[] = [];
  for (const fact of facts) {
    while (searches.length > 0 && searches[0]!.event.at_ms <= fact.event.at_ms) steps.push(searches.shift()!);
    steps.push(fact);
  }
  return [...steps, ...searches];
}

/** An unknown resume token starts from the beginning. */
function parsePosition(id: string | undefined): StreamPosition {
  const [, event_no, search_no] = /^(\d{1,15})\.(\d{1,15})$/.exec(id ?? '') ?? [];
  return { event_no: Number(event_no ?? 0), search_no: Number(search_no ?? 0) };
}
