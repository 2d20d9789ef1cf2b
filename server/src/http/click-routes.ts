// The redirect route: response headers, metrics and logs around the verb.
import type { Input } from '@finderfee/contract/endpoints.ts';
import { redirectClick } from '../clicks/redirect-click.ts';
import { CustomReply } from './custom-reply.ts';
import type { RouteContext, RouteDeps } from './route-deps.ts';

export async function redirect(
  deps: RouteDeps,
  input: Input<'redirectClick'>,
  { isHead, log }: RouteContext,
): Promise<CustomReply<void>> {
  const { location, failure } = await redirectClick(deps, input, { isHead });
  if (failure) {
    const outcome = failure.is_spooled ? 'spooled' : 'not recorded';
    deps.metrics.countFailedClick(outcome);
    if (failure.spool_fault) log.error({ err: failure.spool_fault }, 'spooling a click failed');
    log.error({ err: failure.fault }, `a click was redirected and ${outcome}`);
  }
  return new CustomReply(undefined, {
    location,
    'cache-control': 'no-store',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-robots-tag': 'noindex',
  });
}
