// An HTTP agent that connects only to allowed addresses. The check is in the connector, so redirects and DNS rebinding
// cannot bypass it.
import { Agent, buildConnector } from 'undici';
import { type LookUp, publicAddressOf } from './public-address.ts';

const CONNECT_TIMEOUT_MS = 15_000;
/** For the first byte, and between two chunks. */
const IDLE_TIMEOUT_MS = 60_000;

export function guardedAgent(privateHosts: readonly string[], lookUp?: LookUp): Agent {
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS });
  return new Agent({
    headersTimeout: IDLE_TIMEOUT_MS,
    bodyTimeout: IDLE_TIMEOUT_MS,
    // Connects to the address that was checked. The host name is still used for TLS.
    connect: (options, callback) => {
      publicAddressOf(options.hostname, privateHosts, lookUp).then(
        (hostname) => connect({ ...options, hostname }, callback),
        (error: Error) => callback(error, null),
      );
    },
  });
}
