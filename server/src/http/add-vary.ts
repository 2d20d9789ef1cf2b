import type { FastifyReply } from 'fastify';

/** Adds a request header to `Vary`, and keeps those that are in it: CORS has put `Origin` there. */
export function addVary(reply: FastifyReply, name: string): void {
  void reply.header('vary', [reply.getHeader('vary'), name].filter(Boolean).join(', '));
}
