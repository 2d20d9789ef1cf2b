// The engines, and the figures that are measured for each.
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
  /** Resident memory of the engine's server before the build; null without a server or if unknown. */
  empty_bytes: number | null;
}

export interface LimitFigures {
  /** In milliseconds, by query class. */
  latencies: Record<string, number[]>;
  /** Median latency of each query, which is robust against other load on the machine. */
  medians: number[];
  /** One search at a time, in the best round. */
  per_second: number;
  per_second_all_cores: number;
}

export interface SearchFigures {
  /** From opening the files to the first answer. */
  reopen_ms: number;
  /** Resident memory after the searches minus that before the engine was loaded; null if unknown. */
  bytes: number | null;
  /** Product numbers found for the first queries, with the largest limit. */
  found: number[][];
  /** In the order of LIMITS. */
  limits: LimitFigures[];
  /** Median latency of each search with a substring filter, with the largest limit. Only our index has them. */
  substring_ms: number[];
}

export interface EngineFigures extends BuildFigures, SearchFigures {
  products: number;
}
