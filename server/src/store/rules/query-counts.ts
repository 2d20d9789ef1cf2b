// Which row of the search report a search is counted in, and what it adds there.
import type { CountedSearch } from '../search-report-store.ts';
import type { RankingSession } from '../session-store.ts';

const DAY_MS = 24 * 3_600_000;
/** Longer queries are cut: they are rarely sent twice, and the key of an index is limited. */
const MAX_QUERY_CHARS = 200;

export interface QueryCountKey {
  day: number;
  query: string;
}

export interface QueryCounts extends QueryCountKey {
  searches: number;
  without_results: number;
  with_conversation: number;
  callers: number[];
}

/** UTC days since 1970. */
export const dayOf = (at_ms: number): number => Math.floor(at_ms / DAY_MS);

export const queryCountKey = ({ query, at_ms }: { query: string; at_ms: number }): QueryCountKey => ({
  day: dayOf(at_ms),
  query: cut(query.toLowerCase()),
});

/** By code points, so that no surrogate is left alone. */
const cut = (query: string) =>
  query.length <= MAX_QUERY_CHARS ? query : [...query].slice(0, MAX_QUERY_CHARS).join('');

export const countsOf = (
  { query, convo_id, product_nos, created_at_ms }: RankingSession,
  { caller }: CountedSearch,
): QueryCounts => ({
  ...queryCountKey({ query, at_ms: created_at_ms }),
  searches: 1,
  without_results: Number(product_nos.length === 0),
  with_conversation: Number(convo_id !== null),
  callers: [caller],
});

/** Adds up the counts of equal keys, so that a statement changes each row once. Callers are distinct. */
export function addUpCounts(all: readonly QueryCounts[], max_callers: number): QueryCounts[] {
  const sums = new Map<string, QueryCounts>();
  for (const counts of all) {
    const key = `${counts.day} ${counts.query}`;
    const sum = sums.get(key);
    if (!sum) sums.set(key, { ...counts, callers: [...counts.callers] });
    else {
      sum.searches += counts.searches;
      sum.without_results += counts.without_results;
      sum.with_conversation += counts.with_conversation;
      for (const caller of counts.callers)
        if (sum.callers.length < max_callers && !sum.callers.includes(caller)) sum.callers.push(caller);
    }
  }
  return [...sums.values()];
}

/** How many searches of each row got their first click. */
export function clicksByKey(clicked: readonly { query: string; at_ms: number }[]): (QueryCountKey & { n: number })[] {
  const sums = new Map<string, QueryCountKey & { n: number }>();
  for (const search of clicked) {
    const key = queryCountKey(search);
    const name = `${key.day} ${key.query}`;
    const sum = sums.get(name) ?? { ...key, n: 0 };
    sums.set(name, { ...sum, n: sum.n + 1 });
  }
  return [...sums.values()];
}
