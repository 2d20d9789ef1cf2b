// A series of requests to every endpoint, so that store errors can be injected into each of them.
import { clickOf, signupOf } from './ledger-facts.ts';

export interface Step {
  method: string;
  url: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** The status of success. */
  status: number;
  /** The status of a repeated request that succeeded before. */
  repeatStatus?: number;
  /** A query whose result is 1 if and only if the request took effect. */
  fact?: string;
  /** Success does not imply the fact: visitors are redirected even if the click is lost. */
  isBestEffort?: true;
  /** A download: it is cut off if it fails after its first part. */
  isStreamed?: true;
}

// biome-ignore lint/suspicious/noExplicitAny: the script reads fields of replies that are checked against the contract.
export type Send = (step: Step) => Promise<any>;

/** The catalogue that the script needs. */
export const PRODUCTS = ['k1', 'k2'].map((id) => ({
  id,
  name: 'Kettle',
  image_url: `/demo/products/${id}.svg`,
  product_url: 'https://shop.example/k',
  merchant: { id: '7', name: 'Kettle House', logo_url: '/demo/merchants/7.svg' },
}));

const PERSON = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

/** The id keeps runs apart. */
type Script = (send: Send, id: string) => Promise<void>;

export const useAsShopper: Script = async (send, id) => {
  await useCriteriaSets(send, id, () => search(send, id));
  await converse(send, id);
  await registerOffers(send, id);
  await clickAndSignUp(send, id);
  await reportSales(send, id);
  await send({ method: 'GET', url: `/spy/c-${id}`, status: 200 });
};

/** What operators look at after shoppers have been here. */
const lookAround: Script = async (send) => {
  const { items: jobs } = await send({ method: 'GET', url: '/v1/jobs?per_page=1', status: 200 });
  await send({ method: 'GET', url: `/v1/jobs/${jobs[0].id}`, status: 200 });
  await send({ method: 'POST', url: `/v1/jobs/${jobs[0].id}/retry`, status: 409 });
  for (const url of [
    '/v1/conversations',
    '/demo/products/k1.svg',
    '/demo/merchants/7.svg',
    '/v1/reports/searches?from=2026-03-01&to=2026-03-31',
    '/v1/reports/funnel?from=2026-03-01&to=2026-03-31',
    '/livez',
    '/version',
    '/readyz',
    '/metrics',
  ]) {
    await send({ method: 'GET', url, status: 200 });
  }
};

async function reportSales(send: Send, id: string): Promise<void> {
  const fact = `SELECT count(*) FROM conversions WHERE transaction_id = 't-${id}'`;
  const body = { conversions: [{ network: 'awin', transaction_id: `t-${id}`, click_id: `k-${id}`, sale_amount: 5 }] };
  const [{ id: conversion }] = await send({ method: 'POST', url: '/v1/conversions', body, status: 200, fact });
  const ledger = [`/v1/ledger?id=t-${id}`, `/v1/ledger/conversion/${conversion}`];
  for (const url of [
    '/v1/conversions?per_page=1',
    `/v1/conversions/${conversion}`,
    '/v1/rewards',
    '/v1/postbacks',
    ...ledger,
  ])
    await send({ method: 'GET', url, status: 200 });
  const match = { method: 'POST', url: `/v1/conversions/${conversion}/match`, body: { click_id: `${id}-reported` } };
  await send({ ...match, status: 204 });
  for (const method of ['GET', 'POST']) await send({ method, url: '/postback/unknown?transaction_id=1', status: 404 });
}

async function manageNetworks(send: Send, id: string): Promise<void> {
  const networks = '/v1/networks';
  const name = `net-${id}`;
  const url = `${networks}/${name}`;
  const fact = (sign = '') => `SELECT ${sign} count(*) FROM network_accounts WHERE name = '${name}'`;
  await send({ method: 'POST', url: networks, body: { name }, status: 201, repeatStatus: 409, fact: fact() });
  for (const path of [`${networks}?per_page=1`, url]) await send({ method: 'GET', url: path, status: 200 });
  await send({ method: 'POST', url: `${url}/rotate`, status: 200 });
  await send({ method: 'DELETE', url, status: 204, repeatStatus: 404, fact: fact('1 -') });
}

