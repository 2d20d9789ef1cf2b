// Endpoint → verb. The only list of what is served; the rest of an endpoint stands in the contract.
import type { EndpointName, endpoints, Input } from '@finderfee/contract/endpoints.ts';
import { AppError } from '../app-error.ts';
import { recordClick } from '../clicks/record-click.ts';
import { createCriteriaSet } from '../criteria-sets/create-criteria-set.ts';
import { deleteCriteriaSet } from '../criteria-sets/delete-criteria-set.ts';
import { getCriteriaSet } from '../criteria-sets/get-criteria-set.ts';
import { listCriteriaSets } from '../criteria-sets/list-criteria-sets.ts';
import { putCriteriaSet } from '../criteria-sets/put-criteria-set.ts';
import { drawMerchantLogo, drawProductPicture } from '../demo/draw-picture.ts';
import { getProduct } from '../discovery/get-product.ts';
import { listMerchants, searchMerchants } from '../discovery/merchants.ts';
import { getRankingSessionPage, listRankingSessions } from '../discovery/ranking-sessions.ts';
import { searchProducts } from '../discovery/search-products.ts';
import { similarProducts } from '../discovery/similar-products.ts';
import { retryOffer } from '../offers/retry-offer.ts';
import { acceptSignup } from '../signups/accept-signup.ts';
import { redirect } from './click-routes.ts';
import { chatRoute, spyRoute } from './conversation-routes.ts';
import { createOffer, createOffers } from './offer-routes.ts';
import type { RouteContext, RouteDeps } from './route-deps.ts';

type BuiltName = { [N in EndpointName]: (typeof endpoints)[N]['built'] extends true ? N : never }[EndpointName];
type Route<N extends EndpointName> = (deps: RouteDeps, input: Input<N>, context: RouteContext) => unknown;

export const routes: { [N in BuiltName]: Route<N> } = {
  createCriteriaSet: (deps, { body }) => createCriteriaSet(deps, body),
  listCriteriaSets: (deps) => listCriteriaSets(deps),
  putCriteriaSet: (deps, { body }) => putCriteriaSet(deps, body),
  getCriteriaSet: (deps, { params }) => getCriteriaSet(deps, params.criteria_set_id),
  deleteCriteriaSet: (deps, { params }) => deleteCriteriaSet(deps, params.criteria_set_id),
  searchProducts: (deps, input, { whenAbandoned }) => searchProducts(deps, input, whenAbandoned()),
  getProduct: (deps, { params }) => getProduct(deps, params.slug),
  similarProducts: (deps, input) => similarProducts(deps, input),
  listMerchants: (deps, { query }) => listMerchants(deps, query),
  searchMerchants: (deps, { query }) => searchMerchants(deps, query),
  listRankingSessions: (deps, { query }) => listRankingSessions(deps, query),
  getRankingSessionPage: (deps, { params }) => getRankingSessionPage(deps, params),
  createOffer: (deps, input) => createOffer(deps, input, 'single'),
  createCarouselOffer: (deps, input) => createOffer(deps, input, 'carousel'),
  createOffers: (deps, input) => createOffers(deps, input),
  retryOffer: (deps, input) => retryOffer(deps, input),
  recordClick: (deps, input) => recordClick(deps, input),
  redirectClick: (deps, input, context) => redirect(deps, input, context),
  recordSignup: (deps, input) => acceptSignup(deps, input),
  chat: (deps, input, context) => chatRoute(deps, input, context),
  spy: (deps, input, context) => spyRoute(deps, input, context),
  demoProductPicture: (deps, { params }) => drawProductPicture(deps, params.file),
  demoMerchantLogo: (deps, { params }) => drawMerchantLogo(deps, params.file),
  livez: () => ({ status: 'ok' }),
  readyz: ({ isReady }) => {
    if (!isReady()) throw new AppError('not_ready');
    return { status: 'ready' };
  },
  metrics: ({ metrics }) => metrics.text(),
};
