// Discovery endpoints: products, merchants and criteria sets. All require a key with the scope `discovery`.
import { z } from 'zod';
import { CriteriaSet, CriteriaSetId, CriteriaSetInput, CriteriaSetList } from './criteria-set.ts';
import { endpoint } from './endpoint.ts';
import { text } from './lax.ts';
import { MerchantList, MerchantListQuery, MerchantSearchQuery } from './merchant.ts';
import { ProductDetail, SearchRequest, SearchResponse, SimilarQuery, slug } from './product.ts';

const setParams = z.object({ criteria_set_id: CriteriaSetId });

export const discoveryEndpoints = {
  searchProducts: endpoint({
    method: 'POST',
    path: '/v1/discovery/products/search',
    tag: 'Products',
    summary: 'Search products, or fetch the next page of a search',
    description:
      'Starts a search with `query`, filters and criteria sets, or continues one with `cursor` alone. The result set is fixed until `expires_at`: later pages never repeat or skip a product. Prices and stock are current. A 410 means that the result set has expired: start a new search.',
    group: 'discovery',
    idempotent: true,
    scope: 'discovery',
    feature: 'discovery',
    headers: z.object({
      'x-convo-id': text({ min: 1, max: 256 })
        .optional()
        .meta({ description: 'Conversation id. Adds the search to the trace of that conversation.' }),
    }),
    body: SearchRequest,
    success: { status: 200, description: 'A page of products', body: SearchResponse },
    errors: [
      'cursor_not_found',
      'cursor_expired',
      'cursor_out_of_range',
      'not_ready',
      'search_too_costly',
      'search_unavailable',
    ],
  }),
  getProduct: endpoint({
    method: 'GET',
    path: '/v1/discovery/products/{slug}',
    tag: 'Products',
    summary: 'Get one product of a search',
    description:
      'Returns the current data of a product of a result set, by the `slug` of its search item. Slugs expire with their result set.',
    group: 'discovery',
    scope: 'discovery',
    feature: 'discovery',
    params: z.object({ slug: slug() }),
    success: { status: 200, description: 'The product', body: ProductDetail },
    errors: ['product_not_found', 'product_expired', 'product_out_of_range'],
  }),
  similarProducts: endpoint({
    method: 'GET',
    path: '/v1/discovery/products/{slug}/similar',
    tag: 'Products',
    summary: 'Get similar products',
    description:
      'Starts a result set of up to 100 products similar to the one of the slug, most similar first. Page with `next_cursor` at `POST /v1/discovery/products/search`.',
    group: 'discovery',
    scope: 'discovery',
    feature: 'discovery',
    params: z.object({ slug: slug() }),
    query: SimilarQuery,
    success: { status: 200, description: 'A page of products, most similar first', body: SearchResponse },
    errors: [
      'product_not_found',
      'product_expired',
      'product_out_of_range',
      'not_ready',
      'search_too_costly',
      'search_unavailable',
    ],
  }),
  listMerchants: endpoint({
    method: 'GET',
    path: '/v1/discovery/merchants',
    tag: 'Merchants',
    summary: 'List merchants, largest first',
    description: 'Lists merchants by number of products, then by name. Page with `page`, or with `cursor` alone.',
    group: 'discovery',
    scope: 'discovery',
    feature: 'merchants',
    query: MerchantListQuery,
    success: { status: 200, description: 'A page of merchants', body: MerchantList },
    errors: ['cursor_not_found'],
  }),
  searchMerchants: endpoint({
    method: 'GET',
    path: '/v1/discovery/merchants/search',
    tag: 'Merchants',
    summary: 'Search merchants by name, domain, category, brand or product term',
    description:
      'Finds merchants whose name, domain, categories, brands or product terms match the query. An exact name comes first. Page with `page`, or with `cursor` alone.',
    group: 'discovery',
    scope: 'discovery',
    feature: 'merchants',
    query: MerchantSearchQuery,
    success: { status: 200, description: 'A page of merchants', body: MerchantList },
    errors: ['cursor_not_found'],
  }),
  createCriteriaSet: endpoint({
    method: 'POST',
    path: '/v1/discovery/products/criteria-sets',
    tag: 'Criteria sets',
    summary: 'Create a criteria set',
    description:
      'Saves a named bundle of filters under an id that you choose. Searches apply it through `criteria_set_ids`. Answers 409 when the id exists: replace a set with PUT.',
    group: 'discovery',
    scope: 'discovery',
    feature: 'criteria-sets',
    writes: true,
    body: CriteriaSetInput,
    success: { status: 201, description: 'The new set', body: CriteriaSet },
    errors: ['criteria_set_exists', 'criteria_sets_full'],
  }),
  listCriteriaSets: endpoint({
    method: 'GET',
    path: '/v1/discovery/products/criteria-sets',
    tag: 'Criteria sets',
    summary: 'List all criteria sets, ordered by id',
    description: 'Returns every criteria set of the installation, at most 10,000.',
    group: 'discovery',
    scope: 'discovery',
    feature: 'criteria-sets',
    success: { status: 200, description: 'Every set', body: CriteriaSetList },
  }),
  putCriteriaSet: endpoint({
    method: 'PUT',
    path: '/v1/discovery/products/criteria-sets/{criteria_set_id}',
    tag: 'Criteria sets',
    summary: 'Create or replace a criteria set',
    description:
      'Creates the set, or replaces all of it. `id` in the body must equal the path. The response of a GET is a valid body.',
    group: 'discovery',
    scope: 'discovery',
    feature: 'criteria-sets',
    writes: true,
    params: setParams,
    body: CriteriaSetInput,
    must_match: { body: 'id', path: 'criteria_set_id', message: 'id must equal criteria_set_id' },
    success: { status: 200, description: 'The stored set', body: CriteriaSet },
    errors: ['criteria_sets_full'],
  }),
  getCriteriaSet: endpoint({
    method: 'GET',
    path: '/v1/discovery/products/criteria-sets/{criteria_set_id}',
    tag: 'Criteria sets',
    summary: 'Get a criteria set',
    description: 'Returns one criteria set.',
    group: 'discovery',
    scope: 'discovery',
    feature: 'criteria-sets',
    params: setParams,
    success: { status: 200, description: 'The set', body: CriteriaSet },
    errors: ['criteria_set_not_found'],
  }),
  deleteCriteriaSet: endpoint({
    method: 'DELETE',
    path: '/v1/discovery/products/criteria-sets/{criteria_set_id}',
    tag: 'Criteria sets',
    summary: 'Delete a criteria set',
    description:
      'Deletes the set permanently. Searches that still name it ignore it. Deleting a set that does not exist answers 204 too.',
    group: 'discovery',
    scope: 'discovery',
    feature: 'criteria-sets',
    writes: true,
    params: setParams,
    success: { status: 204, description: 'The set is deleted' },
  }),
} as const;
