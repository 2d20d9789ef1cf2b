import type { BenchQuery, Engine } from '../peers/engine.ts';

interface Run {
  limit: number;
  /** Ends after this many searches, or when the time is over. */
  most: number;
  ms: number;
  /** Where in the queries it begins. */
  first?: number;
  onTime?: (took_ms: number, query: BenchQuery) => void;
  onFound?: (product_nos: number[]) => void;
}

/** Searches one after the other, from the first query again after the last. */
export async function runSearches(
  engine: Engine,
  queries: BenchQuery[],
  { limit, most, ms, first = 0, onTime, onFound }: Run,
): Promise<{ done: number; took_ms: number }> {
  const began = performance.now();
  let done = 0;
  let now = began;
  while (done < most && now - began < ms) {
    const query = queries[(first + done) % queries.length]!;
    const started = performance.now();
    const answer = engine.search(query, limit);
    // An answer that is there already is not waited for: a turn of the queue is no part of the search.
    const product_nos = answer instanceof Promise ? await answer : answer;
    now = performance.now();
    onTime?.(now - started, query);
    onFound?.(Array.from(product_nos));
    done++;
  }
  return { done, took_ms: now - began };
}
