// Lists every feed that is registered, has run, or has products, with the result of its last run.
import { isWebAddress } from '../fetching/download.ts';
import { printable } from '../printable.ts';
import type { FeedRun, FeedStore } from '../store/feed-store.ts';
import { toIso } from '../text/to-iso.ts';
import { toWire } from './registered-feed.ts';
import { effectiveRun } from './runner.ts';

export interface ListedFeed {
  /** Empty for the products that belong to no feed. */
  id: string;
  products: number;
  last_run: ListedRun | null;
  /** The registration; null for a feed that was only imported by hand. */
  registered: ReturnType<typeof toWire> | null;
}

interface ListedRun {
  id: number;
  state: FeedRun['state'];
  message: string;
  source: string;
  rows: number;
  rejected: number;
  started_at: string;
  finished_at: string | null;
}

export async function listAllFeeds({ store }: { store: FeedStore }): Promise<ListedFeed[]> {
  const [registered, summaries] = await Promise.all([store.listFeeds({}), store.summariseFeeds({})]);
  const feeds = new Map<string, ListedFeed>();
  for (const feed of registered)
    feeds.set(feed.id, { id: feed.id, products: 0, last_run: null, registered: toWire(feed) });
  for (const { feed: id, products, last_run } of summaries)
    feeds.set(id, {
      id,
      products,
      last_run: last_run && toListed(last_run),
      registered: feeds.get(id)?.registered ?? null,
    });
  return [...feeds.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function toListed(stored: FeedRun): ListedRun {
  const { id, state, message, source, started_at_ms, finished_at_ms, report } = effectiveRun(stored);
  const { rows = 0, rejected = 0 } = JSON.parse(report);
  const [started_at, finished_at] = [toIso(started_at_ms), toIso(finished_at_ms)];
  return { id, state, message, source, rows, rejected, started_at, finished_at };
}

/** One line of columns per feed, or several short lines if the terminal is too narrow. */
export function describeFeeds(feeds: ListedFeed[], columns: number): string[] {
  const cells = feeds.map((feed) =>
    [feed.id || '(no name)', productsOf(feed), sourceOf(feed), lastRunOf(feed)].map(printable),
  );
  const widths = [0, 1, 2].map((i) => Math.max(...cells.map((row) => row[i]!.length)));
  const lines = cells.map((row) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  '));
  if (lines.every((line) => line.length <= columns)) return lines;
  return cells.flatMap(([id, ...others]) => [id!, ...others.map((cell) => `  ${cell}`)]);
}

const productsOf = ({ products }: ListedFeed) => (products === 1 ? '1 product' : `${products} products`);

function sourceOf({ id, registered, last_run }: ListedFeed): string {
  if (id === 'demo') return 'demo catalogue';
  // The URL may belong to a feed that was registered before. Either way it is not fetched now.
  if (!registered && last_run && isWebAddress(last_run.source)) return `not fetched on schedule (${last_run.source})`;
  if (!registered) return `imported by hand${last_run ? ` (${last_run.source})` : ''}`;
  const { mode, every, is_paused, next_run_at, url } = registered;
  return `${url} ${mode}, every ${every}, ${is_paused ? 'paused' : `next ${minute(next_run_at!)}`}`;
}

function lastRunOf({ last_run, registered }: ListedFeed): string {
  if (!last_run) return 'no run on record';
  const { started_at, state, message, rows, rejected } = last_run;
  const isBad = state === 'failed' || state === 'stopped';
  const failures = registered?.failures ?? 0;
  const inARow = isBad && failures > 1 ? ` (${failures} in a row)` : '';
  return `${minute(started_at)} ${state}${isBad && message ? `: ${message}` : ''}${inARow}${state === 'done' && rejected > 0 ? `, ${rejected} of ${rows} rows rejected` : ''}`;
}

const minute = (time: string) => `${time.slice(0, 16)}Z`;
