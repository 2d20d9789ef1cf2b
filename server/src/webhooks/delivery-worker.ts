// Sends due deliveries, a few at a time per endpoint, so that a slow endpoint delays no other.
import timers from 'node:timers/promises';
import { BackgroundLoop } from '../background-loop.ts';
import { shortenUrl } from '../fetching/download.ts';
import type { PostClient } from '../fetching/post-client.ts';
import type { Notices } from '../log.ts';
import { isSuccess } from '../store/rules/delivery-transitions.ts';
import type { AttemptWrite, DueDelivery, WebhookStore } from '../store/webhook-store.ts';
import type { StoreDeps } from '../store-deps.ts';
import { SEND_TIMEOUT_MS, sendDelivery } from './send-delivery.ts';

const POLL_MS = 200;
const RETRY_MS = 1000;
const MAX_IN_FLIGHT = 10;
/** A delivery of an instance that died is due again after this time. It covers an attempt and recording it. */
const LEASE_MS = 30_000;
/** Running attempts may take this long when the service stops. Others take them after the lease. */
const STOP_GRACE_MS = 1000;

/** Attempts since the start: answered with 2xx, with another status, or not at all. */
export interface AttemptCounts extends Record<string, number> {
  succeeded: number;
  refused: number;
  unanswered: number;
}

interface WorkerDeps extends StoreDeps<WebhookStore> {
  webhook_private_hosts: readonly string[];
  webhookAttempts: AttemptCounts;
}

interface WorkerOptions {
  onFault: (error: unknown) => void;
  log?: Notices | undefined;
}

export class DeliveryWorker {
  readonly #deps: WorkerDeps;
  readonly #options: WorkerOptions;
  readonly #loop: BackgroundLoop;
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<void>>();
  /** Running attempts by endpoint. */
  readonly #inFlight = new Map<number, number>();
  /** Endpoints that may have more due deliveries than the last claim had room for. */
  readonly #full = new Set<number>();
  /** Whether such an endpoint can take more. */
  #hasFreed = false;
  #client: Promise<PostClient> | undefined;

  constructor(deps: WorkerDeps, options: WorkerOptions) {
    this.#deps = deps;
    this.#options = options;
    const { onFault } = options;
    this.#loop = new BackgroundLoop({ run: () => this.#takeDue(), rest_ms: POLL_MS, retry_ms: RETRY_MS, onFault });
  }

  start(): void {
    this.#loop.start();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
    await Promise.race([Promise.all(this.#running), timers.setTimeout(STOP_GRACE_MS, undefined, { ref: false })]);
    this.#stopping.abort();
    await Promise.all(this.#running);
    await (await this.#client)?.close();
  }

  /** Does not wait for the attempts that it starts. */
  async #takeDue(): Promise<boolean> {
    this.#hasFreed = false;
    const { store, clock } = this.#deps;
    const now_ms = clock.now_ms();
    const in_flight = [...this.#inFlight].map(([webhook_id, count]) => ({ webhook_id, count }));
    const due = await store.takeDueDeliveries({ now_ms, lease_ms: LEASE_MS, limit: MAX_IN_FLIGHT, in_flight });
    this.#noteFull(in_flight, due);
    for (const delivery of due) this.#start(delivery, now_ms + LEASE_MS);
    return this.#hasFreed;
  }

  /** Slots that were freed during the claim could not be filled by it. */
  #noteFull(in_flight: { webhook_id: number; count: number }[], due: DueDelivery[]): void {
    const claimed = new Map(in_flight.map(({ webhook_id, count }) => [webhook_id, count]));
    for (const { webhook_id } of due) claimed.set(webhook_id, (claimed.get(webhook_id) ?? 0) + 1);
    this.#full.clear();
    for (const [webhook_id, count] of claimed) {
      if (count < MAX_IN_FLIGHT) continue;
      this.#full.add(webhook_id);
      const before = in_flight.find((one) => one.webhook_id === webhook_id)?.count ?? 0;
      if ((this.#inFlight.get(webhook_id) ?? 0) < before) this.#hasFreed = true;
    }
  }

  #start(delivery: DueDelivery, lease_ends_at_ms: number): void {
    const { webhook_id } = delivery;
    this.#inFlight.set(webhook_id, (this.#inFlight.get(webhook_id) ?? 0) + 1);
    const running = this.#deliver(delivery, lease_ends_at_ms)
      .catch((error) => {
        if (!this.#stopping.signal.aborted) this.#options.onFault(error);
      })
      .finally(() => {
        this.#running.delete(running);
        this.#free(webhook_id);
      });
    this.#running.add(running);
  }

  #free(webhook_id: number): void {
    const count = this.#inFlight.get(webhook_id)!;
    if (count === 1) this.#inFlight.delete(webhook_id);
    else this.#inFlight.set(webhook_id, count - 1);
    if (!this.#full.has(webhook_id)) return;
    this.#hasFreed = true;
    this.#loop.wake();
  }

  async #deliver(delivery: DueDelivery, lease_ends_at_ms: number): Promise<void> {
    const { clock, webhook_private_hosts, webhookAttempts } = this.#deps;
    // The store answered late: another instance might send it before this attempt ends.
    if (clock.now_ms() + SEND_TIMEOUT_MS > lease_ends_at_ms) return;
    this.#client ??= openClient(webhook_private_hosts);
    const deps = { clock, client: await this.#client, stopping: this.#stopping.signal };
    const attempt = await sendDelivery(deps, delivery);
    const isDelivered = isSuccess(attempt);
    webhookAttempts[isDelivered ? 'succeeded' : attempt.status === null ? 'unanswered' : 'refused']++;
    await this.#record(attempt, lease_ends_at_ms);
    if (!isDelivered) await this.#logFailure(delivery, attempt);
  }

  /** Tries until the lease ends, when the delivery is due again. */
  async #record(attempt: AttemptWrite, lease_ends_at_ms: number): Promise<void> {
    while (true) {
      try {
        return await this.#deps.store.recordAttempt(attempt);
      } catch (error) {
        if (this.#deps.clock.now_ms() + RETRY_MS >= lease_ends_at_ms) throw error;
        await timers.setTimeout(RETRY_MS, undefined, { signal: this.#stopping.signal });
      }
    }
  }

  /** The first failure after a success, and the one that disables the endpoint. */
  async #logFailure({ webhook_id }: DueDelivery, { at_ms, duration_ms, status, error }: AttemptWrite): Promise<void> {
    const webhook = await this.#deps.store.getWebhook({ id: webhook_id });
    if (!webhook) return;
    const fields = { webhook: webhook_id, url: shortenUrl(webhook.url) };
    const isDisabled = webhook.disabled_at_ms === at_ms + duration_ms;
    if (isDisabled) this.#options.log?.warn({ ...fields, reason: webhook.disabled_reason }, 'webhook disabled');
    else if (webhook.failing_since_ms === at_ms)
      this.#options.log?.warn({ ...fields, reason: error ?? `status ${status}` }, 'webhook failing');
  }
}

/** Imported here: loading the HTTP client is slow, and most installations have no webhooks. */
async function openClient(privateHosts: readonly string[]): Promise<PostClient> {
  const { PostClient } = await import('../fetching/post-client.ts');
  return new PostClient(privateHosts);
}
