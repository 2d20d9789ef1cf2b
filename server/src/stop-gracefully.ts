// Stops a server so that no accepted request fails: no new connections, every answer ends its connection, then the rest.
import net from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How long clients with an open connection may still send: a request may be on the wire when the signal comes. */
const DRAIN_MS = 500;
/** After this, what is still open is cut. */
const FORCE_AFTER_MS = 8000;

export async function stopGracefully(app: FastifyInstance): Promise<void> {
  // http.Server.close would also cut idle connections at once, and with them requests that are under way to us.
  net.Server.prototype.close.call(app.server);
  await new Promise((resolve) => setTimeout(resolve, DRAIN_MS));
  const force = setTimeout(() => app.server.closeAllConnections(), FORCE_AFTER_MS).unref();
  await app.close();
  clearTimeout(force);
}
