// Search lab: what a search finds, and why; with filters, criteria sets and synonyms to change it.
import type { CriteriaSet, ExplainedSearch } from '@finderfee/client';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { api } from '../../api.ts';
import { place, setQuery } from '../../router.ts';
import { hasScope } from '../../session.ts';
import { PageHead } from '../../ui/section.tsx';
import { type Resource, useResource } from '../../use-resource.ts';
import { CriteriaSets } from './criteria-sets.tsx';
import './lab.css';
import { readSearch, type Side, searchValues, toRequest } from './lab-search.ts';
import { type Baseline, type FoundPage, PAGE_SIZE, Results, readOffset } from './results.tsx';
import { SearchForm } from './search-form.tsx';
import { Synonyms } from './synonyms.tsx';

type Found = Resource<FoundPage | null>;

/** Null while there is nothing to search for. */
function useSearch(side: Side, isOn = true): Found {
  const request = { ...toRequest(readSearch(side)), limit: PAGE_SIZE, offset: readOffset() };
  const isWanted = isOn && request.query !== '';
  return useResource<FoundPage | null>(
    async (options) => (isWanted ? { ...(await api.ranking.explain(request, options)), offset: request.offset } : null),
    [isWanted && request],
  );
}

const isComparing = () => place.value.query.has('q2');
const NONE = { query: '', exclude: '', filters: [], sets: [] };

export default function Lab() {
  const sets = useResource(
    async (options) => (hasScope('discovery') ? (await api.criteriaSets.list(options)).items : []),
    [],
  );
  const first = useSearch('');
  const second = useSearch('2', isComparing());
  return (
    <>
      <PageHead
        title="Search lab"
        text="What a search finds, and why each product ranks where it does."
        actions={<CompareButton />}
      />
      {isComparing() ? (
        <div class="lab-compare">
          <SearchForm side="" label="First search" sets={sets} />
          <Results label="Results of the first search" resource={first} />
          <SearchForm side="2" label="Second search" sets={sets} />
          <Results label="Results of the second search" resource={second} baseline={idsOf(first.data)} />
        </div>
      ) : (
        <Single first={first} sets={sets} />
      )}
    </>
  );
}

const idsOf = (found: ExplainedSearch | null | undefined): Baseline | undefined =>
  found?.items.map(({ product }) => product.id);

function CompareButton() {
  const start = () => setQuery({ ...searchValues('2', readSearch('')), open: null });
  const stop = () => setQuery({ ...searchValues('2', NONE), open: null });
  return isComparing() ? (
    <button class="button" type="button" onClick={stop}>
      Stop comparing
    </button>
  ) : (
    readSearch('').query !== '' && (
      <button class="button" type="button" onClick={start}>
        Compare
      </button>
    )
  );
}

function Single({ first, sets }: { first: Found; sets: Resource<CriteriaSet[]> }) {
  const searched = JSON.stringify([toRequest(readSearch('')), readOffset()]);
  // The order before the last change of synonyms, while the search stays the same.
  const [before, setBefore] = useState<{ searched: string; ids: Baseline } | undefined>();
  useEffect(() => {
    if (before && before.searched !== searched) setBefore(undefined);
  }, [searched]);
  const onSynonyms = () => {
    const ids = idsOf(first.data);
    if (ids) setBefore({ searched, ids });
    first.reload();
  };
  const baseline = before?.searched === searched ? before.ids : undefined;
  return (
    <>
      <SearchForm side="" label="Search" sets={sets} />
      <div class="lab-columns">
        <div class="lab-aside">
          {hasScope('discovery') && (
            <Fold title="Criteria sets">
              <CriteriaSets resource={sets} />
            </Fold>
          )}
          {hasScope('catalogue') && (
            <Fold title="Synonyms">
              <Synonyms onChange={onSynonyms} />
            </Fold>
          )}
        </div>
        <div class="stack">
          {baseline && <p class="notice">The marks show how the change of synonyms has moved the products.</p>}
          <Results label="Results" resource={first} baseline={baseline} />
        </div>
      </div>
    </>
  );
}

/** Beside the results, or above them and closed on a narrow screen. */
function Fold({ title, children }: { title: string; children: ComponentChildren }) {
  const [isWide] = useState(() => window.matchMedia('(min-width: 1100px)').matches);
  return (
    <details class="card lab-fold" open={isWide}>
      <summary>
        <h2>{title}</h2>
      </summary>
      <div class="lab-fold-body">{children}</div>
    </details>
  );
}
