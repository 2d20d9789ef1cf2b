// Offer routes: the `Prefer` header (RFC 7240), replay headers, and metrics for links without a click id.
import type { Input } from '@finderfee/contract/endpoints.ts';
import { registerOffers, toReply, untrackedHostOf } from '../offers/register-offers.ts';
import type { OfferAnswer } from '../store/ledger-store.ts';
import { CustomReply } from './custom-reply.ts';
import type { RouteContext, RouteDeps } from './route-deps.ts';

/** Bounds the memory for logged hosts. Further hosts are only counted. */
const MAX_LOGGED_HOSTS = 1000;

type Message = Input<'createOffer'>['body'];
type Context = Pick<RouteContext, 'log' | 'caller'>;

const prefersAsync = (prefer = '') => prefer.split(',').some((token) => /^\s*respond-async\s*(?:;|$)/i.test(token));

const hasKey = ({ caller }: Context) => caller.key !== undefined;

export async function createOffer(
  deps: RouteDeps,
  { body, headers }: Pick<Input<'createOffer'>, 'body' | 'headers'>,
  format: 'single' | 'carousel',
  context: Context,
) {
  const isAsync = prefersAsync(headers.prefer);
  const answers = await registerOffers(deps, [body], { format, isAsync, hasKey: hasKey(context), pathOf: () => [] });
  noteUntracked(deps, [body], answers, context);
  return withReplayHeaders(answers, isAsync, toReply(answers[0]!));
}

export async function createOffers(deps: RouteDeps, { body, headers }: Input<'createOffers'>, context: Context) {
  const isAsync = prefersAsync(headers.prefer);
  const answers = await registerOffers(deps, body, {
    ...{ format: 'single', isAsync, hasKey: hasKey(context) },
    pathOf: (i) => [i],
  });
  noteUntracked(deps, body, answers, context);
  return withReplayHeaders(answers, isAsync, answers.map(toReply));
}

function withReplayHeaders<T>(answers: OfferAnswer[], isAsync: boolean, body: T): CustomReply<T> {
  const isReplay = answers.length > 0 && answers.every(({ is_replay }) => is_replay);
  return new CustomReply(body, {
    ...(isReplay ? { 'idempotent-replayed': 'true' } : {}),
    ...(isAsync && !isReplay ? { 'preference-applied': 'respond-async' } : {}),
  });
}

/** The shop or network cannot report which click on such an offer led to a sale. */
function noteUntracked(
  { metrics, untrackedHosts }: RouteDeps,
  messages: Message[],
  answers: OfferAnswer[],
  { log }: Context,
): void {
  for (const [i, { product_info }] of messages.entries()) {
    const host = answers[i]!.is_replay ? undefined : untrackedHostOf(product_info);
    if (host === undefined) continue;
    metrics.countUntrackedOffer();
    if (untrackedHosts.has(host) || untrackedHosts.size >= MAX_LOGGED_HOSTS) continue;
    untrackedHosts.add(host);
    log.warn({ host }, 'offer link without a click id; add {click_id} to the links of this host');
  }
}
