// Numbers that a store generates: ids, cursors and positions. Engines may leave different gaps in them, so numbers are
// compared by the order in which they first appear, and a call refers to them by that order.
import { FACT_KINDS } from '../../server/src/store/lookup-store.ts';
import type { StoreCalls } from '../../server/src/store/store.ts';
import { WEBHOOK_EVENTS, type WebhookEventType } from '../../server/src/store/webhook-store.ts';

/** Stands for a generated number in the input of a call. */
class NumberRef {
  readonly kind: string;
  readonly index: number;

  constructor(kind: string, index: number) {
    this.kind = kind;
    this.index = index;
  }
}

/** The port types numbers as numbers. */
export const refTo = (kind: string, index: number): number => new NumberRef(kind, index) as unknown as number;

/** The kind of the cursors of a run: engines may reuse the numbers of cleared rows for other runs. */
export const stagedRowOf = (run_id: number): string => `staged row of ${JSON.stringify(run_id)}`;

/** The kind of the deliveries of a type of event, and the field that a comparison gives them. */
export const deliveryOf = (type: WebhookEventType): string => `delivery of ${type}`;

/** An id that the store assigned to a merchant, within a text: product ids contain it. */
export const merchantRef = (index: number): string => `{merchant ${index}}`;

/** Assigned merchant ids begin at 1,000,000,000; no other number of the comparison is in this range. */
const ASSIGNED_ID = /\b10\d{8}\b/g;
const isAssignedId = (value: number) => value >= 1_000_000_000 && value < 1_100_000_000;

/** The kind of number in each field of an answer; '' is the answer itself. */
type Fields = Record<string, string>;

const RUN: Fields = { id: 'run' };
const CHANGE: Fields = { '': 'change' };
const JOB: Fields = { offer: 'offer' };
const PRODUCT: Fields = { product_no: 'product' };
const FACT = {
  ...{ offers: 'offer', clicks: 'click', non_clicks: 'non-click', signups: 'signup', conversions: 'conversion' },
  rewards: 'reward',
};
const CONVERSION: Fields = { id: 'conversion', click_no: 'click', offer_id: 'offer', person_no: 'person' };

/** Facts of a ledger lookup, which are all of one kind. */
const factsOf = (key: string): Fields => ({
  ...{ no: FACT_KINDS.find((kind) => key.startsWith(kind))!, ...CONVERSION },
  ...{ signup_id: 'signup', conversion_id: 'conversion' },
});

const WEBHOOK: Fields = { id: 'webhook' };
const itself = (kinds: string[]): Fields => Object.fromEntries(kinds.map((kind) => [kind, kind]));
const DELIVERY: Fields = {
  webhook_id: 'webhook',
  ...itself(['offer', 'click', 'signup', 'conversion', 'reward', 'run', ...WEBHOOK_EVENTS.map(deliveryOf)]),
};

const eventsOf = (convo_id: string | undefined): Fields => ({
  ...{ event_no: `event of ${convo_id}`, id: 'offer', offer: 'offer', click: 'click', conversion: 'conversion' },
});

