// A client that connects only where it may: the check is in the connector, so that no redirect and no second look-up of
// a name leads around it.
import { Agent, buildConnector } from 'undici';
import { publicAddressOf } from './public-address.ts';

const CONNECT_TIMEOUT_MS = 15_000;
/** For the first byte, and between two. */
const IDLE_TIMEOUT_MS = 60_000;

export function guardedAgent(privateHosts: readonly string[]): Agent {
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS });
  return new Agent({
    headersTimeout: IDLE_TIMEOUT_MS,
    bodyTimeout: IDLE_TIMEOUT_MS,
    // The address that was judged is the one that is dialled; the name stays for TLS.
    connect: (options, callback) => {
      publicAddressOf(options.hostname, privateHosts).then(
        (hostname) => connect({ ...options, hostname }, callback),
        (error: Error) => callback(error, null),
      );
    },
  });
}
