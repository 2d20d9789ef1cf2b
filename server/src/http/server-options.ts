// Options of the HTTP server: request ids, timeouts, and answers to malformed HTTP.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { ERRORS, type ErrorCode } from '@finderfee/contract/errors.ts';
import { maskSecrets } from '../text/mask.ts';

/** A slow client is disconnected: headers must arrive in five seconds, the body in nine more. */
export const SERVER_TIMEOUTS = {
  requestTimeout: 9000,
  keepAliveTimeout: 72_000,
  // Node would answer a missing Host header with a 400 that does not match the contract.
  http: { headersTimeout: 5000, connectionsCheckingInterval: 500, requireHostHeader: false },
};

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** The caller's id if it is safe to log, otherwise a new one. */
export function requestId({ headers }: { headers: IncomingMessage['headers'] }): string {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && REQUEST_ID.test(sent) && maskSecrets(sent) === sent ? sent : randomUUID();
}

export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, detail } = ERRORS[clientErrorCode(error.code)];
  const body = JSON.stringify({ detail });
  const head = [
    `HTTP/1.1 ${status} ${detail}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'x-content-type-options: nosniff',
    'connection: close',
  ].join('\r\n');
  if (socket.writable) socket.write(`${head}\r\n\r\n${body}`);
  socket.destroy(error);
}

function clientErrorCode(code: string | undefined): ErrorCode {
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large';
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'request_timeout' : 'bad_request';
}
