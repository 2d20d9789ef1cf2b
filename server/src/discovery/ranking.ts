// What every search has in common: the criteria sets that hold too, the index, and the session that fixes its ranks.
import { randomBytes } from 'node:crypto';
import type { Criterion } from '@finderfee/contract/criterion.ts';
import type { Deps } from '../deps.ts';
import type { IndexResult } from '../index/port.ts';
import { type Fault, InvalidInput } from '../invalid-input.ts';
import type { RankingSession } from '../store/port.ts';
import { maskSecrets } from '../text/mask.ts';

export interface Wish {
  text: string;
  criteria: Criterion[];
  exclude_query?: string | null;
  criteria_set_ids?: string[];
}

/** A wish with its sets: their texts are searched too, their exclusions and criteria hold too. */
export interface WholeWish {
  text: string;
  criteria: Criterion[];
  exclude: string[];
}

export async function withCriteriaSets({ store }: Deps, wish: Wish): Promise<WholeWish> {
  const ids = [...new Set(wish.criteria_set_ids)];
  const found = await Promise.all(ids.map((id) => store.getCriteriaSet({ id })));
  // An unknown or deleted set applies nothing and is no error.
  const sets = found.filter((set) => set !== null);
  refuseTooMany(
    wish,
    sets.flatMap((set) => set.criteria),
  );
  return {
    text: [wish.text, ...sets.map((set) => set.query)].filter(Boolean).join(' '),
    criteria: [...wish.criteria, ...sets.flatMap((set) => set.criteria)],
    exclude: [wish.exclude_query, ...sets.map((set) => set.exclude_query)].filter((text) => typeof text === 'string'),
  };
}

/** Of a search and its sets together. */
const MAX_CRITERIA = 500;
const MAX_ALTERNATIVES = 2000;

function refuseTooMany({ criteria, criteria_set_ids = [] }: Wish, ofSets: readonly Criterion[]): void {
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
  deps: Deps,
  wish: WholeWish,
  { signal, ...options }: { explain?: boolean; tell_words?: boolean; signal?: AbortSignal | undefined } = {},
): Promise<IndexResult> {
  return deps.index.search({ ...wish, limit: deps.session_max_results, ...options }, { signal });
}

export type SessionContent = Pick<RankingSession, 'query' | 'criteria' | 'convo_id' | 'per_page' | 'product_nos'>;

/** A session that begins now. It keeps no email, card number or key; every page shows the query as it is kept. */
export function newSession(deps: Deps, content: SessionContent): RankingSession {
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

const MAX_VALUE_CHARS = 1000;

/** Masking makes a text longer: its value stays within what a criterion may hold. An amount that is a card number is left out. */
export const maskCriteria = (criteria: readonly Criterion[], mask = maskSecrets): Criterion[] =>
  criteria.flatMap((criterion) => {
    const masked = mask(String(criterion.value));
    if (typeof criterion.value !== 'string') return masked === String(criterion.value) ? [criterion] : [];
    return [{ ...criterion, value: masked.slice(0, MAX_VALUE_CHARS).toWellFormed() } as Criterion];
  });
