// What an endpoint is: the type of the entries in endpoints.ts, and what follows from an entry.
import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

export const SCOPES = ['discovery', 'catalogue', 'conversions', 'operate', 'pii'] as const;
export type Scope = (typeof SCOPES)[number];

/** Groups that need no key unless the operator says otherwise: browsers call them. */
export const DEFAULT_KEYLESS = ['offers', 'clickthrough', 'signup', 'chat', 'inventory'] as const;

/** Groups that the setting KEYLESS may name. The others always want a key, but for `open`, which never does. */
export const KEYLESS_GROUPS = [...DEFAULT_KEYLESS, 'spy'] as const;
export type Group = (typeof KEYLESS_GROUPS)[number] | 'discovery' | 'catalogue' | 'operate' | 'open';

export const FEATURES = ['discovery', 'criteria-sets', 'merchants', 'offers', 'chat'] as const;
export type Feature = (typeof FEATURES)[number];

/** Chapters of the reference, in order. */
export const TAGS = {
  Products: 'Search the catalogue, page through a result set, open a product.',
  Merchants: 'List and search the merchants of the catalogue.',
  'Criteria sets': 'Named bundles of filters that searches refer to by id.',
  Offers: 'Register what a shopper is shown.',
  Clicks: 'Record clicks on offers, and redirect through the affiliate link.',
  Signups: 'Record registrations for a rewards program.',
  Conversations: 'The shopping assistant, its result sets, and the trace of a conversation.',
  Catalogue: 'For operators: write products, register feeds, read what their runs did.',
  Operations: 'For operators: health and metrics.',
} as const;

export interface Reply {
  description: string;
  body?: z.ZodType;
  /** Where it is not JSON. */
  contentType?: string;
  /** Headers it may carry besides `x-request-id`: name and description. */
  headers?: Record<string, string>;
}

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  tag: keyof typeof TAGS;
  /** Not in the OpenAPI document: pictures that pages load. */
  hidden?: true;
  summary: string;
  /** What it does, for an integrator. */
  description: string;
  group: Group;
  /** The scope that a key needs; without one any valid key will do. */
  scope?: Scope;
  /** Its key may come as a bearer token: Prometheus knows no other header. */
  bearer_key?: true;
  feature?: Feature;
  /** Clients that prefer HTML get a page instead of the JSON of its 404, 429 and 5xx. */
  error_pages?: true;
  /** Changes what is stored, and so is refused in read-only mode. */
  writes?: true;
  /** False until it is implemented: it validates its input and answers 501. */
  built: boolean;
  params?: z.ZodObject;
  query?: z.ZodType;
  headers?: z.ZodObject;
  body?: z.ZodType;
  body_limit_bytes?: number;
  /** A body field that must repeat a path parameter. */
  agree?: { body: string; path: string; message: string };
  /** Whoever accepts `text/event-stream` gets the answer as events of these kinds. */
  events?: string;
  /** By status; the first is the usual one. */
  replies: Record<number, Reply>;
  errors?: readonly ErrorCode[];
}

export const DEFAULT_BODY_LIMIT_BYTES = 1024 * 1024;
export const LARGE_BODY_LIMIT_BYTES = 8 * 1024 * 1024;

/** Keeps the exact types of an entry, from which the types of handlers are made. */
export const endpoint = <const E extends Endpoint>(entry: E): E => entry;

/** The errors that any endpoint may answer, beside its own. */
export function errorsOf(entry: Endpoint): ErrorCode[] {
  const own = entry.errors ?? [];
  const always = ['bad_request', 'request_timeout', 'headers_too_large', 'rate_limited'] as const;
  if (entry.group === 'open') return [...own, ...always];
  return [
    ...own,
    ...always,
    ...(entry.body ? (['body_unreadable'] as const) : []),
    ...(entry.method === 'GET' ? [] : (['body_too_large', 'unsupported_media_type'] as const)),
    'not_authenticated',
    'invalid_key',
    ...(entry.scope ? (['lacks_scope'] as const) : []),
    'invalid_token',
    ...(entry.built ? [] : (['not_built'] as const)),
    ...(entry.feature ? (['feature_off'] as const) : []),
    ...(entry.writes ? (['read_only', 'disk_low'] as const) : []),
    'overloaded',
    'store_unavailable',
    'keys_unreachable',
  ];
}

export const isErrorPageStatus = (status: number): boolean => status === 404 || status === 429 || status >= 500;
