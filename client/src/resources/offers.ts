// Offers: what a shopper is shown. Sending an offer again returns the first answer.
import { createCarouselOffer, createOffer, createOffers, retryOffer } from '../generated/operations.ts';
import type { OfferMessage, OfferReference, OfferReply, ProductClick } from '../generated/schemas.ts';
import type { CallOptions } from '../transport.ts';
import { Resource } from './resource.ts';

export interface OfferOptions extends CallOptions {
  /** Asks for an acknowledgement: the offer is registered later. */
  respondAsync?: boolean | undefined;
}

/** True if the offer is registered, false if it is acknowledged and will be. */
export const isOfferReference = (reply: OfferReply): reply is OfferReference => 'id' in reply;

export class Offers extends Resource {
  create(offer: OfferMessage, options?: OfferOptions): Promise<OfferReply> {
    return this.transport.call(createOffer, { body: offer }, withPreference(options));
  }

  /** Registers up to 500 offers, all or none. The answers are in the same order. */
  createMany(offers: OfferMessage[], options?: OfferOptions): Promise<OfferReply[]> {
    return this.transport.call(createOffers, { body: offers }, withPreference(options));
  }

  /** Like `create`, for display in a carousel. */
  createCarousel(offer: OfferMessage, options?: OfferOptions): Promise<OfferReply> {
    return this.transport.call(createCarouselOffer, { body: offer }, withPreference(options));
  }

  /** The answer of an offer that was already sent, by its `product_click`. */
  retry(click: ProductClick, options?: CallOptions): Promise<OfferReply> {
    const { convo_id, presentation_id, ...query } = click;
    return this.transport.call(retryOffer, { params: { convo_id, presentment_id: presentation_id }, query }, options);
  }
}

const withPreference = ({ respondAsync, ...options }: OfferOptions = {}): CallOptions =>
  respondAsync ? { ...options, headers: { prefer: 'respond-async', ...options.headers } } : options;
