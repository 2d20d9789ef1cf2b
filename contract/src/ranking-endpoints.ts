// Endpoints for operators who look into the ranking.
import { endpoint } from './endpoint.ts';
import { ExplainedSearch, ExplainRequest } from './explained-search.ts';
import { IndexState } from './index-state.ts';
import { RemoveSynonymsQuery, SynonymGroup, SynonymInput, SynonymList, SynonymListQuery } from './synonym.ts';

const ofSynonyms = { path: '/v1/catalogue/synonyms', tag: 'Ranking', group: 'catalogue', scope: 'catalogue' } as const;
const ofIndex = { tag: 'Ranking', group: 'operate', scope: 'operate' } as const;

export const rankingEndpoints = {
  explainSearch: endpoint({
    method: 'POST',
    path: '/v1/discovery/products/explain',
    tag: 'Ranking',
    summary: 'Explain the ranking of a search',
    description:
      'Searches like `POST /v1/discovery/products/search`, and returns the score of each product with its parts. It creates no result set and is not counted in reports.',
    group: 'operate',
    idempotent: true,
    scope: 'operate',
    feature: 'discovery',
    body: ExplainRequest,
    success: { status: 200, description: 'The first products with their scores', body: ExplainedSearch },
    errors: ['not_ready', 'search_too_costly', 'search_unavailable'],
  }),
  listSynonyms: endpoint({
    ...ofSynonyms,
    method: 'GET',
    summary: 'List synonym groups',
    description: 'Returns your own groups, newest first, then built-in ones. Page with `cursor`.',
    query: SynonymListQuery,
    success: { status: 200, description: 'A page of groups', body: SynonymList },
    errors: ['cursor_not_found'],
  }),
  addSynonyms: endpoint({
    ...ofSynonyms,
    method: 'POST',
    summary: 'Add a synonym group',
    description: 'Adds a group, or enables a built-in one again. Searches use it within a second.',
    idempotent: true,
    writes: true,
    body: SynonymInput,
    success: { status: 200, description: 'The group', body: SynonymGroup },
    errors: ['synonyms_full'],
  }),
  removeSynonyms: endpoint({
    ...ofSynonyms,
    method: 'DELETE',
    summary: 'Remove a synonym group',
    description:
      'Removes a group, or disables a built-in one. Searches follow within a second. Removing a group that does not exist answers 204 too.',
    writes: true,
    query: RemoveSynonymsQuery,
    success: { status: 204, description: 'The group is removed' },
    errors: ['synonyms_full'],
  }),
  getIndex: endpoint({
    ...ofIndex,
    method: 'GET',
    path: '/v1/index',
    summary: 'Get the state of the search index',
    description: 'Returns the size of the index, its work and its lag behind the catalogue.',
    success: { status: 200, description: 'The index', body: IndexState },
  }),
  rebuildIndex: endpoint({
    ...ofIndex,
    method: 'POST',
    path: '/v1/index/rebuild',
    summary: 'Rebuild the search index',
    description:
      'Requests a rebuild, which starts within a second. Searches use the old index until the new one is ready.',
    writes: true,
    success: { status: 202, description: 'The rebuild is requested', body: IndexState },
  }),
} as const;
