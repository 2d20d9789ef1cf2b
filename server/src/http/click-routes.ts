// The redirect between HTTP and its verb.
import type { Input } from '@finderfee/contract/endpoints.ts';
import { redirectClick } from '../clicks/redirect-click.ts';
import { Answer } from './answer.ts';
import type { RouteContext, RouteDeps } from './route-deps.ts';

export async function redirect(
  deps: RouteDeps,
  input: Input<'redirectClick'>,
  { isHead }: RouteContext,
): Promise<Answer> {
  const { location, fault } = await redirectClick(deps, input, { isHead });
  if (fault) {
    deps.metrics.countLostClick();
    deps.log.error({ err: fault }, 'a click was redirected and not recorded');
  }
  return new Answer(undefined, {
    location,
    'cache-control': 'no-store',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-robots-tag': 'noindex',
  });
}
