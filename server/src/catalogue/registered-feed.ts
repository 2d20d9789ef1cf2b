// Registered feeds: registration, and the representation without secrets.
import { AppError } from '../app-error.ts';
import { shortenUrl } from '../fetching/download.ts';
import type { RegisteredFeed, RunMode } from '../store/feed-store.ts';
import { toIso } from '../text/to-iso.ts';
import type { FeedDeps } from './catalogue-deps.ts';
import type { FormatName } from './formats/format.ts';
import { mappedFormat } from './formats/mapped.ts';
import type { FeedOptions } from './read-feed.ts';
import type { FeedSettings } from './record-converter.ts';

/** An operator's settings of a feed as stored; the mapping is stored as written. */
export interface FeedChoices {
  format?: FormatName;
  encoding?: string;
  mapping?: unknown;
  settings?: FeedSettings;
}

export interface NewFeed {
  id: string;
  url: string;
  mode: RunMode;
  every_ms: number;
  choices: FeedChoices;
}

const UNITS_MS: Record<string, number> = { min: 60_000, m: 60_000, h: 3_600_000, d: 24 * 3_600_000 };
const MAX_EVERY_MS = 30 * 24 * 3_600_000;

/** Parses `30min`, `6h` or `1d`; undefined if it is invalid or longer than 30 days. */
export function readInterval(text: string): number | undefined {
  const [, count, unit] = /^([1-9]\d{0,4})(min|m|h|d)$/.exec(text) ?? [];
  const every_ms = Number(count) * (UNITS_MS[unit ?? ''] ?? Number.NaN);
  return every_ms <= MAX_EVERY_MS ? every_ms : undefined;
}

function writeInterval(every_ms: number): string {
  for (const unit of ['d', 'h', 'min'])
    if (every_ms % UNITS_MS[unit]! === 0) return `${every_ms / UNITS_MS[unit]!}${unit}`;
  return `${every_ms / 1000}s`;
}

/** The new feed is due immediately. */
export async function registerFeed({ store, clock }: FeedDeps, feed: NewFeed): Promise<RegisteredFeed> {
  const { id, url, mode, every_ms, choices } = feed;
  const now_ms = clock.now_ms();
  const registered: RegisteredFeed = {
    id,
    url,
    mode,
    every_ms,
    options: JSON.stringify(choices),
    is_paused: false,
    run_request: null,
    etag: null,
    last_modified: null,
    next_run_at_ms: now_ms,
    failures: 0,
    created_at_ms: now_ms,
  };
  const outcome = await store.insertFeed(registered);
  if (outcome === 'exists') throw new AppError('feed_exists');
  if (outcome === 'full') throw new AppError('feeds_full');
  return registered;
}

export const withoutUndefined = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** Converts stored settings to options of the feed reader. */
export function readerOptions({ mapping, ...rest }: FeedChoices): Omit<FeedOptions, 'path' | 'now_ms'> {
  return { ...rest, ...(mapping ? { mapping: mappedFormat(mapping) } : {}) };
}

/** A feed without its secrets. */
export function toWire(feed: RegisteredFeed) {
  const { format = 'auto', settings = {}, mapping, encoding } = JSON.parse(feed.options) as FeedChoices;
  return {
    type: 'feed' as const,
    id: feed.id,
    url: shortenUrl(feed.url),
    mode: feed.mode,
    every: writeInterval(feed.every_ms),
    format,
    is_mapped: mapping !== undefined,
    merchant_id: settings.merchant_id ?? null,
    merchant_name: settings.merchant_name ?? null,
    domain: settings.domain ?? null,
    currency: settings.currency ?? null,
    link_template: settings.link_template ?? null,
    publisher_id: settings.publisher_id ?? null,
    encoding: encoding ?? null,
    strict: settings.strict ?? false,
    is_paused: feed.is_paused,
    failures: feed.failures,
    next_run_at: feed.is_paused ? null : toIso(feed.next_run_at_ms),
    created_at: toIso(feed.created_at_ms),
  };
}
