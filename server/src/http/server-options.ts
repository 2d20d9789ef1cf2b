// What the HTTP server does before there is a request: ids, time limits, and answers to what is no HTTP.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { ERRORS, type ErrorCode } from '@finderfee/contract/errors.ts';
import { maskSecrets } from '../text/mask.ts';

/** A client that drips its request is cut within ten seconds: headers in five, the whole in nine, checked twice a second. */
export const SERVER_TIMEOUTS = {
  requestTimeout: 9000,
  keepAliveTimeout: 72_000,
  // A request without Host is answered like any other: Node would send a 400 without a body of ours.
  http: { headersTimeout: 5000, connectionsCheckingInterval: 500, requireHostHeader: false },
};

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** The caller's id where it is a good one, else one of ours. */
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
