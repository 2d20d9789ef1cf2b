// Shared by all searches: resolves criteria sets, queries the index, and creates the ranking session.
import { randomBytes } from 'node:crypto';
import type { Criterion } from '@finderfee/contract/criterion.ts';
import type { Clock } from '../clock.ts';
import type { IndexResult, SearchIndex } from '../index/port.ts';
import { type Fault, InvalidInput } from '../invalid-input.ts';
import type { ConfigStore } from '../store/config-store.ts';
import type { NewRankingSession, RankingSession } from '../store/session-store.ts';
import { maskSecrets } from '../text/mask.ts';
import type { SearchStatistics } from './search-statistics.ts';

export interface IndexDeps {
  index: Pick<SearchIndex, 'search'>;
  session_max_results: number;
}

export interface NewSessionDeps {
  clock: Clock;
  session_ttl_ms: number;
  /** Null: no statistics are kept. */
  searchStatistics: Pick<SearchStatistics, 'count' | 'countConversation'> | null;
}

export interface SearchRequest {
  text: string;
  criteria: Criterion[];
  exclude_query?: string | null | undefined;
  criteria_set_ids?: string[] | undefined;
}

/** A request merged with its criteria sets: query texts are joined, exclusions and criteria are added. */
export interface ResolvedSearch {
  text: string;
  criteria: Criterion[];
  exclude: string[];
}

export async function withCriteriaSets(
  { store }: { store: ConfigStore },
  request: SearchRequest,
): Promise<ResolvedSearch> {
  const ids = [...new Set(request.criteria_set_ids)];
  const found = await Promise.all(ids.map((id) => store.getCriteriaSet({ id })));
  // An unknown or deleted set is ignored, not an error.
  const sets = found.filter((set) => set !== null);
  refuseTooMany(
    request,
    sets.flatMap((set) => set.criteria),
  );
  return {
    text: [request.text, ...sets.map((set) => set.query)].filter(Boolean).join(' '),
    criteria: [...request.criteria, ...sets.flatMap((set) => set.criteria)],
    exclude: [request.exclude_query, ...sets.map((set) => set.exclude_query)].filter(
      (text) => typeof text === 'string',
    ),
  };
}

/** Limits for a search together with its criteria sets. */
const MAX_CRITERIA = 500;
const MAX_ALTERNATIVES = 2000;

function refuseTooMany({ criteria, criteria_set_ids = [] }: SearchRequest, ofSets: readonly Criterion[]): void {
  const own = countAlternatives(criteria);
  const tooMany = 'too many alternatives in all criteria together';
  const sets = { path: ['criteria_set_ids'], input: criteria_set_ids };
  const faults: Fault[] = [];
  if (own > MAX_ALTERNATIVES) faults.push({ path: ['criteria'], message: tooMany, input: criteria });
  if (criteria.length + ofSets.length > MAX_CRITERIA) {
    faults.push({ ...sets, message: 'too many criteria in all sets together' });
  } else if (own <= MAX_ALTERNATIVES && own + countAlternatives(ofSets) > MAX_ALTERNATIVES) {
    faults.push({ ...sets, message: tooMany });
  }
  if (faults.length > 0) throw new InvalidInput(faults);
}

function countAlternatives(criteria: readonly Criterion[]): number {
  let count = 0;
  for (const { value } of criteria) if (typeof value === 'string') count += value.split('||').length;
  return count;
}

export function searchIndex(
  deps: IndexDeps,
  request: ResolvedSearch,
  { signal, ...options }: { explain?: boolean; report_matches?: boolean; signal?: AbortSignal | undefined } = {},
): Promise<IndexResult> {
  return deps.index.search({ ...request, limit: deps.session_max_results, ...options }, { signal });
}

export type SessionContent = Pick<RankingSession, 'query' | 'criteria' | 'convo_id' | 'per_page' | 'product_nos'>;

/** Emails, card numbers and keys are masked in the stored query, which every page shows. */
export function newSession(deps: NewSessionDeps, content: SessionContent): RankingSession {
  const now_ms = deps.clock.now_ms();
  return {
    id: randomBytes(16).toString('base64url'),
    ...content,
    query: maskSecrets(content.query),
    criteria: maskCriteria(content.criteria),
    created_at_ms: now_ms,
    expires_at_ms: now_ms + deps.session_ttl_ms,
  };
}

/** A session that the search report counts. `caller` tells callers without a conversation apart. */
export function newSearch(deps: NewSessionDeps, content: SessionContent, caller: string): NewRankingSession {
  const session = newSession(deps, content);
  const { query, convo_id } = session;
  if (query === '' || !deps.searchStatistics) return session;
  const { searchStatistics } = deps;
  const counted =
    convo_id === null ? searchStatistics.count(`caller ${caller}`) : searchStatistics.countConversation(convo_id);
  return { ...session, counted };
}

const MAX_VALUE_CHARS = 1000;

/** Truncates masked values, because masking can lengthen them. Drops amounts that look like card numbers. */
export const maskCriteria = (criteria: readonly Criterion[], mask = maskSecrets): Criterion[] =>
  criteria.flatMap((criterion) => {
    const masked = mask(String(criterion.value));
    if (typeof criterion.value !== 'string') return masked === String(criterion.value) ? [criterion] : [];
    return [{ ...criterion, value: masked.slice(0, MAX_VALUE_CHARS).toWellFormed() } as Criterion];
  });