async function manageWebhooks(send: Send, id: string): Promise<void> {
  const webhooks = '/v1/webhooks';
  // A repeated creation is another webhook.
  const fact = (condition: string) =>
    `SELECT count(*) > 0 FROM webhooks WHERE description = 'w-${id}' AND ${condition}`;
  const body = { url: 'https://hooks.example/', events: ['feed.failed'], description: `w-${id}` };
  const { id: webhook } = await send({ method: 'POST', url: webhooks, body, status: 201, fact: fact('true') });
  const url = `${webhooks}/${webhook}`;
  const change = { url: 'https://other.example/', enabled: false };
  await send({ method: 'PATCH', url, body: change, status: 200, fact: fact(`url = 'https://other.example/'`) });
  for (const path of [webhooks, url, `${url}/deliveries`]) await send({ method: 'GET', url: path, status: 200 });
  const tested = `SELECT count(*) > 0 FROM deliveries WHERE webhook_id = ${webhook}`;
  const { delivery_id } = await send({ method: 'POST', url: `${url}/test`, status: 202, fact: tested });
  await send({ method: 'POST', url: `${url}/deliveries/${delivery_id}/resend`, status: 202 });
  await send({ method: 'POST', url: `${url}/resend?since=2026-01-01T00:00:00Z`, status: 202 });
  const rotated = fact('previous_secret IS NOT NULL');
  await send({ method: 'POST', url: `${url}/rotate`, status: 200, repeatStatus: 409, fact: rotated });
  const removed = `SELECT 1 - count(*) FROM webhooks WHERE id = ${webhook}`;
  await send({ method: 'DELETE', url, status: 204, repeatStatus: 404, fact: removed });
}

async function manageCatalogue(send: Send, id: string): Promise<void> {
  const product = { id: `p-${id}`, name: 'Pot', merchant: { name: 'Pots' }, regular_price: 5 };
  const count = (table: string, row: string, sign = '') => `SELECT ${sign} count(*) FROM ${table} WHERE id = '${row}'`;
  const path = `/v1/catalogue/products/${product.id}`;
  const body = { products: [product] };
  const fact = count('products', product.id);
  await send({ method: 'POST', url: '/v1/catalogue/products', body, status: 200, fact });
  for (const url of [path, `${path}/history`]) await send({ method: 'GET', url, status: 200 });
  await send({ method: 'DELETE', url: path, status: 204, fact: count('products', product.id, '1 -') });
  const feeds = '/v1/catalogue/feeds';
  const feed = { id: `f-${id}`, url: 'https://feeds.example/x' };
  await send({ method: 'POST', url: feeds, body: feed, status: 201, repeatStatus: 409, fact: count('feeds', feed.id) });
  await send({ method: 'GET', url: feeds, status: 200 });
  // Without a feed. It makes no store call.
  await send({ method: 'POST', url: `${feeds}/preview`, body: {}, status: 422 });
  for (const [method, rest, status] of [
    ['GET', '', 200],
    ['POST', '/run', 202],
    ['POST', '/pause', 200],
    ['POST', '/resume', 200],
    ['GET', '/runs', 200],
    ['GET', '/runs/1', 404],
    ['GET', '/runs/1/rejected', 404],
    // Without a file. Runs are made by processes of their own, whose store calls do not fail here.
    ['POST', '/upload', 422],
  ] as const) {
    await send({ method, url: `${feeds}/${feed.id}${rest}`, status });
  }
  const changed = `SELECT count(*) FROM feeds WHERE id = '${feed.id}' AND every_ms = 86400000`;
  const change = { method: 'PATCH', url: `${feeds}/${feed.id}`, body: { every: '1d' }, status: 200 } as const;
  await send({ ...change, fact: changed });
  await send({ method: 'DELETE', url: `${feeds}/${feed.id}`, status: 204, fact: count('feeds', feed.id, '1 -') });
  await send({ method: 'POST', url: `${feeds}/${feed.id}/dry-run`, status: 404 });
}

