// Every error is provoked once, and answered with its status and its sentence. A new error without an entry fails.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { errorsOf } from '@finderfee/contract/endpoint.ts';
import { endpoints } from '@finderfee/contract/endpoints.ts';
import { ERRORS, type ErrorCode } from '@finderfee/contract/errors.ts';
import { examples } from '@finderfee/contract/examples.ts';
import { whileLocked } from '../../../test/support/facts.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { AppError } from '../app-error.ts';
import { createKey } from '../keys/create-key.ts';
import { MAX_CRITERIA_SETS } from '../store/config-store.ts';
import type { Store } from '../store/store.ts';

const SETS = '/v1/discovery/products/criteria-sets';

let service: TestApp;
before(async () => {
  service = await startTestApp();
  await service.app.listen({ port: 0, host: '127.0.0.1', listenTextResolver: () => '' });
});
after(() => service.stop());

interface Answer {
  status: number;
  detail: string;
}
type Provoke = () => Promise<Answer>;

const ask = async (app: Caller, method: string, url: string, body?: unknown, headers = {}): Promise<Answer> => {
  const { status, json } = await app.call(method, url, body, headers);
  return { status, detail: json.detail };
};

const withApp = (
  env: Record<string, string>,
  provoke: (app: TestApp) => Promise<Answer>,
  options?: Parameters<typeof startTestApp>[1],
): Provoke => {
  return async () => {
    const app = await startTestApp(env, options);
    try {
      return await provoke(app);
    } finally {
      await app.stop();
    }
  };
};

const withSettings =
  (settings: Record<string, string>, provoke: (app: Caller) => Promise<Answer>): Provoke =>
  () =>
    service.withSettings(settings, provoke);

/** A store that fails to read criteria sets, as with a bug or a broken disk. */
const failing = (error: () => Error) => ({
  wrapStore: (store: Store): Store => ({ ...store, listCriteriaSets: () => Promise.reject(error()) }),
});

/** Sends raw bytes to the service and reads the answer. */
const sendBytes = (bytes: string) => async () => {
  const { port } = service.app.server.address() as { port: number };
  const answer = await new Promise<string>((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(text));
  });
  const [head, body] = answer.split('\r\n\r\n') as [string, string];
  return { status: Number(head.slice(9, 12)), detail: JSON.parse(body).detail };
};

const fillSets = (app: TestApp, count: number) => {
  const set = { name: 's', query: null, exclude_query: null, criteria: [], now_ms: 1 };
  return Promise.allSettled(
    Array.from({ length: count }, (_, i) => app.deps.store.insertCriteriaSet({ ...set, id: `s${i}` })),
  );
};

/** Runs `provoke` while another process holds a write lock on the catalogue. */
const heldUp = (app: TestApp, provoke: () => Promise<Answer>) => whileLocked(app.data, 'criteria_sets', provoke);

/** Background tasks fail as well while the store is locked. */
const LOCKED = { onFault: () => {} };

const SEARCH = '/v1/discovery/products/search';
const DAY_MS = 24 * 3600 * 1000;
const sessionUrl = (id: string, page: number) => `/inventory/ranking-sessions/c1/${id}/pages/${page}`;

const clickQuery = (changes: object = {}) => new URLSearchParams({ ...examples.retryOffer.query, ...changes });

/** Where a conversion is matched by hand. */
async function matchPath(): Promise<string> {
  const { json } = await service.call('POST', '/v1/conversions', examples.recordConversions.body);
  return `/v1/conversions/${json[0].id}/match`;
}

/** The first of two pages with one product each, in conversation c1, and the id of the ranking session. */
async function firstPage() {
  await service.stock([
    { id: 'a', name: 'Samovar' },
    { id: 'b', name: 'Samovar' },
  ]);
  const { json } = await service.search({ query: 'samovar', per_page: 1 }, { 'x-convo-id': 'c1' });
  const sessions = await service.call('GET', '/inventory/ranking-sessions');
  return { ...json, id: sessions.json.items[0].id as string };
}

