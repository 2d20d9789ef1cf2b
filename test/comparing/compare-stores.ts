// Makes the same random calls to two stores and compares their answers.
import { isDeepStrictEqual } from 'node:util';
import { EXPORT_KINDS } from '@finderfee/contract/administration.ts';
import { AppError } from '../../server/src/app-error.ts';
import { type PackedChanges, unpackChanges } from '../../server/src/store/packed-changes.ts';
import { SEARCH_REPORT_KINDS } from '../../server/src/store/search-report-store.ts';
import type { Store, StoreCalls } from '../../server/src/store/store.ts';
import type { Random } from '../support/seeded.ts';
import { auditInputs, auditReview } from './audit-inputs.ts';
import { catalogueInputs } from './catalogue-inputs.ts';
import { configInputs, consoleInputs } from './config-inputs.ts';
import { conversionInputs, conversionReview } from './conversion-inputs.ts';
import { GeneratedNumbers, refTo } from './generated-numbers.ts';
import {
  ALL,
  conversationInputs,
  ledgerInputs,
  removalInputs,
  searchReportInputs,
  sessionInputs,
} from './ledger-inputs.ts';
import { lookupInputs, recentInputs } from './lookup-inputs.ts';
import { reportInputs, reportReview } from './report-inputs.ts';
import { deliveriesShape, eventShape as webhookEventShape, webhookInputs } from './webhook-inputs.ts';
import { World } from './world.ts';

/** Both stores' whole content is compared after this many calls. */
const CALLS_PER_REVIEW = 250;

/** Made together: the rows of one are the input of the other. */
const MENTION_CALLS = [
  'findMentionsInLedger',
  'maskMentionsInLedger',
  'findMentionsInSessions',
  'maskMentionsInSessions',
] as const;
type CallName = Exclude<keyof StoreCalls, (typeof MENTION_CALLS)[number]>;

/** A call of the port that is missing here does not compile. */
const INPUTS: { [N in CallName]: (world: World) => Parameters<StoreCalls[N]>[0] | undefined } = {
  ...ledgerInputs,
  ...conversationInputs,
  ...conversionInputs,
  ...webhookInputs,
  ...lookupInputs,
  ...recentInputs,
  ...reportInputs,
  ...sessionInputs,
  ...searchReportInputs,
  ...removalInputs,
  ...catalogueInputs,
  ...configInputs,
  ...consoleInputs,
  ...auditInputs,
};

/** How often a call is made, if not once in a while: the more it creates, the more the others find. */
const WEIGHTS: Partial<Record<CallName, number>> = {
  ...{
    registerOffers: 12,
    recordClick: 10,
    recordVisit: 6,
    acceptSignup: 10,
    runJob: 14,
    failJob: 3,
    saveTurn: 5,
    getConversationState: 4,
    recordReports: 12,
  },
  ...{ upsertProducts: 10, stageProducts: 5, applyStaged: 4, deleteUnstaged: 2, beginRun: 4, finishRun: 2 },
  ...{ insertRankingSession: 5, deleteProducts: 4, deleteFeedProducts: 0.3, erasePerson: 0.5, overwriteLedger: 0.02 },
  ...{ overwriteSessions: 0.02, purgeEvents: 0.3, purgeClicks: 0.3, purgeOffers: 0.3, purgeSearches: 0.3 },
  ...{ purgeSignups: 0.3, purgePeople: 0.3, purgeConversations: 0.3, purgeJobs: 0.3, purgeFeedRuns: 0.3 },
  ...{ purgeConversions: 0.1, purgePostbacks: 0.3, removeNetwork: 0.5, matchConversion: 2 },
  ...{ purgeQueryCounts: 0.3, attributeClicks: 3, reportSearches: 3 },
  ...{ insertWebhook: 0.2, deleteWebhook: 0.1, recordAttempt: 4, purgeDeliveries: 0.1 },
  ...{ removeConversation: 0.2, removeSearches: 0.2, removeConversions: 0.2 },
  ...{
    listRecentTraces: 2,
    summariseTraces: 2,
    listFacts: 12,
    listSignups: 2,
    readFunnel: 4,
    purgeFunnel: 0.1,
    purgeSearchCounts: 0.1,
  },
};

