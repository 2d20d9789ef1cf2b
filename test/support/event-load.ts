// Endpoints of a service under load: compares the events that it stored, and those that it delivered, with its facts.
import { WEBHOOK_EVENTS } from '../../server/src/store/webhook-store.ts';
import { countFacts, listFacts, queryFacts } from './facts.ts';
import type { ServerProcess } from './server-process.ts';
import { poll } from './until.ts';
import { WebhookReceiver } from './webhook-receiver.ts';

const ENDPOINTS = 2;
/** When nothing arrives for this long, the rest waits for a retry, or for the end of the lease of a killed instance. */
const IDLE_MS = 2000;
const ARRIVAL_TIMEOUT_MS = 60_000;

/** The events that facts must have, each once. */
const EXPECTED = [
  `SELECT 'offer.registered ' || id FROM offers WHERE is_registered`,
  `SELECT 'click.recorded ' || click_no FROM clicks`,
  `SELECT 'signup.recorded ' || id FROM signups`,
  `SELECT 'conversion.recorded ' || id FROM conversions WHERE status IS NOT NULL AND corrects IS NULL`,
  `SELECT 'reward.changed ' || no FROM rewards`,
];

interface PublishedEvent {
  id: string;
  type: string;
  data: { no?: number; id?: number };
}

const factOf = ({ type, data: { no, id } }: PublishedEvent) => `${type} ${no ?? id}`;

interface Comparison {
  figures: Record<string, number>;
  violations: string[];
}

export class EventLoad {
  readonly #server: ServerProcess;
  readonly #receiver: WebhookReceiver;
  readonly #webhook_id: number;

  private constructor(server: ServerProcess, receiver: WebhookReceiver, webhook_id: number) {
    this.#server = server;
    this.#receiver = receiver;
    this.#webhook_id = webhook_id;
  }

  /** Subscribes two endpoints, one of them disabled. The service's WEBHOOK_PRIVATE_HOSTS must have 127.0.0.1. */
  static async start(server: ServerProcess): Promise<EventLoad> {
    const receiver = await WebhookReceiver.start();
    const send = async (method: string, path: string, body: object): Promise<{ id: number }> => {
      const response = await server.request(path, { method, body: JSON.stringify(body) });
      if (!response.ok) throw new Error(`${method} ${path} was answered with ${await response.text()}`);
      return (await response.json()) as { id: number };
    };
    const subscription = { url: receiver.url, events: WEBHOOK_EVENTS };
    const disabled = await send('POST', '/v1/webhooks', subscription);
    await send('PATCH', `/v1/webhooks/${disabled.id}`, { enabled: false });
    const { id } = await send('POST', '/v1/webhooks', subscription);
    return new EventLoad(server, receiver, id);
  }

  /** All facts must have been written since the start, and no conversion may wait for its first report. */
  async compare(): Promise<Comparison> {
    const { data } = this.#server;
    const expected = (await Promise.all(EXPECTED.map((sql) => listFacts(data, sql)))).flat();
    const stored = (await queryFacts(data, 'SELECT id, type, data FROM webhook_events')).map((row) => ({
      ...{ id: String(row.id), type: String(row.type), data: JSON.parse(String(row.data)) },
    }));
    const ofStored = await compareStored(data, expected, stored);
    const ofReceived = await this.#compareReceived(expected, stored);
    return {
      figures: { ...ofStored.figures, ...ofReceived.figures },
      violations: [...ofStored.violations, ...ofReceived.violations],
    };
  }

  async #compareReceived(expected: string[], stored: PublishedEvent[]): Promise<Comparison> {
    await this.#waitFor(stored);
    const { received } = this.#receiver;
    const factsById = new Map(stored.map((event) => [event.id, factOf(event)]));
    const idsByFact = new Map<string, Set<string>>();
    let foreign = 0;
    for (const { headers, type, data } of received) {
      const id = headers['webhook-id'];
      const fact = factOf({ id, type, data });
      if (factsById.get(id) !== fact) foreign++;
      idsByFact.set(fact, (idsByFact.get(fact) ?? new Set()).add(id));
    }
    const undelivered = expected.filter((fact) => !idsByFact.has(fact));
    const ambiguous = expected.filter((fact) => (idsByFact.get(fact)?.size ?? 0) > 1);
    const violations = [
      ...(undelivered.length > 0 ? [`events were not delivered: ${undelivered.slice(0, 3)}`] : []),
      ...(ambiguous.length > 0 ? [`events were delivered under two ids: ${ambiguous.slice(0, 3)}`] : []),
      ...(foreign > 0 ? [`${foreign} deliveries had an id that is not the one of their event`] : []),
    ];
    const repeated = received.length - new Set(this.#receiver.ids).size;
    return { figures: { events_received: received.length, events_repeated: repeated }, violations };
  }

  /** What still waits when nothing arrives any more is sent again, as an operator would: leases last 30 seconds. */
  async #waitFor(stored: PublishedEvent[]): Promise<void> {
    const areReceived = () => {
      const known = new Set(this.#receiver.ids);
      return stored.every(({ id }) => known.has(id));
    };
    for (let count = -1; count < this.#receiver.received.length; ) {
      count = this.#receiver.received.length;
      if (await poll(areReceived, { within_ms: IDLE_MS, every_ms: 50 })) return;
    }
    const path = `/v1/webhooks/${this.#webhook_id}/resend?since=2000-01-01T00:00:00Z`;
    const { ok, status } = await this.#server.request(path, { method: 'POST', body: '{}' });
    if (!ok) throw new Error(`sending again was answered with ${status}`);
    await poll(areReceived, { within_ms: ARRIVAL_TIMEOUT_MS, every_ms: 50 });
  }

  stop(): void {
    this.#receiver.stop();
  }
}

async function compareStored(data: string, expected: string[], events: PublishedEvent[]): Promise<Comparison> {
  const stored = events.filter(({ type }) => type !== 'conversion.updated').map(factOf);
  const known = new Set(stored);
  const lost = expected.filter((event) => !known.has(event));
  const extra = stored.length - (expected.length - lost.length);
  const missing = ENDPOINTS * events.length - (await countFacts(data, 'SELECT count(*) FROM deliveries'));
  const violations = [
    ...(lost.length > 0 ? [`facts have no event: ${lost.slice(0, 3)}`] : []),
    ...(extra > 0 ? [`${extra} events are published twice, or have no fact`] : []),
    ...(missing === 0 ? [] : [`${missing} deliveries are missing`]),
  ];
  return {
    figures: { events: events.length, events_lost: lost.length, events_extra: extra, deliveries_missing: missing },
    violations,
  };
}
