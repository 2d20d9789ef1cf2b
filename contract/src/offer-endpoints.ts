// Endpoints that browsers call: offers, clicks and signups.
import { z } from 'zod';
import { endpoint, LARGE_BODY_LIMIT_BYTES } from './endpoint.ts';
import {
  MessageAck,
  OfferMessage,
  OfferMessages,
  OfferReply,
  OfferRetryQuery,
  ProductClick,
  RedirectQuery,
} from './offer.ts';
import { convoId, pathId } from './shared.ts';
import { SignupRequest } from './signup.ts';

const convoParams = z.object({ convo_id: convoId() });
const presentmentParams = z.object({
  convo_id: convoId(),
  presentment_id: pathId().meta({ description: 'The `presentation_id` of the offer.' }),
});
/** Headers that distinguish a shopper from a crawler or a prefetch. */
const VisitHeaders = z.object({
  'user-agent': z.string().optional().meta({ description: 'Identifies crawlers, link previews and mail scanners.' }),
  'sec-purpose': z.string().optional().meta({ description: 'Identifies a prefetch.' }),
  purpose: z.string().optional().meta({ description: 'Identifies a prefetch of an older browser.' }),
  'x-moz': z.string().optional().meta({ description: 'Identifies a prefetch of an older Firefox.' }),
});
const OfferHeaders = z.object({
  prefer: z
    .string()
    .optional()
    .meta({ description: '`respond-async` (RFC 7240): answer with a MessageAck and register the offer later.' }),
});
const OFFER_REPLY_HEADERS = {
  'Idempotent-Replayed': '`true` when every offer of the request had been sent before. The answer is the first one.',
  'Preference-Applied': '`respond-async` when `Prefer: respond-async` was followed.',
};

export const offerEndpoints = {
  createOffer: endpoint({
    method: 'POST',
    path: '/offers/single',
    tag: 'Offers',
    summary: 'Register one offer',
    description:
      "Registers one presentment of a product to a shopper. The offer's links decide where its redirect leads. Sending the same offer again returns the first answer with `Idempotent-Replayed: true`; the same identity with other data is a 409. With `Prefer: respond-async` the answer is a MessageAck and the offer is registered later. Clients must handle both answers.",
    group: 'offers',
    feature: 'offers',
    idempotent: true,
    writes: true,
    headers: OfferHeaders,
    body: OfferMessage,
    success: { status: 201, description: 'Registered or queued', body: OfferReply, headers: OFFER_REPLY_HEADERS },
    errors: ['offer_conflict'],
  }),
  createOffers: endpoint({
    method: 'POST',
    path: '/offers/multi',
    tag: 'Offers',
    summary: 'Register several offers, all or none',
    description:
      'Registers up to 500 offers in one transaction: if one is invalid (422) or conflicts (409), no offer is registered. The answers are in request order.',
    group: 'offers',
    feature: 'offers',
    idempotent: true,
    writes: true,
    headers: OfferHeaders,
    body: OfferMessages,
    body_limit_bytes: LARGE_BODY_LIMIT_BYTES,
    success: {
      status: 201,
      description: 'One answer per offer, in request order',
      body: z.array(OfferReply),
      headers: OFFER_REPLY_HEADERS,
    },
    errors: ['offer_conflict'],
  }),
  createCarouselOffer: endpoint({
    method: 'POST',
    path: '/offers/carousel',
    tag: 'Offers',
    summary: 'Register one offer for carousel display',
    description:
      'Same as `POST /offers/single`; the offer is marked for carousel display and keeps its position within the conversation.',
    group: 'offers',
    feature: 'offers',
    idempotent: true,
    writes: true,
    headers: OfferHeaders,
    body: OfferMessage,
    success: { status: 201, description: 'Registered or queued', body: OfferReply, headers: OFFER_REPLY_HEADERS },
    errors: ['offer_conflict'],
  }),
  retryOffer: endpoint({
    method: 'GET',
    path: '/offers/retry/{convo_id}/{presentment_id}',
    tag: 'Offers',
    summary: 'Get the answer of an offer again',
    description:
      'Returns the answer of an offer that was already sent, without creating a record. Send the values of the original; other values are a 409. A queued offer answers with its MessageAck until it is registered.',
    group: 'offers',
    feature: 'offers',
    params: presentmentParams,
    query: OfferRetryQuery,
    success: { status: 200, description: 'The original answer', body: OfferReply },
    errors: ['offer_not_found', 'retry_conflict'],
  }),
  recordClick: endpoint({
    method: 'POST',
    path: '/clickthrough/{convo_id}',
    tag: 'Clicks',
    summary: 'Record a click',
    description:
      'Records a click of a shopper whom your own application redirects. Answers after the click is durable. Use a new `click_id` per click: a repeat in the same presentment is recorded once; a repeat in another presentment is a 409. `convo_id` in the body must equal the path.',
    group: 'clickthrough',
    idempotent: true,
    writes: true,
    params: convoParams,
    body: ProductClick,
    must_match: { body: 'convo_id', path: 'convo_id', message: 'convo_id must equal the path value' },
    success: { status: 202, description: 'The click is recorded' },
    errors: ['click_conflict'],
  }),
  redirectClick: endpoint({
    method: 'GET',
    path: '/clickthrough/{convo_id}/{presentment_id}',
    tag: 'Clicks',
    summary: 'Record a click and redirect',
    error_pages: true,
    description:
      'The link to show to the shopper. Records the click, then redirects to `direct_link` of the offer, or to `detail_link` if there is none. The offer is the one with this `click_id`, or the first of the presentment. Prefetches, crawlers and link previews are redirected and not counted. Clients that accept `text/html` get a small page instead of the JSON of a 404, 429 or 5xx.',
    group: 'clickthrough',
    idempotent: false,
    params: presentmentParams,
    headers: VisitHeaders,
    query: RedirectQuery,
    success: {
      status: 302,
      description: 'Redirect to the link of the offer',
      headers: {
        Location: 'The affiliate link, with its macros expanded.',
        'Cache-Control': 'Always `no-store`.',
        'Referrer-Policy': 'Always `strict-origin-when-cross-origin`.',
        'X-Robots-Tag': 'Always `noindex`.',
      },
    },
    errors: ['offer_not_found', 'offer_without_link'],
  }),
  recordSignup: endpoint({
    method: 'POST',
    path: '/signup/{convo_id}',
    tag: 'Signups',
    summary: 'Record a signup',
    description:
      'Records that a user registered for a rewards program. There is one signup per program and email: a repeat is acknowledged and changes nothing, unless its key has the scope `operate`. The record is made in the background.',
    group: 'signup',
    idempotent: true,
    writes: true,
    params: convoParams,
    body: SignupRequest,
    success: { status: 202, description: 'Stored; the signup is recorded in the background', body: MessageAck },
  }),
} as const;