/** Calls that a batch may hold beside each other: one of each line, since those of a line depend on their order. */
const BATCHED: CallName[][] = [
  ['recordClick', 'recordVisit'],
  ['registerOffers'],
  ['recordReports', 'rejectPostback'],
  ['acceptSignup'],
  ['runJob', 'failJob', 'retryJob'],
  ['saveTurn'],
  ['insertRankingSession'],
  ['upsertProducts', 'deleteProduct', 'stageProducts'],
  ['beginRun'],
  ['insertFeed', 'claimFeed', 'deleteFeed'],
  ['insertCriteriaSet', 'upsertCriteriaSet', 'deleteCriteriaSet'],
  ['getOrCreateSecret'],
  ['saveSynonymEdit'],
  ['saveArtefact', 'acquireLease'],
];

interface Call {
  name: CallName;
  input: unknown;
}

export interface Comparison {
  calls: number;
  batches: number;
  /** Calls of the port that were made at least once. */
  distinct: number;
  /** Describes the first difference. The comparison ends there, because later answers follow from it. */
  difference: string | undefined;
}

export async function compareStores(stores: [Store, Store], calls: number, random: Random): Promise<Comparison> {
  const run = new Run(stores, random);
  while (run.calls < calls && !run.difference) await run.step();
  if (!run.difference) await run.makeRareCalls();
  if (!run.difference) await run.review();
  return { calls: run.calls, batches: run.batches, distinct: run.made.size, difference: run.difference };
}

class Run {
  calls = 0;
  batches = 0;
  readonly made = new Set<keyof StoreCalls>();
  difference: string | undefined;
  #reviewAt = CALLS_PER_REVIEW;
  readonly #stores: { store: Store; numbers: GeneratedNumbers }[];
  readonly #world: World;
  readonly #names: CallName[];

  constructor(stores: [Store, Store], random: Random) {
    this.#stores = stores.map((store) => ({ store, numbers: new GeneratedNumbers() }));
    this.#world = new World(random, (kind) => this.#stores[0]!.numbers.count(kind));
    this.#names = Object.keys(INPUTS) as CallName[];
  }

  async step(): Promise<void> {
    const world = this.#world;
    world.passTime();
    if (world.chance(0.1)) await this.#batch();
    else if (world.chance(0.01)) await this.#maskMentions(world.email(world.convo()));
    else if (world.chance(0.03)) await this.#matchDue();
    else await this.#call(this.#chooseName());
    if (this.calls < this.#reviewAt || this.difference) return;
    this.#reviewAt = this.calls + CALLS_PER_REVIEW;
    await this.review();
  }

  #chooseName(): CallName {
    const weightOf = (name: CallName) => WEIGHTS[name] ?? 1;
    let left = this.#world.random() * this.#names.reduce((sum, name) => sum + weightOf(name), 0);
    const isChosen = (name: CallName) => {
      left -= weightOf(name);
      return left < 0;
    };
    return this.#names.find(isChosen) ?? this.#names[0]!;
  }

  async #call(name: CallName): Promise<void> {
    const input = INPUTS[name](this.#world);
    if (input !== undefined) await this.#compare([{ name, input }]);
  }

