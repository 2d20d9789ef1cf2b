import type { FastifyReply } from 'fastify';

/** Appends a header name to `Vary`, which may already contain `Origin` from CORS. */
export function addVary(reply: FastifyReply, name: string): void {
  void reply.header('vary', [reply.getHeader('vary'), name].filter(Boolean).join(', '));
}
