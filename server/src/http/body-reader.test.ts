// Memory bound for bodies that never end, on real sockets.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import type { AppError } from '../app-error.ts';
import { BodyReader } from './body-reader.ts';

const LIMIT = 1024 * 1024;
const HALF = 900 * 1024;

test('a body that arrives in chunks of any size is read as sent', async () => {
  const pieces = fc.array(fc.uint8Array({ minLength: 1, maxLength: 5000 }), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(pieces, async (parts) => {
      const stream = Object.assign(Readable.from(parts.map((part) => Buffer.from(part))), { headers: {} });
      const body = await new BodyReader().read(stream as unknown as IncomingMessage, LIMIT);
      assert.deepEqual(body, Buffer.concat(parts));
    }),
    { numRuns: 50 },
  );
});

test('incomplete bodies share one bound, and small bodies are still read', async () => {
  const bodies = new BodyReader(3 * LIMIT);
  const server = createServer((request, response) => {
    const answer = (status: number) => response.writeHead(status, { connection: 'close' }).end();
    bodies.read(request, LIMIT).then(
      (body) => answer(body.length > 0 ? 200 : 500),
      (error: AppError) => answer(error.code === 'overloaded' ? 503 : error.code === 'body_too_large' ? 413 : 500),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const send = (length: number, sent: number) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\n${'a'.repeat(sent)}`);
    return { socket, status: once(socket, 'data').then(([head]) => Number(String(head).slice(9, 12))) };
  };
  try {
    assert.equal(await send(LIMIT + 1, 0).status, 413);
    const halves = Array.from({ length: 6 }, () => send(LIMIT, HALF));
    const refused = await Promise.any(halves.map(({ status }) => status));
    assert.equal(refused, 503);
    assert.equal(await send(1000, 1000).status, 200);
    for (const { socket } of halves) socket.destroy();
    // Disconnected clients have released their share.
    while ((await send(LIMIT, LIMIT).status) !== 200);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
