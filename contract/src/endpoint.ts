// The type of the entries in endpoints.ts, and what is derived from an entry.
import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

export const SCOPES = ['discovery', 'act', 'catalogue', 'conversions', 'operate', 'admin', 'pii'] as const;
export type Scope = (typeof SCOPES)[number];

/** Groups that do not require a key by default, because browsers call them. */
export const DEFAULT_KEYLESS = ['offers', 'clickthrough', 'signup', 'chat', 'inventory'] as const;

/** Groups that the setting KEYLESS may name. All others require a key, except `open` and `postback`, which never do. */
export const KEYLESS_GROUPS = [...DEFAULT_KEYLESS, 'spy'] as const;
export type Group =
  | (typeof KEYLESS_GROUPS)[number]
  | 'discovery'
  | 'catalogue'
  | 'conversions'
  | 'operate'
  | 'postback'
  | 'open';

export const FEATURES = ['discovery', 'criteria-sets', 'merchants', 'offers', 'chat', 'console', 'mcp'] as const;
export type Feature = (typeof FEATURES)[number];

/** Sections of the API reference, in order. */
export const TAGS = {
  Products: 'Search the catalogue, page through a result set, open a product.',
  Merchants: 'List and search the merchants of the catalogue.',
  'Criteria sets': 'Named bundles of filters that searches refer to by id.',
  Offers: 'Register what a shopper is shown.',
  Clicks: 'Record clicks on offers, and redirect through the affiliate link.',
  Signups: 'Record registrations for a rewards program.',
  Conversions: 'Record what affiliate networks report about sales, and read the rewards that they earn.',
  Ledger: 'For operators: find a fact by any of its ids, and follow it from presentment to reward.',
  Reports: 'For operators: what shoppers searched for, and what came of it.',
  Webhooks: 'Be told of every step from offer to reward as it happens.',
  Conversations: 'The shopping assistant, its result sets, and the trace of a conversation.',
  Catalogue: 'For operators: write products, register feeds, read what their runs did.',
  Ranking: 'For operators: see why products rank where they do, change synonyms, rebuild the index.',
  Console: 'For operators: sign in to the pages at `/console`.',
  Administration: 'For operators: keys, erasure, exports, settings and the audit log.',
  Operations: 'For operators: health, metrics and background jobs.',
} as const;

export interface Reply {
  description: string;
  body?: z.ZodType;
  /** JSON if absent. */
  contentType?: string;
  /** Response headers other than `x-request-id`: name and description. */
  headers?: Record<string, string>;
}

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  tag: keyof typeof TAGS;
  /** Left out of the OpenAPI document: images that pages load. */
  hidden?: true;
  summary: string;
  description: string;
  group: Group;
  /** Scope that the key must have. If absent, any valid key is accepted. */
  scope?: Scope;
  /** The key may be sent as a bearer token, because Prometheus cannot send `x-api-key`. */
  bearer_key?: true;
  feature?: Feature;
  /** Clients that prefer HTML get an HTML page for 404, 429 and 5xx. */
  error_pages?: true;
  /** Whether a request that is sent twice has the effect of one. If absent, as its method implies (see `isIdempotent`). */
  idempotent?: boolean;
  /** Rejected in read-only mode and when the disk is nearly full. */
  writes?: true;
  /** Whether it is in the audit log. If absent, changes by operators are (see `isAudited`). */
  audited?: boolean;
  params?: z.ZodObject;
  query?: z.ZodType;
  headers?: z.ZodObject;
  body?: z.ZodType;
  /** Takes any fields, from the query string and, with POST, from a form or a JSON object. Its verb validates them. */
  takes_fields?: true;
  /** Takes a file of any content type as its body, which is streamed. At most `FEED_MAX_MB`. */
  takes_file?: true;
  body_limit_bytes?: number;
  /** A body field that must equal a path parameter. */
  must_match?: { body: string; path: string; message: string };
  /** Event types sent to clients that accept `text/event-stream`. */
  events?: string;
  success: Reply & { status: number };
  /** Documented non-error replies with another status. */
  other_replies?: Record<number, Reply>;
  errors?: readonly ErrorCode[];
}

export const DEFAULT_BODY_LIMIT_BYTES = 1024 * 1024;
export const LARGE_BODY_LIMIT_BYTES = 8 * 1024 * 1024;

/** Preserves the literal types of an entry, from which handler types are derived. */
export const endpoint = <const E extends Endpoint>(entry: E): E => entry;

/** Whether the settings may make the endpoint require a key. */
export const canRequireKey = ({ group }: Pick<Endpoint, 'group'>): boolean => group !== 'open' && group !== 'postback';

/** Whether clients may send a request again when they do not know what became of it. */
export const isIdempotent = ({ method, idempotent }: Endpoint): boolean =>
  idempotent ?? (method === 'GET' || method === 'PUT' || method === 'DELETE');

/** Changes that need a key. What shoppers do is in the trace. */
export const isAudited = ({ group, writes, audited }: Endpoint): boolean =>
  audited ?? (writes === true && canRequireKey({ group }) && !(KEYLESS_GROUPS as readonly string[]).includes(group));

/** Every error an endpoint can answer: its own and those of the transport. */
export function errorsOf(entry: Endpoint): ErrorCode[] {
  const own = entry.errors ?? [];
  const always = ['bad_request', 'request_timeout', 'headers_too_large', 'rate_limited'] as const;
  if (!canRequireKey(entry)) return [...own, ...always];
  return [
    ...own,
    ...always,
    ...(entry.body ? (['body_unreadable'] as const) : []),
    ...(entry.method === 'GET' ? [] : (['body_too_large', 'unsupported_media_type', 'cross_site'] as const)),
    'not_authenticated',
    'invalid_key',
    ...(entry.scope ? (['lacks_scope'] as const) : []),
    'invalid_token',
    ...(entry.feature ? (['feature_off'] as const) : []),
    ...(entry.writes ? (['read_only', 'disk_low'] as const) : []),
    'overloaded',
    'store_unavailable',
    'keys_unreachable',
  ];
}

export const repliesOf = ({ success, other_replies }: Endpoint): Record<number, Reply> => ({
  [success.status]: success,
  ...other_replies,
});

export const isErrorPageStatus = (status: number): boolean => status === 404 || status === 429 || status >= 500;