  /** Several calls at once, each made several times. Equal calls may be answered in any order. */
  async #batch(): Promise<void> {
    const world = this.#world;
    const calls = world.inBatch(() =>
      BATCHED.filter(() => world.chance(0.5)).flatMap((names): Call[] => {
        const name = world.pick(names);
        const input = INPUTS[name](world);
        return input === undefined ? [] : Array.from({ length: 1 + world.below(4) }, () => ({ name, input }));
      }),
    );
    this.batches++;
    await this.#compare(calls);
  }

  async #compare(calls: Call[]): Promise<void> {
    this.calls += calls.length;
    for (const { name } of calls) this.made.add(name);
    const [one, other] = await Promise.all(this.#stores.map((under) => answersOf(under, calls)));
    for (const [name, answers] of Object.entries(one!)) {
      if (isDeepStrictEqual(answers, other![name])) continue;
      const inputs = calls.filter((call) => call.name === name).map(({ input }) => textOf(input));
      this.difference ??= `call ${this.calls}: ${name} ${inputs[0]} (${inputs.length} of ${calls.length} at once) was answered with ${shown(answers)} and ${shown(other![name])}`;
    }
  }

  /** Rows are found by reference, and in an order of the engine's own: the counts are compared. */
  async #maskMentions(email: string): Promise<void> {
    const counts = await Promise.all(
      this.#stores.map(async ({ store }) => [
        await mask(email, store.findMentionsInLedger, store.maskMentionsInLedger),
        await mask(email, store.findMentionsInSessions, store.maskMentionsInSessions),
      ]),
    );
    this.calls += 4;
    for (const name of MENTION_CALLS) this.made.add(name);
    if (isDeepStrictEqual(counts[0], counts[1])) return;
    this.difference ??= `call ${this.calls}: masking ${email} masked ${shown(counts[0])} and ${shown(counts[1])} rows`;
  }

  /** Runs the jobs that match conversions, in the order of their ids in the comparison. */
  async #matchDue(): Promise<void> {
    const { now_ms } = this.#world;
    const due = await Promise.all(
      this.#stores.map(async ({ store, numbers }) => {
        const jobs = (await store.listJobs({ state: 'waiting', kind: null, before: null, limit: ALL })).filter(
          ({ kind, due_at_ms }) => kind === MATCHING && due_at_ms <= now_ms,
        );
        const nameOf = (id: string) => textOf(numbers.normalise('getConversion', { id: 0 }, { id: Number(id) }));
        const named = jobs.map(({ id, subject, created_at_ms, due_at_ms }) => {
          return { id, name: textOf([created_at_ms, due_at_ms, subject.split(' ').map(nameOf)]) };
        });
        return named.sort((a, b) => (a.name < b.name ? -1 : 1));
      }),
    );
    for (const [i, { store }] of this.#stores.entries())
      for (const { id } of due[i]!) await store.runJob({ id, reward_max_pct: 25, now_ms });
    const [one, other] = due.map((jobs) => jobs.map(({ name }) => name));
    if (isDeepStrictEqual(one, other)) return;
    this.difference ??= `call ${this.calls}: conversions to match were ${shown(one)} and ${shown(other)}`;
  }

  /** Makes the calls that chance has left out. */
  async makeRareCalls(): Promise<void> {
    for (const name of this.#names) if (!this.made.has(name) && !this.difference) await this.#call(name);
    if (!this.made.has('findMentionsInLedger')) await this.#maskMentions('ann@example.com');
  }

  /** Compares everything that the stores hold. */
  async review(): Promise<void> {
    const world = this.#world;
    const all = { after: 0, limit: ALL };
    const convos = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6', ...world.allTexts('convo')];
    const calls: [CallName, unknown][] = [
      ...EXPORT_KINDS.map((kind) => ['exportFacts', { kind, ...all, since_ms: 0 }] as const),
      ...convos.flatMap((convo_id) =>
        (['listEvents', 'listSearches', 'getConversationState'] as const).map(
          (name) => [name, { convo_id, ...all }] as const,
        ),
      ),
      ...['a', 'b', 'c', 'd', 'e', 'f', '7:a', '7:b', '8:a'].flatMap((id) =>
        (['getProductById', 'listPriceStates'] as const).map((name) => [name, { id, limit: ALL }] as const),
      ),
      ...conversionReview,
      ...reportReview,
      ['listJobs', { state: null, kind: null, before: null, limit: ALL }],
      ...auditReview,
      ['listRankingSessions', { convo_id: null, now_ms: 0, offset: 0, limit: ALL }],
      ...SEARCH_REPORT_KINDS.map(
        (kind) => ['reportSearches', { kind, first_day: 0, last_day: 1e9, min_callers: 1, limit: ALL }] as const,
      ),
      ['listSearchClicks', { limit: ALL }],
      ['listWebhooks', {}],
      ['listFeedEvents', { limit: ALL }],
      ...Array.from({ length: this.#stores[0]!.numbers.count('webhook') }, (_, i) => {
        return ['listDeliveries', { webhook_id: refTo('webhook', i), state: null, before: null, limit: ALL }] as const;
      }),
      ['readChanges', all],
      ['listMerchants', { offset: 0, limit: ALL }],
      ['listRuns', { feed: null, before: null, limit: ALL }],
      ['listCriteriaSets', { ...all, after: '' }],
      ['countVocabulary', all],
      ...(['listKeys', 'listSynonymEdits', 'listFeeds', 'summariseFeeds', 'loadVocabulary'] as const).map(
        (name) => [name, {}] as const,
      ),
    ].map(([name, input]) => [name, input] as [CallName, unknown]);
    for (const [name, input] of calls) {
      if (this.difference) return;
      await this.#compare([{ name, input }]);
      this.calls--;
    }
  }
}

/** Answers by call, those of equal calls sorted. */
async function answersOf(
  { store, numbers }: { store: Store; numbers: GeneratedNumbers },
  calls: Call[],
): Promise<Record<string, unknown[]>> {
  const answers = await Promise.all(
    calls.map(({ name, input }) => {
      const call = store[name] as (input: unknown) => Promise<unknown>;
      return call(numbers.resolve(input)).then(
        (answer) => ({ answer: shape(name, answer) }),
        (error) => ({ answer: { error: error instanceof AppError ? error.code : String(error) } }),
      );
    }),
  );
  const byName: Record<string, unknown[]> = {};
  for (const [i, { name, input }] of calls.entries()) {
    byName[name] ??= [];
    byName[name].push(numbers.normalise(name, input as never, answers[i]!.answer));
  }
  for (const answers of Object.values(byName)) if (answers.length > 1) answers.sort(byText);
  return byName;
}

