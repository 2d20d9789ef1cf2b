// What a verb may use. Passed to it, never kept.

import type { ClickSpool } from './clicks/spool.ts';
import type { ModelSettings } from './conversations/model/completions.ts';
import type { TurnQueue } from './conversations/turn-queue.ts';
import type { Vocabulary } from './conversations/vocabulary.ts';
import type { IndexWork } from './discovery/index-manager.ts';
import type { RecentProducts } from './discovery/recent-products.ts';
import type { FreeDisk } from './free-disk.ts';
import type { SearchIndex } from './index/port.ts';
import type { Store } from './store/port.ts';
import type { LinkHosts } from './text/tracked-link.ts';
import type { Tokens } from './tokens.ts';

export interface Clock {
  now_ms(): number;
}

/** What commands need that only read and write the databases. */
export interface StoreDeps {
  store: Store;
  clock: Clock;
}

/**
 * Runs a command on the data folder; the number is its exit code. `check` comes before the store is opened: a command
 * that it refuses creates no installation.
 */
export type WithDeps = (
  action: (deps: StoreDeps) => Promise<number>,
  check?: (isNew: boolean) => Promise<number>,
) => Promise<void>;

export interface Deps extends StoreDeps {
  index: Pick<SearchIndex, 'search' | 'summarise' | 'figures'>;
  /** Products by their numbers, for what is shown. */
  products: RecentProducts;
  /** Whether every product that was there at the start can be found. */
  isIndexReady: () => boolean;
  /** What the index is busy with, and how far it has come. */
  indexWork: () => IndexWork | null;
  /** The catalogue's own words, as they are now. */
  vocabulary: () => Vocabulary;
  /** Where turns of a conversation wait for each other. */
  turns: TurnQueue;
  /** A model that takes the turns of chats, where one is set. */
  model: ModelSettings | null;
  /** Those who follow a conversation now. */
  followers: { count: number };
  /** Rows past their retention that were removed since the start, by class. */
  purged: Record<string, number>;
  tokens: Tokens;
  session_ttl_ms: number;
  session_max_results: number;
  /** Where the links of offers may lead. */
  link_hosts: LinkHosts;
  /** Nothing is written at the moment. */
  read_only: boolean;
  /** The room that is left where the databases are. */
  disk: Pick<FreeDisk, 'free_bytes' | 'isLow'>;
  /** Whether links of known networks get the click's id. */
  network_click_ids: boolean;
  /** Where clicks go that the store cannot take. */
  spool: ClickSpool | null;
  /** Where this service is reached, for what it draws itself. */
  baseUrl: () => string;
}

export const systemClock: Clock = { now_ms: () => Date.now() };
