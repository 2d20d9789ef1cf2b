// 405 with Allow, where the path exists and the method does not.
import { METHODS } from 'node:http';
import type { Endpoint } from '@finderfee/contract/endpoint.ts';
import type { FastifyInstance, HTTPMethods } from 'fastify';
import { AppError } from '../app-error.ts';
import { toRouterPath } from './url.ts';

type Route = Pick<Endpoint, 'method' | 'path'>;

/** Pages that are no endpoints of the contract. */
const PAGES: Route[] = [
  { method: 'GET', path: '/openapi.json' },
  { method: 'GET', path: '/docs' },
  { method: 'GET', path: '/docs/' },
];

export function refuseOtherMethods(app: FastifyInstance, endpoints: readonly Endpoint[], pages: string[]): void {
  // Fastify knows only the usual ones, and would say 404 to the rest.
  for (const method of METHODS) {
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method, { hasBody: true });
  }
  const routes: Route[] = [...endpoints, ...PAGES, ...pages.map((path): Route => ({ method: 'GET', path }))];
  for (const path of new Set(routes.map((route) => route.path))) {
    const allowed = methodsOf(routes.filter((route) => route.path === path));
    // A fixed path can also be matched by a sibling's parameter: `GET …/products/search` is a slug.
    const reachable = methodsOf(routes.filter((route) => matches(route.path, path)));
    app.route({
      method: (app.supportedMethods as HTTPMethods[]).filter((method) => !reachable.includes(method)),
      url: toRouterPath(path),
      // Before a body is read.
      onRequest: async (_request, reply) => {
        reply.header('allow', allowed.join(', '));
        throw new AppError('method_not_allowed');
      },
      handler: () => undefined,
    });
  }
}

function matches(pattern: string, path: string): boolean {
  return new RegExp(`^${pattern.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(path);
}

function methodsOf(routes: Route[]): string[] {
  const methods = new Set<string>(routes.map((route) => route.method));
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].sort();
}
