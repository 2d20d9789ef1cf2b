// Stops a server without failing accepted requests: stops accepting, drains open connections, then closes.
import net from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Requests on open connections are accepted for this long, because they may be in flight. */
const DRAIN_MS = 500;
/** Remaining connections are closed after this. */
const FORCE_AFTER_MS = 8000;

export async function stopGracefully(app: FastifyInstance): Promise<void> {
  // http.Server.close would also close idle connections at once, and drop requests in flight.
  net.Server.prototype.close.call(app.server);
  await new Promise((resolve) => setTimeout(resolve, DRAIN_MS));
  const force = setTimeout(() => app.server.closeAllConnections(), FORCE_AFTER_MS).unref();
  await app.close();
  clearTimeout(force);
}
