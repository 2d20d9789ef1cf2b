// A call of the client for every operation of the contract, in an order in which each finds what it needs.
import { setTimeout as sleep } from 'node:timers/promises';
import { examples } from '@finderfee/contract/examples.ts';
import type * as operations from '../../client/src/generated/operations.ts';
import type { FinderfeeOperator } from '../../client/src/operator.ts';

/** Affiliate networks call these, at an address that the operator gives them. */
export const OF_NETWORKS = ['receivePostback', 'receivePostbackForm'] as const;

export type CalledOperation = Exclude<keyof typeof operations, (typeof OF_NETWORKS)[number]>;

/** The body of an operation's example, which the contract's own tests validate. */
// biome-ignore lint/suspicious/noExplicitAny: its type is that of the operation.
const bodyOf = (name: CalledOperation): any => examples[name].body;
const click = bodyOf('recordClick');
const period = { from: '2026-03-01', to: '2026-03-31' };

/** What calls find out for later ones. */
interface Known {
  slug: string;
  session: string;
  webhook: number;
  delivery: number;
  conversion: number;
  run: number;
  key: string;
}

/** `fetch` is used for the link of the redirect, which shoppers follow. */
export function clientCalls(
  client: FinderfeeOperator,
  fetch: typeof globalThis.fetch,
): Record<CalledOperation, () => PromiseLike<unknown>> {
  const known: Partial<Known> = {};
  const the = <K extends keyof Known>(name: K): Known[K] => {
    const value = known[name];
    if (value === undefined) throw new Error(`no earlier call has found a ${name}`);
    return value;
  };
  return {
    livez: () => client.service.live(),
    readyz: () => client.service.ready(),
    version: () => client.service.version(),
    metrics: () => client.service.metrics(),
    createSession: () => client.session.create('test-key'),
    getSession: () => client.session.get(),
    deleteSession: () => client.session.delete(),
    ...discoveryCalls(client, known, the),
    ...shopperCalls(client, fetch, the),
    ...operatorCalls(client, known, the),
  };
}

type The = <K extends keyof Known>(name: K) => Known[K];

const discoveryCalls = (client: FinderfeeOperator, known: Partial<Known>, the: The) => ({
  upsertProducts: () => client.catalogue.upsert(bodyOf('upsertProducts').products),
  async searchProducts() {
    // A new product is searchable within a second.
    for (;;) {
      const { items } = await client.products.search({ query: 'kettle', per_page: 1 }, { convoId: 'c1' });
      if (items[0]) return Object.assign(known, { slug: items[0].slug });
      await sleep(50);
    }
  },
  getProduct: () => client.products.get(the('slug')),
  similarProducts: () => client.products.similar(the('slug'), { per_page: 5 }),
  listMerchants: () => client.merchants.list({ per_page: 5 }),
  searchMerchants: () => client.merchants.search({ query: 'kettle' }),
  createCriteriaSet: () => client.criteriaSets.create({ ...bodyOf('createCriteriaSet'), id: 'winter-sale' }),
  putCriteriaSet: async () => client.criteriaSets.put(await client.criteriaSets.get('winter-sale')),
  getCriteriaSet: () => client.criteriaSets.get('winter-sale'),
  listCriteriaSets: () => client.criteriaSets.list(),
  deleteCriteriaSet: () => client.criteriaSets.delete('winter-sale'),
  async listRankingSessions() {
    const { items } = await client.rankingSessions.list({ convo_id: 'c1', per_page: 1 });
    known.session = items[0]!.id;
  },
  getRankingSessionPage: () => client.rankingSessions.getPage('c1', the('session'), 0),
});

const shopperCalls = (client: FinderfeeOperator, fetch: typeof globalThis.fetch, the: The) => ({
  createOffer: () => client.offers.create(bodyOf('createOffer')),
  createOffers: () => client.offers.createMany(bodyOf('createOffers')),
  createCarouselOffer: () => client.offers.createCarousel(bodyOf('createCarouselOffer')),
  retryOffer: () => client.offers.retry(click),
  recordClick: () => client.clicks.record(click),
  async redirectClick() {
    const { status } = await fetch(client.clicks.redirectUrl({ ...click, click_id: 'k2' }), { redirect: 'manual' });
    if (status !== 302) throw new Error(`the redirect is a ${status} for ${the('slug')}`);
  },
  recordSignup: () => client.signups.record('c1', bodyOf('recordSignup')),
  chat: () => client.chat.send('c1', 'a kettle'),
  listConversations: () => client.conversations.list({ per_page: 5 }),
  spy: () => client.conversations.get('c1', { per_page: 100 }),
});

