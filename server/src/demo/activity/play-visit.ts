// Plays a visit: the calls that a client of the service would make, each at its own time.
import type { Input } from '@finderfee/contract/endpoints.ts';
import { nonClickReason } from '../../clicks/non-click-reason.ts';
import { chat } from '../../conversations/chat.ts';
import type { ChatDeps } from '../../conversations/turn-deps.ts';
import { searchProducts } from '../../discovery/search-products.ts';
import { registerOffers } from '../../offers/register-offers.ts';
import { acceptSignup } from '../../signups/accept-signup.ts';
import type { LedgerStore } from '../../store/ledger-store.ts';
import type { StoreDeps } from '../../store-deps.ts';
import { toIso } from '../../text/to-iso.ts';
import { Random } from '../random.ts';
import type { Sold } from './plan-sale.ts';
import type { Step, Visit } from './plan-visits.ts';

export interface PlayDeps extends ChatDeps {
  store: ChatDeps['store'] & StoreDeps<LedgerStore>['store'];
  reward_max_pct: number;
}

type Item = NonNullable<Awaited<ReturnType<typeof chat>>['found_products']>['search_results']['catalogue'][number];
type Offer = Input<'createOffer'>['body'];

const SHARE_SOLD = 0.16;
const SHARE_CLICKED_TWICE = 0.12;
const SHARE_VISITED_BY_ROBOTS = 0.08;
const ROBOTS = [
  { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
  { 'user-agent': 'facebookexternalhit/1.1' },
  { 'sec-purpose': 'prefetch' },
];

/** What happens after `until_ms` is left out. Resolves to the sales that follow from the clicks. */
export async function playVisit(deps: PlayDeps, visit: Visit, until_ms: number): Promise<Sold[]> {
  const random = new Random(visit.convo_id);
  const sales: Sold[] = [];
  let now_ms = visit.at_ms;
  for (const [i, step] of visit.steps.entries()) {
    if (now_ms > until_ms) return sales;
    const found = await find(at(deps, now_ms), visit, step);
    now_ms += random.between(400, 1500);
    const shown = found.slice(0, random.between(2, 4));
    if (shown.length > 0) {
      const offers = shown.map((item, j) => offerOf(visit, item, { place: `${i + 1}-${j + 1}`, now_ms }));
      await registerOffers({ ...at(deps, now_ms), ...OWN_LINKS }, offers, BY_BACK_END);
      const played = await click({ deps, visit, offers, random, now_ms, until_ms, appeal: step.appeal });
      sales.push(...played.sales);
      now_ms = played.now_ms;
    }
    now_ms += random.between(8, 70) * 1000;
  }
  if (visit.signs_up && now_ms <= until_ms) await signUp(at(deps, now_ms), visit);
  return sales;
}

/** No shopper turns the pages of these result sets, so they are short. */
const MAX_RESULTS = 60;

/** Result sets expire as if they were made today, so that none is purged before the visit goes on. */
const at = (deps: PlayDeps, now_ms: number): PlayDeps => ({
  ...deps,
  clock: { now_ms: () => now_ms },
  session_ttl_ms: deps.clock.now_ms() - now_ms + deps.session_ttl_ms,
  session_max_results: MAX_RESULTS,
});

/** Links of the catalogue, which redirects need not remember. */
const OWN_LINKS = { link_hosts: '*', recentOffers: { remember: () => {} } } as const;
const BY_BACK_END = { format: 'single', isAsync: false, hasKey: true, pathOf: (i: number) => [i] } as const;
const NOTHING_ELSE = { params: undefined, query: undefined, headers: undefined };
const PER_PAGE = 10;

async function find(deps: PlayDeps, { convo_id }: Visit, step: Step): Promise<readonly Item[]> {
  if (step.kind === 'chat') {
    const body = { chat: step.message, criteria_set_ids: [], per_page: PER_PAGE };
    const reply = await chat(deps, { params: { convo_id }, body });
    return reply.found_products?.search_results.catalogue ?? [];
  }
  const body = { query: step.query, criteria: step.criteria, per_page: PER_PAGE };
  return (await searchProducts(deps, { ...NOTHING_ELSE, body, headers: { 'x-convo-id': convo_id } })).items;
}

function offerOf(
  { convo_id, shopper }: Visit,
  item: Item,
  { place, now_ms }: { place: string; now_ms: number },
): Offer {
  const { final_value: value, currency } = item.price;
  const { rebate_pct, name: program } = shopper.program;
  const ids = { presentation_id: `p${place}`, click_id: `${convo_id}-${place}` };
  return {
    product_click: { program, email: shopper.email, convo_id, ...ids, click_datetime: toIso(now_ms) },
    product_info: {
      ...{ name: item.name, presentment_id: ids.presentation_id, value, currency, rebate_pct },
      ...{ direct_link: item.merchant_url, detail_link: item.product_url, image_url: item.image_url },
      ...{ brand: item.brand, category: item.category, on_sale: item.price.on_sale },
      merchant: item.merchant && { id: Number(item.merchant.id), name: item.merchant.name },
    },
  };
}

interface Clicking {
  deps: PlayDeps;
  visit: Visit;
  offers: readonly Offer[];
  random: Random;
  now_ms: number;
  until_ms: number;
  appeal: number;
}

/** Robots look at a link as soon as it is shown; people take longer, and take the first ones more often. */
async function click({ deps, visit, offers, random, until_ms, appeal, ...begun }: Clicking) {
  let { now_ms } = begun;
  const visitOf = async ({ product_click }: Offer, click_id: string, robot: object | null) => {
    const { program, email, convo_id, presentation_id } = product_click;
    const non_click = robot && (nonClickReason(robot) ?? null);
    const seen = { email, click_at_ms: now_ms, now_ms, non_click };
    if (now_ms <= until_ms) await deps.store.recordVisit({ program, convo_id, presentation_id, click_id, ...seen });
  };
  now_ms += 1000;
  if (random.chance(SHARE_VISITED_BY_ROBOTS)) await visitOf(offers[0]!, `${visit.convo_id}-robot`, random.pick(ROBOTS));
  const sales: Sold[] = [];
  if (!random.chance(appeal)) return { sales, now_ms };
  now_ms += random.between(4, 60) * 1000;
  const offer = offers[Math.floor(offers.length * random.next() ** 2)]!;
  const { click_id } = offer.product_click;
  await visitOf(offer, click_id, null);
  const { merchant, value, currency } = offer.product_info;
  if (random.chance(SHARE_SOLD) && value && merchant)
    sales.push({
      ...{ click_id, click_at_ms: now_ms, merchant_id: String(merchant.id) },
      ...{ price: value, currency: currency! },
    });
  if (random.chance(SHARE_CLICKED_TWICE)) {
    now_ms += random.between(20, 200) * 1000;
    await visitOf(offer, `${click_id}-again`, null);
  }
  return { sales: now_ms <= until_ms ? sales : [], now_ms };
}

async function signUp(deps: PlayDeps, { convo_id, shopper }: Visit): Promise<void> {
  const { email, program } = shopper;
  const body = { email, program: program.name, utm: { source: 'demo' } };
  const { message_id } = await acceptSignup(
    deps,
    { ...NOTHING_ELSE, params: { convo_id }, body },
    { may_replace: false },
  );
  const { reward_max_pct, clock } = deps;
  await deps.store.runJob({ id: message_id, reward_max_pct, now_ms: clock.now_ms() });
}