async function tuneSearch(send: Send, id: string): Promise<void> {
  const url = '/v1/catalogue/synonyms';
  const synonyms = `kettle, pot${id}`;
  await send({ method: 'POST', url: '/v1/discovery/products/explain', body: { query: 'kettle' }, status: 200 });
  await send({ method: 'POST', url, body: { synonyms }, status: 200 });
  await send({ method: 'GET', url, status: 200 });
  await send({ method: 'DELETE', url: `${url}?${new URLSearchParams({ synonyms })}`, status: 204 });
  await send({ method: 'POST', url: '/v1/index/rebuild', status: 202 });
  await send({ method: 'GET', url: '/v1/index', status: 200 });
}

async function administer(send: Send, id: string): Promise<void> {
  const keys = '/v1/keys';
  // A repeated creation is another key.
  const fact = (condition: string) => `SELECT count(*) > 0 FROM api_keys WHERE name = 'key-${id}' AND ${condition}`;
  const body = { name: `key-${id}`, scopes: ['discovery'] };
  const { id: key } = await send({ method: 'POST', url: keys, body, status: 201, fact: fact('true') });
  await send({ method: 'GET', url: `${keys}?per_page=1`, status: 200 });
  const revoked = fact('revoked_at_ms IS NOT NULL');
  await send({ method: 'DELETE', url: `${keys}/${key}`, status: 204, fact: revoked });
  await send({ method: 'POST', url: '/v1/erase', body: { email: `none-${id}@example.com` }, status: 200 });
  await send({ method: 'GET', url: '/v1/exports/signups', status: 200, isStreamed: true });
  for (const url of ['/v1/settings', '/v1/audit']) await send({ method: 'GET', url, status: 200 });
}

async function useSession(send: Send): Promise<void> {
  const url = '/console/session';
  await send({ method: 'POST', url, body: { key: 'test-key' }, status: 201 });
  await send({ method: 'GET', url, status: 200 });
  await send({ method: 'DELETE', url, status: 204 });
}

async function useCriteriaSets(send: Send, id: string, use: () => Promise<void>): Promise<void> {
  const sets = '/v1/discovery/products/criteria-sets';
  const fact = (condition: string, sign = '') =>
    `SELECT ${sign} count(*) FROM criteria_sets WHERE id = '${id}' AND ${condition}`;
  const body = { id, name: 'first' };
  await send({ method: 'POST', url: sets, body, status: 201, repeatStatus: 409, fact: fact(`name = 'first'`) });
  const second = { id, name: 'second' };
  await send({ method: 'PUT', url: `${sets}/${id}`, body: second, status: 200, fact: fact(`name = 'second'`) });
  await send({ method: 'GET', url: `${sets}/${id}`, status: 200 });
  await send({ method: 'GET', url: sets, status: 200 });
  await use();
  await send({ method: 'DELETE', url: `${sets}/${id}`, status: 204, fact: fact('true', '1 -') });
}

