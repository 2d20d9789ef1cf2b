// The load of the cluster benchmark: searches, product details, offers and redirects, each alone and mixed.
import { randomUUID } from 'node:crypto';
import type { Agent } from 'node:http';
import { generateSearches } from './generate-catalogue.ts';
import { type BenchRequest, send } from './ledger-load.ts';
import { KEY } from './service-process.ts';

/** Searches that rotate. Their results are not cached, so each one is run. */
const SEARCHES = 500;
/** Result sets and offers that product details and redirects refer to. */
const PREPARED = 100;
const PROGRAM = 'gold';
const SEARCH_PATH = '/v1/discovery/products/search';

interface Drive {
  connections: number;
  seconds: number;
}

type NextRequest = () => BenchRequest;
export type Loads = Record<string, NextRequest>;

const inTurn = <T>(values: readonly T[]): (() => T) => {
  let next = 0;
  return () => values[next++ % values.length]!;
};

const searches = (): NextRequest => {
  const next = inTurn(generateSearches(SEARCHES));
  return () => {
    const { query, criteria } = next();
    return { method: 'POST', path: SEARCH_PATH, body: JSON.stringify({ query, criteria }), status: 200 };
  };
};

const offer = (convo_id: string): BenchRequest => {
  const context = { program: PROGRAM, email: `${convo_id}@example.com`, convo_id, presentation_id: 'p1' };
  const product_click = { ...context, click_id: randomUUID(), click_datetime: '2026-03-04T05:06:07Z' };
  const product_info = { name: 'Kettle', presentment_id: 'p1', direct_link: 'https://t.example/?sid={click_id}' };
  return { method: 'POST', path: '/offers/single', body: JSON.stringify({ product_click, product_info }), status: 201 };
};

const redirect = (convo_id: string): BenchRequest => {
  const click = { email: `${convo_id}@example.com`, program: PROGRAM, click_id: randomUUID() };
  const query = new URLSearchParams({ ...click, click_datetime: '2026-03-04T05:06:07Z' });
  return { method: 'GET', path: `/clickthrough/${convo_id}/p1?${query}`, status: 302 };
};

const post = async (url: string, { path, body }: BenchRequest) => {
  const headers = { 'content-type': 'application/json', 'x-api-key': KEY };
  return (await (await fetch(url + path, { method: 'POST', headers, body: body! })).json()) as {
    items?: { slug: string }[];
  };
};

/** A closed loop of clients. Failed requests have no time. */
export async function drive(agent: Agent, url: string, next: NextRequest, { connections, seconds }: Drive) {
  const end = performance.now() + seconds * 1000;
  const times: number[] = [];
  let failed = 0;
  const client = async () => {
    while (performance.now() < end) {
      const started = performance.now();
      const isAnswered = await send(agent, url, next()).then(
        () => true,
        () => false,
      );
      if (isAnswered) times.push(performance.now() - started);
      else failed++;
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  return { times, failed };
}

/** Makes the result sets and offers that the requests refer to, then returns the loads. */
export async function prepareLoads(url: string): Promise<Loads> {
  const search = searches();
  const slugs: string[] = [];
  while (slugs.length < PREPARED) slugs.push(...((await post(url, search())).items ?? []).map(({ slug }) => slug));
  const conversations = Array.from({ length: PREPARED }, () => randomUUID());
  for (const convo_id of conversations) await post(url, offer(convo_id));
  const [nextSlug, nextConversation] = [inTurn(slugs), inTurn(conversations)];
  const loads = {
    searches: search,
    'product details': () => ({ method: 'GET', path: `/v1/discovery/products/${nextSlug()}`, status: 200 }),
    offers: () => offer(randomUUID()),
    redirects: () => redirect(nextConversation()),
  };
  const { searches: one, 'product details': two, offers, redirects } = loads;
  const nextOfMix = inTurn([one, two, one, two, offers, redirects]);
  return { ...loads, mix: () => nextOfMix()() };
}