const FIELDS: { [N in keyof StoreCalls]?: Fields | ((input: Parameters<StoreCalls[N]>[0]) => Fields) } = {
  beginRun: { run_id: 'run', busy: 'run' },
  getRun: RUN,
  listRuns: RUN,
  summariseFeeds: RUN,
  listRejectedRows: { no: 'rejected row' },
  applyStaged: ({ run_id }) => ({ next: stagedRowOf(run_id) }),
  deleteUnstaged: { next: 'product' },
  readChanges: { ...PRODUCT, change_no: 'change' },
  lastChange: CHANGE,
  purgeWatermark: CHANGE,
  getProducts: PRODUCT,
  getProductById: PRODUCT,
  countVocabulary: { last_no: 'product' },
  registerOffers: { id: 'offer' },
  findOffer: { id: 'offer' },
  recordVisit: { id: 'offer' },
  exportFacts: ({ kind }) => ({
    ...{ no: FACT[kind], id: FACT[kind], click_no: 'click', offer_id: 'offer', conversion_id: 'conversion' },
  }),
  recordReports: CONVERSION,
  listConversions: CONVERSION,
  getConversion: CONVERSION,
  listRewards: { no: 'reward', conversion_id: 'conversion' },
  listFacts: ({ key }) => factsOf(key),
  listSignups: factsOf('signup'),
  listActions: { no: 'action' },
  listPostbacks: { no: 'postback' },
  listEvents: ({ convo_id }) => eventsOf(convo_id),
  listEventsOf: ({ positions }) => eventsOf(positions[0]?.convo_id),
  listSearches: ({ convo_id }) => ({ search_no: `search of ${convo_id}` }),
  listSearchesOf: ({ positions }) => ({ search_no: `search of ${positions[0]?.convo_id}` }),
  listSearchClicks: { no: 'search click' },
  insertWebhook: WEBHOOK,
  getWebhook: WEBHOOK,
  listWebhooks: WEBHOOK,
  updateWebhook: WEBHOOK,
  publishTest: { '': deliveryOf('webhook.test') },
  listFeedEvents: DELIVERY,
  takeDueDeliveries: DELIVERY,
  listDeliveries: DELIVERY,
  getJob: JOB,
  listJobs: JOB,
  takeDueJobs: JOB,
  getConversationState: ({ convo_id }) => ({ version: `version of ${convo_id}` }),
  acquireLease: ({ name }) => ({ '': `token of ${name}` }),
  readStamps: { changes: 'change', keys: 'stamp of keys', synonyms: 'stamp of synonyms' },
};

/** The numbers of one store, each kind in the order of first appearance. */
export class GeneratedNumbers {
  readonly #byKind = new Map<string, number[]>();

  count(kind: string): number {
    return this.#byKind.get(kind)?.length ?? 0;
  }

  /** The input with the store's own numbers. */
  resolve<T>(input: T): T {
    return this.#resolve(input) as T;
  }

  /** The answer with its generated numbers replaced by their order. */
  normalise<N extends keyof StoreCalls>(name: N, input: Parameters<StoreCalls[N]>[0], answer: unknown): unknown {
    const fields = FIELDS[name] as Fields | ((of: unknown) => Fields) | undefined;
    return this.#normalise(answer, (typeof fields === 'function' ? fields(input) : fields) ?? {}, '');
  }

  #resolve(value: unknown): unknown {
    if (value instanceof NumberRef) return this.#byKind.get(value.kind)?.[value.index] ?? 0;
    if (typeof value === 'string')
      return value.replace(/\{merchant (\d+)\}/g, (_, index) => String(this.#byKind.get('merchant')?.[Number(index)]));
    if (Array.isArray(value)) return value.map((each) => this.#resolve(each));
    if (!isPlain(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([field, each]) => [field, this.#resolve(each)]));
  }

  #normalise(value: unknown, fields: Fields, field: string): unknown {
    if (typeof value === 'number') return this.#nameOf(value, fields[field]);
    if (typeof value === 'string') return value.replace(ASSIGNED_ID, (id) => this.#nameOf(Number(id), 'merchant'));
    if (Array.isArray(value)) return value.map((each) => this.#normalise(each, fields, field));
    if (ArrayBuffer.isView(value)) return Array.from(value as Uint8Array);
    if (!isPlain(value)) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, each]) => each !== undefined)
        // Callers write products: the ids in them are not generated.
        .map(([name, each]) => [name, this.#normalise(each, name === 'product' ? {} : fields, name)]),
    );
  }

  #nameOf(value: number, kind = isAssignedId(value) ? 'merchant' : undefined): string {
    if (kind === undefined || value === 0) return value as unknown as string;
    const numbers = this.#byKind.get(kind) ?? [];
    this.#byKind.set(kind, numbers);
    const index = numbers.indexOf(value);
    return `${kind} ${index < 0 ? numbers.push(value) - 1 : index}`;
  }
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
