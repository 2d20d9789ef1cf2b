// The dependencies that verbs of the catalogue share.
import type { CatalogueStore } from '../store/catalogue-store.ts';
import type { FeedStore } from '../store/feed-store.ts';
import type { StoreDeps } from '../store-deps.ts';

export type CatalogueDeps = StoreDeps<CatalogueStore>;
/** For verbs that use feeds and their runs, but no products. */
export type FeedDeps = StoreDeps<FeedStore>;
