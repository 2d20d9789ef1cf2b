// The routes of postbacks: counts unknown tokens against the address of the caller.
import { AppError } from '../app-error.ts';
import { receivePostback } from '../conversions/receive-postback.ts';
import type { RouteContext, RouteDeps } from './route-deps.ts';

export async function postbackRoute(
  deps: RouteDeps,
  place: 'query' | 'body',
  { params }: { params: { token: string } },
  { postbackFields, isHead, chargeUnknownToken }: RouteContext,
): Promise<string> {
  try {
    await receivePostback(deps, { token: params.token, ...postbackFields(), place, isHead });
  } catch (error) {
    if (error instanceof AppError && error.code === 'postback_not_found') chargeUnknownToken();
    throw error;
  }
  return 'OK';
}
