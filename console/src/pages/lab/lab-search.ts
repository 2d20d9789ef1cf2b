// A search of the lab: what the address says, and what is sent.
import type { CriteriaSet, ExplainRequest } from '@finderfee/client';
import { SERVICE_URL } from '../../api.ts';
import { place, type QueryValues, setQuery } from '../../router.ts';
import { type Filter, readFilter, toCriterion, writeFilter } from './filter.ts';

/** The second search is beside the first one; its names in the address end with 2. */
export type Side = '' | '2';

export interface LabSearch {
  query: string;
  exclude: string;
  filters: Filter[];
  /** Ids of criteria sets. */
  sets: string[];
}

export function readSearch(side: Side): LabSearch {
  const { query } = place.value;
  return {
    query: query.get(`q${side}`) ?? '',
    exclude: query.get(`exclude${side}`) ?? '',
    filters: query.getAll(`filter${side}`).map(readFilter),
    sets: query.getAll(`set${side}`),
  };
}

export const searchValues = (side: Side, { query, exclude, filters, sets }: Partial<LabSearch>): QueryValues => ({
  ...(query === undefined ? {} : { [`q${side}`]: query }),
  ...(exclude === undefined ? {} : { [`exclude${side}`]: exclude }),
  ...(filters === undefined ? {} : { [`filter${side}`]: filters.map(writeFilter) }),
  ...(sets === undefined ? {} : { [`set${side}`]: sets }),
});

/** Reads the address when it is called, because another field may have changed it. */
export function changeSearch(
  side: Side,
  change: Partial<LabSearch> | ((search: LabSearch) => Partial<LabSearch>),
  options?: { replace?: boolean },
): void {
  const changes = typeof change === 'function' ? change(readSearch(side)) : change;
  setQuery({ ...searchValues(side, changes), open: null }, options);
}

/** The body of a search, without what is empty. */
export function toRequest({ query, exclude, filters, sets }: LabSearch): ExplainRequest {
  const criteria = filters.map(toCriterion).filter((criterion) => criterion !== null);
  return {
    query: query.trim(),
    ...(exclude.trim() === '' ? {} : { exclude_query: exclude.trim() }),
    ...(criteria.length === 0 ? {} : { criteria }),
    ...(sets.length === 0 ? {} : { criteria_set_ids: sets }),
  };
}

/** What a set saves, as a search. */
export const searchOfSet = ({ query, exclude_query, criteria }: CriteriaSet): Omit<LabSearch, 'sets'> => ({
  query: query ?? '',
  exclude: exclude_query ?? '',
  filters: criteria.map((criterion) => readFilter(writeFilter(criterion))),
});

/** For a shell. The key is a variable, because a page has no key. */
export function toCurl(search: LabSearch): string {
  const body = JSON.stringify(toRequest(search)).replaceAll("'", String.raw`'\''`);
  const url = new URL('v1/discovery/products/search', SERVICE_URL);
  return `curl -s '${url}' -H "x-api-key: $FINDERFEE_API_KEY" -H 'content-type: application/json' -d '${body}'`;
}
