// What is measured of each engine, and which engines there are.
import type { EngineModule } from '../peers/engine.ts';

export const SEARCHES = 200;
export const LIMITS = [25, 1000];

export const ENGINES = {
  finderfee: () => import('../peers/finderfee.ts'),
  fts5: () => import('../peers/fts5.ts'),
  lancedb: () => import('../peers/lancedb.ts'),
  tantivy: () => import('../peers/tantivy.ts'),
  opensearch: () => import('../peers/opensearch.ts'),
  minisearch: () => import('../peers/minisearch.ts'),
} satisfies Record<string, () => Promise<EngineModule>>;

export type EngineName = keyof typeof ENGINES;

export interface BuildFigures {
  ingest_per_second: number;
  bytes_on_disk: number;
  /** Memory of the engine's server before it had anything, where there is one and it can be told. */
  empty_bytes: number | null;
}

export interface LimitFigures {
  /** In milliseconds, by class of query; as many as the time allowed. */
  latencies: Record<string, number[]>;
  /** Of each query the middle of its times: what the machine did meanwhile is not in it. */
  middles: number[];
  /** One search at a time, in the quickest round. */
  per_second: number;
  per_second_all_cores: number;
}

export interface SearchFigures {
  /** From opening the files to the first answer. */
  reopen_ms: number;
  /** Memory of the process after the searches, settled, less what it had before the engine; null where it cannot be told. */
  bytes: number | null;
  /** What was found for the first queries, with the largest limit. */
  found: number[][];
  /** In the order of LIMITS. */
  limits: LimitFigures[];
  /**
   * Of searches with filters by what stands inside words, with the largest limit, each by the middle of its times; ours alone
   * has such filters.
   */
  fragments_ms: number[];
}

export interface EngineFigures extends BuildFigures, SearchFigures {
  products: number;
}
