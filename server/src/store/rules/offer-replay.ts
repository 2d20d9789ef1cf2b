// Decides which offers of a request are new, replays or conflicts, and the position of an offer in its carousel.
import type { OfferAnswer, OfferIdentity, OfferLinks, OfferWrite, RegisterOutcome } from '../ledger-store.ts';

/** The fields in which two offers with one identity must agree to be replays of each other. */
export type OfferContent = Pick<OfferWrite, 'program' | 'name' | 'value' | 'direct_link' | 'detail_link'> & {
  /** Null after the person was erased: a later offer with that email is a conflict. */
  email_key: string | null;
};

/** A stored offer, as far as later ones are compared with it. */
export interface KnownOffer extends Pick<OfferAnswer, 'id' | 'message_id'> {
  content: OfferContent;
}

type StoredContent = OfferLinks & Pick<OfferContent, 'program' | 'email_key'> & Pick<OfferWrite, 'product'>;

export function offerContent(stored: StoredContent): OfferContent {
  const { program, email_key, product, direct_link, detail_link } = stored;
  const { name, value = null } = JSON.parse(product);
  return { program, email_key, name, value, direct_link, detail_link };
}

/** Registers all offers of a request or none: finds conflicts before `add` writes the first one. */
export function registerOffers(
  offers: readonly OfferWrite[],
  stored: readonly (KnownOffer | undefined)[],
  add: (offer: OfferWrite) => OfferAnswer,
): RegisterOutcome {
  const replays = findReplays(
    offers,
    stored.map((known) => known?.content),
  );
  if ('conflict' in replays) return replays;
  const answers: OfferAnswer[] = [];
  for (const [i, first] of replays.firsts.entries()) {
    const old = stored[i];
    if (first < i) answers.push({ ...answers[first]!, is_replay: true });
    else if (old) answers.push({ id: old.id, message_id: old.message_id, is_replay: true });
    else answers.push(add(offers[i]!));
  }
  return { answers };
}

/**
 * For each offer, the index of the first offer of the request with its identity, which is its own for most; or the index
 * of the first offer whose content differs from the stored one or from an earlier one of the request.
 */
export function findReplays(
  offers: readonly OfferWrite[],
  stored: readonly (OfferContent | undefined)[],
): { firsts: number[] } | { conflict: number } {
  const seen = new Map<string, number>();
  const firsts: number[] = [];
  for (const [i, offer] of offers.entries()) {
    const key = keyOf(offer);
    const first = seen.get(key) ?? i;
    const earlier = first < i ? offers[first]! : stored[i];
    if (earlier && !isSame(earlier, offer)) return { conflict: i };
    seen.set(key, first);
    firsts.push(first);
  }
  return { firsts };
}

const keyOf = ({ convo_id, presentation_id, click_id }: OfferIdentity) =>
  JSON.stringify([convo_id, presentation_id, click_id]);

const isSame = (one: OfferContent, other: OfferContent): boolean =>
  one.program === other.program &&
  one.email_key === other.email_key &&
  one.name === other.name &&
  one.value === other.value &&
  one.direct_link === other.direct_link &&
  one.detail_link === other.detail_link;

export const hasPosition = ({ format }: Pick<OfferWrite, 'format'>): boolean => format === 'carousel';

/** `last` is the highest position in the conversation, null if there is none. */
export const nextPosition = (last: number | null): number => (last === null ? 0 : last + 1);

/** An offer with a message id is registered by its job. */
export const isRegisteredAtOnce = ({ message_id }: Pick<OfferWrite, 'message_id'>): boolean => message_id === null;