const provocations: Partial<Record<ErrorCode, Provoke>> = {
  body_unreadable: async () => {
    const response = await service.app.inject({ method: 'POST', url: '/offers/single', payload: Buffer.from([0xff]) });
    return { status: response.statusCode, detail: response.json().detail };
  },
  bad_request: sendBytes('rubbish\r\n\r\n'),
  headers_too_large: sendBytes(`GET /livez HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`),
  request_timeout: sendBytes('GET /livez HTTP/1.1\r\n'),
  not_authenticated: () => ask(service, 'GET', SETS, undefined, { 'x-api-key': '' }),
  invalid_key: () => ask(service, 'GET', SETS, undefined, { 'x-api-key': 'nope' }),
  lacks_scope: async () => {
    const { key } = await createKey(service.deps, { name: 'x', scopes: ['catalogue'], expires_at_ms: null });
    await service.keyRing.refresh();
    const { status, detail } = await ask(service, 'GET', SETS, undefined, { 'x-api-key': key });
    // The sentence names the scope.
    assert.equal(detail, "This key lacks the scope 'discovery'");
    return { status, detail: ERRORS.lacks_scope.detail };
  },
  cross_site: async () => {
    const { headers } = await service.call('POST', '/console/session', { key: 'test-key' });
    const cookie = String(headers['set-cookie']).split(';')[0]!;
    return ask(service, 'DELETE', '/console/session', undefined, { 'x-api-key': '', cookie });
  },
  invalid_token: withSettings({ JWT_SECRET: 's'.repeat(32) }, (app) =>
    ask(app, 'GET', SETS, undefined, { authorization: 'Bearer x' }),
  ),
  keys_unreachable: withSettings({ JWT_JWKS_URL: 'http://127.0.0.1:9/' }, (app) =>
    ask(app, 'GET', SETS, undefined, { authorization: 'Bearer eyJhbGciOiJSUzI1NiIsImtpZCI6ImEifQ.e30.c2ln' }),
  ),
  not_found: () => ask(service, 'GET', '/nope'),
  criteria_set_not_found: () => ask(service, 'GET', `${SETS}/nowhere`),
  cursor_not_found: () => ask(service, 'POST', SEARCH, { cursor: 'made-up' }),
  product_not_found: () => ask(service, 'GET', '/v1/discovery/products/made-up'),
  session_not_found: () => ask(service, 'GET', sessionUrl('made-up', 0)),
  cursor_expired: async () => {
    const { next_cursor } = await firstPage();
    service.clock.advance(DAY_MS);
    return ask(service, 'POST', SEARCH, { cursor: next_cursor });
  },
  product_expired: async () => {
    const { items } = await firstPage();
    service.clock.advance(DAY_MS);
    return ask(service, 'GET', `/v1/discovery/products/${items[0].slug}`);
  },
  reply_not_kept: () =>
    ask(service, 'POST', '/chat/c1', { chat: 'kettle' }, { accept: 'text/event-stream', 'last-event-id': 'none' }),
  session_expired: async () => {
    const { id } = await firstPage();
    service.clock.advance(DAY_MS);
    return ask(service, 'GET', sessionUrl(id, 0));
  },
  cursor_out_of_range: async () => {
    const sealed = service.deps.tokens.openPosition('cursor', (await firstPage()).next_cursor)!;
    return ask(service, 'POST', SEARCH, {
      cursor: service.deps.tokens.sealPosition('cursor', { ...sealed, position: 2 }),
    });
  },
  product_out_of_range: async () => {
    const sealed = service.deps.tokens.openPosition('slug', (await firstPage()).items[0].slug)!;
    return ask(
      service,
      'GET',
      `/v1/discovery/products/${service.deps.tokens.sealPosition('slug', { ...sealed, position: 2 })}`,
    );
  },
  session_out_of_range: async () => ask(service, 'GET', sessionUrl((await firstPage()).id, 2)),
  offer_not_found: () => ask(service, 'GET', `/offers/retry/none/p1?${clickQuery()}`),
  offer_without_link: async () => {
    const { body } = structuredClone(examples.createOffer) as { body: { product_click: object; product_info: object } };
    Object.assign(body.product_click, { convo_id: 'linkless' });
    Object.assign(body.product_info, { direct_link: null, detail_link: null });
    await service.call('POST', '/offers/single', body);
    return ask(service, 'GET', `/clickthrough/linkless/p1?${clickQuery()}`);
  },
  offer_conflict: async () => {
    const { body } = examples.createOffer as { body: { product_info: object } };
    await service.call('POST', '/offers/single', body);
    return ask(service, 'POST', '/offers/single', { ...body, product_info: { ...body.product_info, name: 'Another' } });
  },
  retry_conflict: async () => {
    await service.call('POST', '/offers/single', examples.createOffer.body);
    return ask(service, 'GET', `/offers/retry/c1/p1?${clickQuery({ program: 'other' })}`);
  },
  click_conflict: async () => {
    const click = examples.recordClick.body as object;
    await service.call('POST', '/clickthrough/c1', click);
    return ask(service, 'POST', '/clickthrough/c1', { ...click, presentation_id: 'p2' });
  },
  key_not_found: () => ask(service, 'DELETE', '/v1/keys/none'),
  job_not_found: () => ask(service, 'GET', '/v1/jobs/nothing'),
  job_not_dead: async () => {
    const { json } = await service.call('POST', '/signup/c1', examples.recordSignup.body);
    return ask(service, 'POST', `/v1/jobs/${json.message_id}/retry`);
  },
  synonyms_full: withApp({}, (app) => ask(app, 'POST', '/v1/catalogue/synonyms', examples.addSynonyms.body), {
    wrapStore: (store) => ({ ...store, saveSynonymEdit: () => Promise.resolve('full' as const) }),
  }),
  feed_not_found: () => ask(service, 'GET', '/v1/catalogue/feeds/nothing'),
  run_not_found: () => ask(service, 'GET', '/v1/catalogue/feeds/nothing/runs/99/rejected'),
  catalogue_product_not_found: () => ask(service, 'GET', '/v1/catalogue/products/nothing/history'),
  network_not_found: () => ask(service, 'GET', '/v1/networks/nothing'),
  network_exists: async () => {
    await service.call('POST', '/v1/networks', { name: 'taken' });
    return ask(service, 'POST', '/v1/networks', { name: 'taken' });
  },
  networks_full: withApp({}, (app) => ask(app, 'POST', '/v1/networks', examples.createNetwork.body), {
    wrapStore: (store) => ({ ...store, addNetwork: () => Promise.resolve('full' as const) }),
  }),
  click_not_found: async () => ask(service, 'POST', await matchPath(), { click_id: 'nothing' }),
  click_ambiguous: async () => {
    const click = examples.recordClick.body as object;
    for (const program of ['gold', 'silver'])
      await service.call('POST', '/clickthrough/c1', { ...click, program, click_id: 'twice' });
    return ask(service, 'POST', await matchPath(), { click_id: 'twice' });
  },
  postback_not_found: () => ask(service, 'GET', '/postback/made-up?transactionId=1'),
  webhook_not_found: () => ask(service, 'GET', '/v1/webhooks/999999'),
  delivery_not_found: () => ask(service, 'POST', '/v1/webhooks/999999/deliveries/1/resend'),
  webhooks_full: withApp({}, (app) => ask(app, 'POST', '/v1/webhooks', examples.createWebhook.body), {
    wrapStore: (store) => ({ ...store, insertWebhook: () => Promise.resolve('full' as const) }),
  }),
  rotation_overlaps: async () => {
    const { id } = (await service.call('POST', '/v1/webhooks', examples.createWebhook.body)).json;
    await service.call('POST', `/v1/webhooks/${id}/rotate`);
    return ask(service, 'POST', `/v1/webhooks/${id}/rotate`);
  },
  feed_busy: async () => {
    const { store } = service.deps;
    await service.call('POST', '/v1/catalogue/feeds', { ...(examples.createFeed.body as object), id: 'busy' });
    await store.beginRun({ feed: 'busy', mode: 'full', source: 'x', runner: '', now_ms: Date.now() });
    return ask(service, 'POST', '/v1/catalogue/feeds/busy/upload', '{"id": "a"}');
  },
  feed_exists: async () => {
    await service.call('POST', '/v1/catalogue/feeds', examples.createFeed.body);
    return ask(service, 'POST', '/v1/catalogue/feeds', examples.createFeed.body);
  },
  feeds_full: withApp({}, (app) => ask(app, 'POST', '/v1/catalogue/feeds', examples.createFeed.body), {
    wrapStore: (store) => ({ ...store, insertFeed: () => Promise.resolve('full' as const) }),
  }),
  fact_not_found: () => ask(service, 'GET', '/v1/ledger/offer/999999'),
  conversion_not_found: () => ask(service, 'GET', '/v1/conversions/999999'),
  conversion_full: withApp({}, (app) => ask(app, 'POST', '/v1/conversions', examples.recordConversions.body), {
    wrapStore: (store) => ({ ...store, recordReports: async () => ({ full: 0 }) }),
  }),
  conversation_not_found: () => ask(service, 'GET', '/spy/nobody'),
  method_not_allowed: () => ask(service, 'PATCH', SETS),
  criteria_set_exists: async () => {
    await service.call('POST', SETS, { id: 'a', name: 'A' });
    return ask(service, 'POST', SETS, { id: 'a', name: 'A' });
  },
  criteria_sets_full: withApp({}, async (app) => {
    await fillSets(app, MAX_CRITERIA_SETS);
    return ask(app, 'POST', SETS, { id: 'a', name: 'A' });
  }),
  body_too_large: () => ask(service, 'POST', SETS, `"${'x'.repeat(1024 * 1024)}"`),
  unsupported_media_type: () => ask(service, 'POST', SETS, '{}', { 'content-type': 'text/plain' }),
  rate_limited: withSettings({ RATE_LIMIT: '1/min' }, async (app) => {
    await app.call('GET', SETS);
    return ask(app, 'GET', SETS);
  }),
  internal: withApp(
    {},
    async ({ app }) => {
      const response = await app.inject({ url: SETS, headers: { 'x-api-key': 'test-key' } });
      return { status: response.statusCode, detail: response.json().detail };
    },
    failing(() => new Error('a bug')),
  ),
  feature_off: withSettings({ FEATURES_OFF: 'criteria-sets' }, (app) => ask(app, 'GET', SETS)),
  read_only: withApp({ READ_ONLY: 'true' }, (app) => ask(app, 'DELETE', `${SETS}/a`)),
  disk_low: withApp({ MIN_FREE_DISK_MB: '999999999' }, (app) => ask(app, 'DELETE', `${SETS}/a`), {
    onFault: () => {},
  }),
  overloaded: withApp(
    {},
    async (app) => {
      const filling: Promise<unknown>[] = [];
      const answer = await heldUp(app, async () => {
        filling.push(fillSets(app, 10_000));
        await new Promise(setImmediate);
        // The first batch has left the queue: fill it again.
        filling.push(fillSets(app, 10_000));
        return ask(app, 'POST', SETS, { id: 'one-too-many', name: 'A' });
      });
      await Promise.all(filling);
      return answer;
    },
    LOCKED,
  ),
  store_unavailable: withApp({}, (app) => heldUp(app, () => ask(app, 'POST', SETS, { id: 'a', name: 'A' })), LOCKED),
  search_too_costly: withApp({ SEARCH_WORK_LIMIT: '1' }, async (app) => {
    const value = (i: number) =>
      Array.from({ length: 200 }, (_, n) => `w${i}${n}`)
        .join(' ')
        .slice(0, 1000);
    const criteria = Array.from({ length: 100 }, (_, i) => ({ field: 'any', operator: 'like', value: value(i) }));
    return ask(app, 'POST', SEARCH, { query: 'kettle', criteria });
  }),
  search_unavailable: withApp({}, async (app) => {
    app.deps.index.search = () => Promise.reject(new AppError('search_unavailable'));
    return ask(app, 'POST', SEARCH, { query: 'kettle' });
  }),
  not_ready: withApp({}, (app) => ask(app, 'POST', SEARCH, { query: 'kettle' }), {
    // The index measures field lengths first, so it cannot be built.
    wrapStore: (store) => ({ ...store, sampleProducts: () => Promise.reject(new Error('a broken disk')) }),
    onFault: () => {},
    waitForIndex: false,
  }),
};

/** Errors raised before routing, and the error of a bug. */
const TRANSPORT: ErrorCode[] = ['not_found', 'method_not_allowed', 'headers_too_large', 'request_timeout', 'internal'];

test('every error that an endpoint documents is provoked', () => {
  const possible = new Set([...TRANSPORT, ...Object.values(endpoints).flatMap(errorsOf)]);
  assert.deepEqual(
    [...possible].filter((code) => !provocations[code]),
    [],
  );
});

for (const [code, provoke] of Object.entries(provocations)) {
  test(`${code} is answered with its status and its sentence`, async () => {
    const { status, detail } = ERRORS[code as ErrorCode];
    assert.deepEqual(await provoke(), { status, detail });
  });
}
