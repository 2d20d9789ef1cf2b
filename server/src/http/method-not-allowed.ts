// 405 with Allow, where the path exists and the method does not.
import type { Endpoint } from '@finderfee/contract/endpoint.ts';
import type { FastifyInstance, HTTPMethods } from 'fastify';
import { AppError } from '../app-error.ts';
import { toRouterPath } from './url.ts';

export function refuseOtherMethods(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  for (const path of new Set(endpoints.map((endpoint) => endpoint.path))) {
    const allowed = allowedMethods(path, endpoints);
    app.route({
      method: (app.supportedMethods as HTTPMethods[]).filter((method) => !allowed.includes(method)),
      url: toRouterPath(path),
      handler: async (_request, reply) => {
        reply.header('allow', allowed.join(', '));
        throw new AppError('method_not_allowed');
      },
    });
  }
}

/** A fixed path can also be matched by a sibling's parameter: `GET …/products/search` is a slug. */
function allowedMethods(path: string, endpoints: readonly Endpoint[]): string[] {
  const matching = endpoints.filter((endpoint) => {
    const pattern = endpoint.path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+');
    return endpoint.path === path || new RegExp(`^${pattern}$`).test(path);
  });
  const methods = new Set<string>(matching.map((endpoint) => endpoint.method));
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].sort();
}