const textOf = (value: unknown) =>
  JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}n` : each)) ?? '';
const byText = (one: unknown, other: unknown) => (textOf(one) < textOf(other) ? -1 : 1);
const sorted = <T>(values: T[]) => [...values].sort(byText);
const shown = (value: unknown) => textOf(value).slice(0, 1000);

// biome-ignore lint/suspicious/noExplicitAny: each shape knows the answer of its call.
type Shape = (answer: any) => unknown;

const MATCHING = 'match_conversions';
/** Jobs that match conversions are compared without their ids. */
const jobsShape: Shape = (jobs) => {
  const isMatching = ({ kind }: { kind: string }) => kind === MATCHING;
  const matching = jobs.filter(isMatching).map((job: object) => ({ ...job, id: '', subject: '' }));
  return { matching: sorted(matching), others: jobs.filter((job: { kind: string }) => !isMatching(job)).map(jobShape) };
};
/** Jobs name their offer in a text. */
const jobShape: Shape = (job) =>
  job?.kind === 'register_offer' ? { ...job, subject: { offer: Number(job.subject) } } : job;
/** So do events with their offer or click. */
const eventShape: Shape = (event) => {
  if (!['offer', 'click', 'conversion'].includes(event.kind)) return event;
  const id = { [event.kind]: Number(event.id) };
  return { ...event, id, data: event.kind === 'conversion' ? { ...event.data, id } : event.data };
};
const withSortedMerchants: Shape = (outcome) => ({ ...outcome, merchant_ids: sorted(outcome.merchant_ids) });
const sortedCounts: Shape = (counts) =>
  Object.fromEntries(Object.entries(counts).map(([field, values]) => [field, sorted(values as unknown[])]));

/** Sums of nothing are up to the engine. */
const nonZeroSums: Shape = (found) => {
  const isZero = ({ row_no: _, ...sums }: Record<string, unknown>) =>
    Object.values(sums).every((value) => typeof value === 'string' || value === null || Number(value) === 0);
  return sorted(found.filter((sums: Record<string, unknown>) => !isZero(sums)));
};

/** What the port leaves to the engine is taken out: the epoch, the order of sets and of rows that are equally due. */
const SHAPES: Partial<Record<CallName, Shape>> = {
  summariseTraces: sorted,
  summariseSearches: sorted,
  readFunnel: nonZeroSums,
  foldFunnel: () => 'folded',
  purgeFunnel: () => 'purged',
  readChanges: (packed: PackedChanges) => unpackChanges(packed),
  readStamps: (stamps) => ({ ...stamps, epoch: '' }),
  upsertProducts: withSortedMerchants,
  deleteProducts: withSortedMerchants,
  deleteFeedProducts: withSortedMerchants,
  applyStaged: withSortedMerchants,
  deleteUnstaged: withSortedMerchants,
  sampleProducts: sorted,
  sampleMerchant: (sample) => sample && { ...sample, products: sorted(sample.products) },
  countVocabulary: (step) => ({ ...step, counts: sortedCounts(step.counts) }),
  listDueFeeds: (feeds) => ({
    times: feeds.map(({ next_run_at_ms }: { next_run_at_ms: number }) => next_run_at_ms),
    feeds: sorted(feeds),
  }),
  takeDueJobs: (jobs) => jobsShape(sorted(jobs)),
  listJobs: jobsShape,
  getJob: jobShape,
  takeDueDeliveries: deliveriesShape,
  listDeliveries: deliveriesShape,
  listFeedEvents: (events) => events.map(webhookEventShape),
  listEvents: (events) => events.map(eventShape),
  listEventsOf: (traces) => traces.map((events: unknown[]) => events.map(eventShape)),
};

const shape = (name: CallName, answer: unknown): unknown => SHAPES[name]?.(answer) ?? answer;

async function mask(
  email: string,
  find: Store['findMentionsInLedger'],
  maskRows: Store['maskMentionsInLedger'],
): Promise<[found: number, masked: number]> {
  const rows: string[] = [];
  for (let after: string | null = null, isEnd = false; !isEnd; isEnd = after === null) {
    const step = await find({ email, after, limit: 50 });
    rows.push(...step.rows);
    after = step.next;
  }
  return [rows.length, await maskRows({ email, rows })];
}
