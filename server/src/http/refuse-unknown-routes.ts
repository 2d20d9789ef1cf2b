// Where no route answers: 405 with Allow where the path exists and the method does not, 404 otherwise.
import type { Endpoint } from '@finderfee/contract/endpoint.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';

type Route = Pick<Endpoint, 'method' | 'path'>;

/** Pages that are no endpoints of the contract. */
const PAGES = ['/', '/openapi.json', '/docs', '/docs/'];

export function refuseUnknownRoutes(app: FastifyInstance, endpoints: readonly Endpoint[], pages: string[]): void {
  const routes: Route[] = [...endpoints, ...[...PAGES, ...pages].map((path): Route => ({ method: 'GET', path }))];
  // A fixed path comes before a parameter of the same place: `…/products/search` is no slug to POST.
  const paths = [...new Set(routes.map(({ path }) => path))].sort((a, b) => Number(isOpen(a)) - Number(isOpen(b)));
  const refuse = async (request: FastifyRequest, reply: FastifyReply) => {
    const asked = decodeURI(request.url.split(/[?#]/, 1)[0]!);
    const path = paths.find((known) => patternOf(known).test(asked));
    if (path === undefined) throw new AppError('not_found');
    reply.header('allow', methodsOf(routes.filter((route) => route.path === path)).join(', '));
    throw new AppError('method_not_allowed');
  };
  app.setNotFoundHandler(refuse);
  // Before a body is read: what is not there needs none.
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) await refuse(request, reply);
  });
}

const isOpen = (path: string) => path.includes('{');

const patternOf = (path: string) => new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);

function methodsOf(routes: Route[]): string[] {
  const methods = new Set<string>(routes.map((route) => route.method));
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].sort();
}
