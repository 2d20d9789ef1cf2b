// Publishes failures of feed runs, which the store keeps apart from deliveries until then.
import { BackgroundLoop } from '../background-loop.ts';
import type { WebhookStore } from '../store/webhook-store.ts';

const POLL_MS = 500;
const RETRY_MS = 1000;
const BATCH = 100;

type RelayStore = Pick<WebhookStore, 'listFeedEvents' | 'publishEvents' | 'deleteFeedEvents'>;

/** An event that is published and not yet deleted is published again without effect, also by another instance. */
export function createFeedEventRelay({ store }: { store: RelayStore }, onFault: (error: unknown) => void) {
  const run = async (): Promise<boolean> => {
    const events = await store.listFeedEvents({ limit: BATCH });
    if (events.length === 0) return false;
    await store.publishEvents({ events });
    await store.deleteFeedEvents({ ids: events.map(({ id }) => id) });
    return events.length === BATCH;
  };
  return new BackgroundLoop({ run, rest_ms: POLL_MS, retry_ms: RETRY_MS, onFault });
}
