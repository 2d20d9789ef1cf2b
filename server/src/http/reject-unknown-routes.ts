// Requests without a route: 405 with `Allow` if the path exists, otherwise 404.
import type { Endpoint } from '@finderfee/contract/endpoint.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';

type Route = Pick<Endpoint, 'method' | 'path'>;

/** Pages outside the contract. */
const PAGES = ['/', '/openapi.json', '/docs', '/docs/'];

export function rejectUnknownRoutes(app: FastifyInstance, endpoints: readonly Endpoint[], pages: string[]): void {
  const routes: Route[] = [...endpoints, ...[...PAGES, ...pages].map((path): Route => ({ method: 'GET', path }))];
  // Fixed paths take precedence over parameters: `…/products/search` is not a slug.
  const paths = [...new Set(routes.map(({ path }) => path))].sort(
    (a, b) => Number(hasParameter(a)) - Number(hasParameter(b)),
  );
  const reject = async (request: FastifyRequest, reply: FastifyReply) => {
    const requested = decodeURI(request.url.split(/[?#]/, 1)[0]!);
    const path = paths.find((known) => patternOf(known).test(requested));
    if (path === undefined) throw new AppError('not_found');
    reply.header('allow', methodsOf(routes.filter((route) => route.path === path)).join(', '));
    throw new AppError('method_not_allowed');
  };
  app.setNotFoundHandler(reject);
  // Rejects before the body is read.
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) await reject(request, reply);
  });
}

const hasParameter = (path: string) => path.includes('{');

const patternOf = (path: string) => new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);

function methodsOf(routes: Route[]): string[] {
  const methods = new Set<string>(routes.map((route) => route.method));
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].sort();
}
