// HTML error pages for shoppers who follow a link. Programs get the same error as JSON.
import { isErrorPageStatus } from '@finderfee/contract/endpoint.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addVary } from './add-vary.ts';
import { prefersHtml } from './prefers-html.ts';
import { smallPage } from './small-page.ts';

const NOT_AVAILABLE = smallPage(
  'This offer is not available',
  '<p>The offer behind this link is unknown, or it does not lead to a shop.</p>',
);
const LATER = smallPage(
  'Please try again',
  '<p>The shop cannot be opened at the moment. Reload this page in a minute.</p>',
);

/** Sends an error page if the endpoint has them and the client prefers HTML. Returns whether it did. */
export function sendShopperPage(request: FastifyRequest, reply: FastifyReply, status: number): boolean {
  if (!request.routeOptions.config?.error_pages) return false;
  addVary(reply, 'accept');
  reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
  if (!isErrorPageStatus(status) || !prefersHtml(request.headers.accept)) return false;
  const page = status === 404 ? NOT_AVAILABLE : LATER;
  void reply.code(status).headers(page.headers).send(page.html);
  return true;
}
