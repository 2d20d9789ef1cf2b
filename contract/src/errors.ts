// The error catalogue (all errors except 422): status and the sentence sent to the caller. Causes are only logged.

interface ErrorEntry {
  status: number;
  detail: string;
  /** Seconds after which a retry may succeed; sent as `Retry-After`. */
  retry_after_s?: number;
}

export const ERRORS = {
  body_unreadable: { status: 400, detail: 'There was an error parsing the body' },
  bad_request: { status: 400, detail: 'The request is not valid HTTP' },
  not_authenticated: { status: 403, detail: 'Not authenticated' },
  invalid_key: { status: 403, detail: 'Invalid API key' },
  lacks_scope: { status: 403, detail: 'This key lacks the scope that this endpoint asks for' },
  cross_site: { status: 403, detail: 'A session of the console is valid for requests of the console only' },
  invalid_token: { status: 403, detail: 'Invalid bearer token' },
  not_found: { status: 404, detail: 'Not Found' },
  criteria_set_not_found: { status: 404, detail: 'There is no criteria set with this id' },
  cursor_not_found: { status: 404, detail: 'There is no result set for this cursor' },
  product_not_found: { status: 404, detail: 'There is no product for this slug' },
  session_not_found: { status: 404, detail: 'There is no ranking session with this id in this conversation' },
  offer_not_found: { status: 404, detail: 'There is no offer for this presentment' },
  offer_without_link: { status: 404, detail: 'The offer for this presentment has no link' },
  conversation_not_found: { status: 404, detail: 'There is no conversation with this id' },
  conversion_not_found: { status: 404, detail: 'There is no conversion with this id' },
  fact_not_found: { status: 404, detail: 'There is no fact of this kind with this id' },
  postback_not_found: { status: 404, detail: 'There is no network account for this address' },
  webhook_not_found: { status: 404, detail: 'There is no webhook with this id' },
  delivery_not_found: { status: 404, detail: 'This webhook has no delivery with this id' },
  key_not_found: { status: 404, detail: 'There is no key with this id' },
  job_not_found: { status: 404, detail: 'There is no job with this id' },
  feed_not_found: { status: 404, detail: 'There is no feed with this id' },
  run_not_found: { status: 404, detail: 'There is no run with this id' },
  catalogue_product_not_found: { status: 404, detail: 'There is no product with this id' },
  method_not_allowed: { status: 405, detail: 'Method Not Allowed' },
  request_timeout: { status: 408, detail: 'The request took too long to arrive' },
  criteria_set_exists: { status: 409, detail: 'A criteria set with this id exists already' },
  criteria_sets_full: { status: 409, detail: 'This installation holds its limit of 10000 criteria sets' },
  feed_busy: { status: 409, detail: 'A run of this feed is in progress' },
  feed_exists: { status: 409, detail: 'A feed with this id exists already' },
  feeds_full: { status: 409, detail: 'This installation holds its limit of 10000 feeds' },
  synonyms_full: { status: 409, detail: 'This installation holds its limit of 5000 changes of synonyms' },
  job_not_dead: { status: 409, detail: 'Only a dead job can be retried' },
  offer_conflict: { status: 409, detail: 'This offer is registered with another program, email or product' },
  retry_conflict: { status: 409, detail: 'The original offer has another program, email, click_id or click_datetime' },
  click_conflict: { status: 409, detail: 'This click_id was used in another conversation or presentment' },
  conversion_full: { status: 409, detail: 'This conversion holds its limit of 1000 reports or 49 corrections' },
  webhooks_full: { status: 409, detail: 'This installation holds its limit of 100 webhooks' },
  rotation_overlaps: { status: 409, detail: 'The secret was rotated in the last 24 hours' },
  cursor_expired: { status: 410, detail: 'This result set has expired: start a new search' },
  product_expired: { status: 410, detail: 'This slug has expired: start a new search' },
  session_expired: { status: 410, detail: 'This ranking session has expired: start a new search' },
  reply_not_kept: {
    status: 410,
    detail: 'This reply cannot be continued: it is not the last one, or was not streamed',
  },
  body_too_large: { status: 413, detail: 'The body is larger than this endpoint takes' },
  unsupported_media_type: { status: 415, detail: 'The body must be JSON' },
  cursor_out_of_range: { status: 416, detail: 'This page is beyond the last one' },
  product_out_of_range: { status: 416, detail: 'This slug is beyond the last result' },
  session_out_of_range: { status: 416, detail: 'This page is beyond the last one of the session' },
  rate_limited: { status: 429, detail: 'Too many requests', retry_after_s: 1 },
  headers_too_large: { status: 431, detail: 'The request headers are too large' },
  internal: { status: 500, detail: 'Internal Server Error' },
  feature_off: { status: 503, detail: 'This feature is switched off on this installation', retry_after_s: 3600 },
  read_only: { status: 503, detail: 'This installation takes no changes at the moment', retry_after_s: 60 },
  search_too_costly: { status: 503, detail: 'This search takes more work than one search may: use fewer criteria' },
  disk_low: {
    status: 503,
    detail: 'The disk of this installation is nearly full: nothing can be stored at the moment',
    retry_after_s: 60,
  },
  overloaded: { status: 503, detail: 'The service is busy: try again shortly', retry_after_s: 1 },
  store_unavailable: {
    status: 503,
    detail: 'The service cannot reach its storage: try again shortly',
    retry_after_s: 2,
  },
  search_unavailable: {
    status: 503,
    detail: 'The service cannot reach its search engine: try again shortly',
    retry_after_s: 2,
  },
  keys_unreachable: { status: 503, detail: 'Bearer tokens cannot be checked at the moment', retry_after_s: 5 },
  not_ready: { status: 503, detail: 'The service is starting or stopping', retry_after_s: 1 },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;
