// A TLS proxy in front of OpenSearch that checks the Authorization header, because the test distribution does not.
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

const CERTIFICATES = `${import.meta.dirname}/tls`;
const UNAUTHORIZED = JSON.stringify({ error: { type: 'security_exception', reason: 'Unauthorized' }, status: 401 });

/** Its certificate is for `localhost`, signed by `tls/ca.crt`. */
export async function startTlsProxy(target: string, authorization: string) {
  const server = createServer(
    { cert: readFileSync(`${CERTIFICATES}/server.crt`), key: readFileSync(`${CERTIFICATES}/server.key`) },
    (from, to) => {
      if (from.headers.authorization !== authorization) return to.writeHead(401).end(UNAUTHORIZED);
      const { method, url, headers } = from;
      const upstream = request(new URL(url!, target), { method: method!, headers }, (answer) => {
        to.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(to);
      });
      upstream.on('error', () => to.writeHead(502).end());
      return from.pipe(upstream);
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
