import type { BenchQuery, Engine } from '../peers/engine.ts';

interface Run {
  limit: number;
  /** Ends after this many searches or milliseconds; unlimited by default. */
  maxSearches?: number;
  max_ms?: number;
  /** Index of the first query. */
  first?: number;
  onTime?: (took_ms: number, query: BenchQuery) => void;
  onFound?: (product_nos: number[]) => void;
}

/** Runs the queries one at a time, in a cycle. */
export async function runSearches(
  engine: Engine,
  queries: BenchQuery[],
  { limit, maxSearches = Number.POSITIVE_INFINITY, max_ms = Number.POSITIVE_INFINITY, first = 0, onTime, onFound }: Run,
): Promise<{ done: number; took_ms: number }> {
  const began = performance.now();
  let done = 0;
  let now = began;
  while (done < maxSearches && now - began < max_ms) {
    const query = queries[(first + done) % queries.length]!;
    const started = performance.now();
    const answer = engine.search(query, limit);
    // A synchronous answer is not awaited, to keep a microtask turn out of the measured time.
    const product_nos = answer instanceof Promise ? await answer : answer;
    now = performance.now();
    onTime?.(now - started, query);
    onFound?.(Array.from(product_nos));
    done++;
  }
  return { done, took_ms: now - began };
}
