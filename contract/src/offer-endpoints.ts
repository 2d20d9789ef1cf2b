// The endpoints that browsers call: offers, clicks and signups.
import { z } from 'zod';
import { endpoint, LARGE_BODY_LIMIT_BYTES } from './endpoint.ts';
import { MessageAck, OfferMessage, OfferMessages, OfferReply, OfferRetryQuery, ProductClick } from './offer.ts';
import { pathId } from './shared.ts';
import { SignupRequest } from './signup.ts';

const convoParams = z.object({ convo_id: pathId() });
const presentmentParams = z.object({ convo_id: pathId(), presentment_id: pathId() });
/** Headers that tell a shopper's visit from a crawler's or a prefetch. */
const VisitHeaders = z.object({
  'user-agent': z.string().optional(),
  'sec-purpose': z.string().optional(),
  purpose: z.string().optional(),
  'x-moz': z.string().optional(),
});

export const offerEndpoints = {
  createOffer: endpoint({
    method: 'POST',
    path: '/offers/single',
    tag: 'Offers',
    summary: 'Register one offer',
    group: 'offers',
    feature: 'offers',
    writes: true,
    built: true,
    headers: z.object({ prefer: z.string().optional() }),
    body: OfferMessage,
    replies: { 201: { description: 'Registered, or queued for good', body: OfferReply } },
    errors: ['offer_conflict'],
  }),
  createOffers: endpoint({
    method: 'POST',
    path: '/offers/multi',
    tag: 'Offers',
    summary: 'Register several offers, all or none',
    group: 'offers',
    feature: 'offers',
    writes: true,
    built: true,
    headers: z.object({ prefer: z.string().optional() }),
    body: OfferMessages,
    body_limit_bytes: LARGE_BODY_LIMIT_BYTES,
    replies: { 201: { description: 'One answer per offer, in the order sent', body: z.array(OfferReply) } },
    errors: ['offer_conflict'],
  }),
  createCarouselOffer: endpoint({
    method: 'POST',
    path: '/offers/carousel',
    tag: 'Offers',
    summary: 'Register one offer for carousel display',
    group: 'offers',
    feature: 'offers',
    writes: true,
    built: true,
    headers: z.object({ prefer: z.string().optional() }),
    body: OfferMessage,
    replies: { 201: { description: 'Registered, or queued for good', body: OfferReply } },
    errors: ['offer_conflict'],
  }),
  retryOffer: endpoint({
    method: 'GET',
    path: '/offers/retry/{convo_id}/{presentment_id}',
    tag: 'Offers',
    summary: 'Get the answer to an offer again, without a new record',
    group: 'offers',
    feature: 'offers',
    built: true,
    params: presentmentParams,
    query: OfferRetryQuery,
    replies: { 200: { description: 'The original answer', body: OfferReply } },
    errors: ['offer_not_found', 'retry_conflict'],
  }),
  recordClick: endpoint({
    method: 'POST',
    path: '/clickthrough/{convo_id}',
    tag: 'Clicks',
    summary: 'Record a click',
    group: 'clickthrough',
    writes: true,
    built: true,
    params: convoParams,
    body: ProductClick,
    agree: { body: 'convo_id', path: 'convo_id', message: 'convo_id must equal the path value' },
    replies: { 202: { description: 'The click is recorded' } },
    errors: ['click_conflict'],
  }),
  redirectClick: endpoint({
    method: 'GET',
    path: '/clickthrough/{convo_id}/{presentment_id}',
    tag: 'Clicks',
    summary: 'Record a click and redirect through the affiliate link',
    group: 'clickthrough',
    built: true,
    params: presentmentParams,
    headers: VisitHeaders,
    query: OfferRetryQuery,
    replies: { 302: { description: 'To the affiliate link of the offer' } },
    errors: ['offer_not_found'],
  }),
  recordSignup: endpoint({
    method: 'POST',
    path: '/signup/{convo_id}',
    tag: 'Signups',
    summary: 'Record a signup',
    group: 'signup',
    writes: true,
    built: true,
    params: convoParams,
    body: SignupRequest,
    replies: { 202: { description: 'Accepted for good', body: MessageAck } },
  }),
} as const;
