// What the tools use: the dependencies of the verbs that they call, and who calls.
import type { Feature, Scope } from '@finderfee/contract/endpoint.ts';
import type { IndexDeps, NewSessionDeps } from '../discovery/ranking.ts';
import type { PageDeps } from '../discovery/session-page.ts';
import type { FreeDisk } from '../free-disk.ts';
import type { SearchIndex } from '../index/port.ts';
import type { CatalogueStore } from '../store/catalogue-store.ts';
import type { ConfigStore } from '../store/config-store.ts';
import type { LedgerStore, OfferIdentity, VisitedOffer } from '../store/ledger-store.ts';
import type { SessionStore } from '../store/session-store.ts';
import type { StoreDeps } from '../store-deps.ts';
import type { LinkHosts } from '../text/tracked-link.ts';

type McpStore = CatalogueStore & SessionStore & ConfigStore & LedgerStore;

export interface McpDeps extends StoreDeps<McpStore>, IndexDeps, NewSessionDeps, PageDeps {
  store: McpStore;
  index: Pick<SearchIndex, 'search' | 'summarise'>;
  link_hosts: LinkHosts;
  recentOffers: { remember(presentment: OfferIdentity, offer: VisitedOffer): void };
  disk: Pick<FreeDisk, 'isLow'>;
}

/** Refused: the model got advice. Failed: by our fault. */
export type ToolOutcome = 'answered' | 'refused' | 'failed';

interface McpCaller {
  scopes: readonly Scope[];
  /** Tells callers apart in statistics. */
  name: string;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  onToolCall: (tool: string, outcome: ToolOutcome) => void;
  /** Receives what the caller is not told. */
  onFault: (error: unknown) => void;
}

export interface McpContext {
  deps: McpDeps;
  caller: McpCaller;
  features_off: readonly Feature[];
  read_only: boolean;
}
