// Decides which offers of a request are new, replays or conflicts, and the position of an offer in its carousel.
import type { OfferIdentity, OfferWrite } from '../ledger-store.ts';

/** The fields in which two offers with one identity must agree to be replays of each other. */
export type OfferContent = Pick<OfferWrite, 'program' | 'name' | 'value' | 'direct_link' | 'detail_link'> & {
  /** Null after the person was erased: a later offer with that email is a conflict. */
  email_key: string | null;
};

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
