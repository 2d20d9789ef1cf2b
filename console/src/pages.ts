// The pages of the console: one entry here, and a file in pages/ whose default export is the page.
import type { ComponentType } from 'preact';
import type { Scope } from './session.ts';
import type { IconName } from './ui/icon.tsx';

export interface Page {
  /** First segment of its address. */
  path: string;
  title: string;
  icon: IconName;
  group: 'Insight' | 'Operation' | 'Administration';
  /** What the key must be allowed to do. A page that it may not read is not shown. */
  scope?: Scope;
  load: () => Promise<{ default: ComponentType }>;
}

/** In the order of the menu. The first one that the key may read is the start page. */
export const PAGES: readonly Page[] = [
  {
    ...{ path: 'overview', title: 'Overview', icon: 'overview', group: 'Insight', scope: 'operate' },
    load: () => import('./pages/overview/index.tsx'),
  },
  {
    ...{ path: 'lab', title: 'Search lab', icon: 'lab', group: 'Insight', scope: 'operate' },
    load: () => import('./pages/lab/index.tsx'),
  },
  {
    ...{ path: 'searches', title: 'Searches', icon: 'searches', group: 'Insight', scope: 'operate' },
    load: () => import('./pages/searches.tsx'),
  },
  {
    ...{ path: 'ledger', title: 'Ledger', icon: 'ledger', group: 'Insight', scope: 'operate' },
    load: () => import('./pages/ledger/index.tsx'),
  },
  {
    ...{ path: 'conversations', title: 'Conversations', icon: 'conversations', group: 'Insight', scope: 'operate' },
    load: () => import('./pages/conversations/index.tsx'),
  },
  {
    ...{ path: 'feeds', title: 'Feeds', icon: 'feeds', group: 'Operation', scope: 'catalogue' },
    load: () => import('./pages/feeds/index.tsx'),
  },
  {
    ...{ path: 'networks', title: 'Networks', icon: 'networks', group: 'Operation', scope: 'operate' },
    load: () => import('./pages/networks/index.tsx'),
  },
  {
    ...{ path: 'webhooks', title: 'Webhooks', icon: 'webhooks', group: 'Operation', scope: 'operate' },
    load: () => import('./pages/webhooks/index.tsx'),
  },
  {
    ...{ path: 'jobs', title: 'Jobs', icon: 'jobs', group: 'Operation', scope: 'operate' },
    load: () => import('./pages/jobs.tsx'),
  },
  {
    ...{ path: 'keys', title: 'Keys', icon: 'keys', group: 'Administration', scope: 'admin' },
    load: () => import('./pages/keys.tsx'),
  },
  {
    ...{ path: 'system', title: 'System', icon: 'system', group: 'Administration' },
    load: () => import('./pages/system/index.tsx'),
  },
];
