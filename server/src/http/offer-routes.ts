// Offers between HTTP and their verbs: the preference for an acknowledgement, and the mark of a replay (RFC 7240).
import type { Input } from '@finderfee/contract/endpoints.ts';
import type { Deps } from '../deps.ts';
import { registerOffers, toReply } from '../offers/register-offers.ts';
import type { OfferAnswer } from '../store/port.ts';
import { Answer } from './answer.ts';

const prefersAsync = (prefer = '') => prefer.split(',').some((token) => /^\s*respond-async\s*(?:;|$)/i.test(token));

export async function createOffer(
  deps: Deps,
  { body, headers }: Pick<Input<'createOffer'>, 'body' | 'headers'>,
  format: 'single' | 'carousel',
) {
  const isAsync = prefersAsync(headers.prefer);
  const answers = await registerOffers(deps, [body], { format, isAsync, pathOf: () => [] });
  return answer(answers, isAsync, toReply(answers[0]!));
}

export async function createOffers(deps: Deps, { body, headers }: Input<'createOffers'>) {
  const isAsync = prefersAsync(headers.prefer);
  const answers = await registerOffers(deps, body, { format: 'single', isAsync, pathOf: (i) => [i] });
  return answer(answers, isAsync, answers.map(toReply));
}

function answer(answers: OfferAnswer[], isAsync: boolean, body: unknown): Answer {
  const isReplay = answers.length > 0 && answers.every(({ is_replay }) => is_replay);
  return new Answer(body, {
    ...(isReplay ? { 'idempotent-replayed': 'true' } : {}),
    ...(isAsync && !isReplay ? { 'preference-applied': 'respond-async' } : {}),
  });
}
