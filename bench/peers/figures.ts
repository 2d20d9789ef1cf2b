// What is measured of each engine, and which engines there are.
import type { Engine } from './engine.ts';

export const SEARCHES = 200;
export const LIMITS = [25, 1000];

export const ENGINES = {
  finderfee: () => import('./finderfee.ts'),
  fts5: () => import('./fts5.ts'),
  tantivy: () => import('./tantivy.ts'),
  lancedb: () => import('./lancedb.ts'),
  minisearch: () => import('./minisearch.ts'),
} satisfies Record<string, () => Promise<{ open(): Promise<Engine> }>>;

export type EngineName = keyof typeof ENGINES;

export interface LimitFigures {
  /** In milliseconds, by class of query. */
  latencies: Record<string, number[]>;
  per_second: number;
}

export interface EngineFigures {
  products: number;
  ingest_per_second: number;
  /** Memory of the process, settled, less what it had before the engine. */
  bytes: number;
  /** Products a query, of the largest limit. */
  found: number;
  /** In the order of LIMITS. */
  limits: LimitFigures[];
}