const operatorCalls = (client: FinderfeeOperator, known: Partial<Known>, the: The) => ({
  async recordConversions() {
    const [report] = await client.conversions.record(bodyOf('recordConversions').conversions);
    known.conversion = report!.id;
  },
  listConversions: () => client.conversions.list({ per_page: 5 }),
  getConversion: () => client.conversions.get(the('conversion')),
  matchConversion: () => client.conversions.match(the('conversion'), { click_id: 'k1' }),
  createNetwork: () => client.networks.create(bodyOf('createNetwork')),
  listNetworks: () => client.networks.list({ per_page: 5 }),
  getNetwork: () => client.networks.get('impact'),
  rotateNetwork: () => client.networks.rotate('impact'),
  deleteNetwork: () => client.networks.delete('impact'),
  listPostbacks: () => client.conversions.postbacks(),
  listRewards: () => client.rewards.list({ program: 'gold' }),
  findFacts: () => client.ledger.find({ id: 'k1' }),
  getTimeline: () => client.ledger.timeline('conversion', the('conversion')),
  reportFunnel: () => client.reports.funnel(period),
  reportSearches: () => client.reports.searches(period),
  async createWebhook() {
    const { id } = await client.webhooks.create(bodyOf('createWebhook'));
    known.webhook = id;
  },
  listWebhooks: () => client.webhooks.list(),
  getWebhook: () => client.webhooks.get(the('webhook')),
  updateWebhook: () => client.webhooks.update(the('webhook'), { description: 'Rewards' }),
  async testWebhook() {
    known.delivery = (await client.webhooks.test(the('webhook'))).delivery_id;
  },
  listDeliveries: () => client.webhooks.deliveries(the('webhook')),
  resendDelivery: () => client.webhooks.resend(the('webhook'), the('delivery')),
  resendUndelivered: () => client.webhooks.resendUndelivered(the('webhook'), '2026-03-01T00:00:00Z'),
  rotateWebhookSecret: () => client.webhooks.rotate(the('webhook')),
  deleteWebhook: () => client.webhooks.delete(the('webhook')),
  listSynonyms: () => client.synonyms.list({ per_page: 5 }),
  addSynonyms: () => client.synonyms.add('sofa bed, sleeper'),
  removeSynonyms: () => client.synonyms.remove('sleeper, sofa bed'),
  getIndex: () => client.searchIndex.state(),
  rebuildIndex: () => client.searchIndex.rebuild(),
  ...jobCalls(client),
  explainSearch: () => client.ranking.explain({ query: 'kettle', limit: 5 }),
  ...feedCalls(client, known, the),
  ...administrationCalls(client, known, the),
  getCatalogueProduct: () => client.catalogue.get('7:kettle-1'),
  getPriceHistory: () => client.catalogue.history('7:kettle-1'),
  deleteProduct: () => client.catalogue.delete('7:kettle-1'),
});

const administrationCalls = (client: FinderfeeOperator, known: Partial<Known>, the: The) => ({
  async createKey() {
    known.key = (await client.keys.create(bodyOf('createKey'))).id;
  },
  listKeys: () => client.keys.list({ state: 'active' }),
  revokeKey: () => client.keys.revoke(the('key')),
  erasePerson: () => client.administration.erase('zed@example.com'),
  exportFacts: () => client.administration.export('clicks'),
  listSettings: () => client.administration.settings(),
  listAudit: () => client.audit.list({ action: 'createKey' }),
});

const jobCalls = (client: FinderfeeOperator) => ({
  listJobs: () => client.jobs.list({ per_page: 5 }),
  // The signup of an earlier call.
  getJob: async () => client.jobs.get((await client.jobs.list({ kind: 'record_signup' })).items[0]!.id),
  async retryJob() {
    const { id } = (await client.jobs.list()).items[0]!;
    await client.jobs.retry(id).catch(({ status }) => status === 409 || Promise.reject(status));
  },
});

const PRODUCT_LINE = '{"id": "k9", "name": "Kettle", "merchant": {"name": "Kettle House"}}\n';

const feedCalls = (client: FinderfeeOperator, known: Partial<Known>, the: The) => ({
  createFeed: () => client.feeds.create({ id: 'kettles', url: 'http://127.0.0.1:9/kettles.csv' }),
  getFeed: () => client.feeds.get('kettles'),
  listFeeds: () => client.feeds.list(),
  changeFeed: () => client.feeds.change('kettles', { every: '12h' }),
  runFeed: () => client.feeds.run('kettles', { anew: true }),
  pauseFeed: () => client.feeds.pause('kettles'),
  resumeFeed: () => client.feeds.resume('kettles'),
  async listFeedRuns() {
    // A run starts within a second.
    for (;;) {
      const { items } = await client.feeds.runs('kettles', { per_page: 1 });
      if (items[0]) return Object.assign(known, { run: items[0].id });
      await sleep(50);
    }
  },
  async uploadFeed() {
    // The run that has failed may not have ended yet.
    for (;;) {
      const run = await client.feeds.upload('kettles', PRODUCT_LINE).catch(({ status }) => status);
      if (run !== 409) return run;
      await sleep(50);
    }
  },
  previewFeed: () => client.feeds.preview(bodyOf('previewFeed')),
  predictFeed: () => client.feeds.predict('kettles', PRODUCT_LINE),
  getFeedRun: () => client.feeds.getRun('kettles', the('run')),
  listRejectedRows: () => client.feeds.rejectedRows('kettles', the('run')),
  deleteFeed: () => client.feeds.delete('kettles'),
});