async function search(send: Send, id: string): Promise<void> {
  const url = '/v1/discovery/products/search';
  const headers = { 'x-convo-id': `c-${id}` };
  const body = { query: 'kettle', per_page: 1, criteria_set_ids: [id] };
  // A repeated search creates another ranking session.
  const fact = `SELECT count(*) > 0 FROM ranking_sessions JOIN search_events USING (convo_id) WHERE convo_id = 'c-${id}'`;
  const page = await send({ method: 'POST', url, body, headers, status: 200, fact });
  await send({ method: 'POST', url, body: { cursor: page.next_cursor }, status: 200 });
  await send({ method: 'GET', url: `/v1/discovery/products/${page.items[0].slug}`, status: 200 });
  await send({ method: 'GET', url: `/v1/discovery/products/${page.items[0].slug}/similar`, status: 200 });
  await send({ method: 'GET', url: '/v1/discovery/merchants', status: 200 });
  await send({ method: 'GET', url: '/v1/discovery/merchants/search?query=kettle', status: 200 });
  const sessions = '/inventory/ranking-sessions';
  const { items } = await send({ method: 'GET', url: `${sessions}?convo_id=c-${id}`, status: 200 });
  await send({ method: 'GET', url: `${sessions}/c-${id}/${items[0].id}/pages/1`, status: 200 });
}

/** A repeated message is another turn. */
async function converse(send: Send, id: string): Promise<void> {
  const fact = `SELECT count(*) > 0 FROM events JOIN conversations USING (convo_id) WHERE kind = 'chat' AND convo_id = 'c-${id}'`;
  await send({ method: 'POST', url: `/chat/c-${id}`, body: { chat: 'a kettle' }, status: 200, fact });
}

const clickWith = (id: string, click_id: string) => ({ ...clickOf(id), click_id });

async function registerOffers(send: Send, id: string): Promise<void> {
  const product_info = { name: 'Kettle', presentment_id: 'p1', direct_link: 'https://shop.example/{click_id}' };
  const register = (kind: string, names: string[], headers = {}) => {
    const messages = names.map((name) => ({ product_click: clickWith(id, `${id}-${name}`), product_info }));
    const ids = names.map((name) => `'${id}-${name}'`);
    const fact = `SELECT count(*) / ${names.length}.0 FROM offers WHERE click_id IN (${ids})`;
    const body = kind === 'multi' ? messages : messages[0];
    return send({ method: 'POST', url: `/offers/${kind}`, body, headers, status: 201, fact });
  };
  await register('single', ['o1']);
  await register('single', ['o2'], { prefer: 'respond-async' });
  await register('multi', ['o3', 'o4']);
  await register('multi', ['o5', 'o6'], { prefer: 'respond-async' });
  await register('carousel', ['o7']);
  const query = queryOf(id, `${id}-o2`);
  await send({ method: 'GET', url: `/offers/retry/c-${id}/p1?${query}`, status: 200 });
}

function queryOf(id: string, click_id: string): URLSearchParams {
  const { program, email, click_datetime } = clickWith(id, click_id);
  return new URLSearchParams({ program, email, click_id, click_datetime });
}

async function clickAndSignUp(send: Send, id: string): Promise<void> {
  const clicked = (click_id: string) => `SELECT count(*) FROM clicks WHERE click_id = '${click_id}'`;
  const reported = `${id}-reported`;
  const url = `/clickthrough/c-${id}`;
  await send({ method: 'POST', url, body: clickWith(id, reported), status: 202, fact: clicked(reported) });
  const followed = `${id}-followed`;
  const redirect = { method: 'GET', url: `${url}/p1?${queryOf(id, followed)}`, status: 302 };
  await send({ ...redirect, headers: PERSON, isBestEffort: true, fact: clicked(followed) });
  await send({ ...redirect, headers: { 'user-agent': 'Googlebot/2.1' }, isBestEffort: true });
  // A repeated signup is another request, for which the worker does not create a second signup.
  const fact = `SELECT count(*) > 0 FROM signup_requests JOIN jobs ON id = message_id WHERE convo_id = 'c-${id}'`;
  const body = signupOf(id);
  await send({ method: 'POST', url: `/signup/c-${id}`, body, status: 202, fact });
}

/** Together they send a request to every endpoint. */
export const SCRIPTS: Script[] = [
  useAsShopper,
  manageNetworks,
  manageWebhooks,
  manageCatalogue,
  tuneSearch,
  administer,
  useSession,
  lookAround,
];
