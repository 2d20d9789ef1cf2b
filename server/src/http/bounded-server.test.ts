// Limits per connection, on real sockets.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage, RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ConnectionLimits, type CutReason, createBoundedServer } from './bounded-server.ts';

const LIMITS = { max_waiting: 8, min_bytes: 64 * 1024, drain_bytes: 64 * 1024 * 1024, drain_ms: 60_000 };
const OPTIONS = { http: {}, keepAliveTimeout: 60_000, requestTimeout: 60_000 };
const MB = 2 ** 20;
/** More than the kernel buffers of both sides hold. */
const LARGE = Buffer.alloc(40 * MB);

async function withServer(
  handler: RequestListener,
  check: (socket: Socket, cuts: CutReason[]) => Promise<void>,
  limits: Partial<ConnectionLimits> = {},
) {
  const cuts: CutReason[] = [];
  const all = { ...LIMITS, unread_ms: 300, ...limits };
  const server = createBoundedServer(handler, OPTIONS, all, (reason) => cuts.push(reason));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  try {
    await check(socket, cuts);
  } finally {
    socket.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;

test('pipelined requests are handled and answered one at a time, in order', async () => {
  let open = 0;
  let peak = 0;
  const handler: RequestListener = async (request, response) => {
    peak = Math.max(peak, ++open);
    await sleep(1);
    response.end(`<${request.url}>`);
    open--;
  };
  await withServer(handler, async (socket) => {
    socket.write(['/a', '/b', '/c', '/d', '/e'].map(get).join(''));
    let answers = '';
    while (!answers.includes('</e>')) answers += (await once(socket, 'data'))[0];
    assert.deepEqual(answers.match(/<\/\w>/g), ['</a>', '</b>', '</c>', '</d>', '</e>']);
    assert.equal(peak, 1);
  });
});

test('a connection with too many waiting requests is closed before any of them starts', async () => {
  const started: (string | undefined)[] = [];
  const neverAnswers: RequestListener = (request) => started.push(request.url);
  await withServer(neverAnswers, async (socket, cuts) => {
    socket.write(get('/a').repeat(1000));
    socket.resume();
    await once(socket, 'close');
    assert.deepEqual([started, cuts], [['/a'], ['pipelined']]);
  });
});

test('a client that does not read its answer is disconnected, with at most one answer buffered', async () => {
  let started = 0;
  const handler: RequestListener = (_request, response) => {
    started++;
    response.end(LARGE);
  };
  await withServer(handler, async (socket, cuts) => {
    socket.pause();
    socket.write(get('/').repeat(8));
    while (cuts.length === 0) await sleep(10);
    assert.deepEqual([started, cuts], [1, ['unread']]);
  });
});

test('a stream that is not read is paused, and ends when its client is disconnected', async () => {
  let made = 0;
  let isEnded = false;
  async function* endless() {
    try {
      for (; ; made += LARGE.length / 40) yield LARGE.subarray(0, MB);
    } finally {
      isEnded = true;
    }
  }
  const handler: RequestListener = (_request, response) => {
    const stream = Readable.from(endless());
    response.once('close', () => stream.destroy());
    stream.pipe(response);
  };
  await withServer(handler, async (socket, cuts) => {
    socket.pause();
    socket.write(get('/'));
    while (!isEnded) await sleep(10);
    assert.deepEqual(cuts, ['unread']);
    assert.ok(made < LARGE.length, `${made} bytes`);
  });
});

test('a slow but steady client gets its whole answer', async () => {
  const handler: RequestListener = (_request, response) => {
    const pieces = Array.from({ length: 640 }, () => LARGE.subarray(0, LARGE.length / 640));
    Readable.from(pieces).pipe(response);
  };
  await withServer(
    handler,
    async (socket, cuts) => {
      socket.write(get('/'));
      let read = 0;
      // In total longer than the limit for an idle client. The kernel frees a megabyte or more at a time.
      for await (const chunk of socket) {
        read += chunk.length;
        if (read >= LARGE.length) break;
        await sleep(6);
      }
      assert.ok(read >= LARGE.length, `${read} bytes`);
      assert.deepEqual(cuts, []);
    },
    { unread_ms: 3000 },
  );
});

/** Answers before the body has been read, like an error. */
const refuse: RequestListener = (request, response) => {
  const isLast = request.url === '/last';
  response.writeHead(413, { 'content-length': 7, ...(isLast ? { connection: 'close' } : {}) }).end('refused');
};
const post = (path: string, length: number) => `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\n`;

test('a client that reads its answer only after sending a large body gets it', async () => {
  for (const path of ['/last', '/kept']) {
    await withServer(refuse, async (socket, cuts) => {
      socket.pause();
      socket.write(post(path, LARGE.length));
      await new Promise((resolve, reject) => socket.write(LARGE, (error) => (error ? reject(error) : resolve(null))));
      socket.resume();
      assert.match(String((await once(socket, 'data'))[0]), /^HTTP\/1\.1 413 .*refused$/s);
      if (path === '/last') await once(socket, 'end');
      else {
        // The connection can be reused.
        socket.write(post(path, 0));
        assert.match(String((await once(socket, 'data'))[0]), /^HTTP\/1\.1 413/);
      }
      assert.deepEqual(cuts, []);
    });
  }
});

test('a kept-alive connection keeps nothing of drained requests', async () => {
  const requests: IncomingMessage[] = [];
  const keepAndRefuse: RequestListener = (request, response) => {
    requests.push(request);
    refuse(request, response);
  };
  await withServer(keepAndRefuse, async (socket, cuts) => {
    const listeners: number[] = [];
    for (let i = 0; i < 5; i++) {
      socket.write(post('/kept', 7));
      // Answered before the body is sent.
      await once(socket, 'data');
      socket.write('kettles');
      await once(requests[i]!, 'end');
      listeners.push(requests[i]!.socket.listenerCount('close'));
    }
    assert.deepEqual([listeners, cuts], [Array(5).fill(listeners[0]), []]);
  });
});

test('a client that keeps sending after its answer is disconnected, by size and by time', async () => {
  const sendForever = (socket: Socket) => {
    const send = () => {
      if (socket.writable) socket.write(LARGE.subarray(0, MB), send);
    };
    send();
  };
  const drip = (socket: Socket) => {
    const timer = setInterval(() => (socket.writable ? socket.write('a') : clearInterval(timer)), 10);
  };
  for (const path of ['/last', '/kept']) {
    for (const [goOn, limits] of [
      [sendForever, { drain_bytes: 4 * MB }],
      [drip, { drain_ms: 200 }],
    ] as const) {
      await withServer(
        refuse,
        async (first, cuts) => {
          if (first.connecting) await once(first, 'connect');
          const socket = connect({ port: first.remotePort!, host: '127.0.0.1', allowHalfOpen: true });
          let answer = '';
          socket.on('data', (chunk) => (answer += chunk)).on('error', () => {});
          socket.write(post(path, 2 ** 40));
          goOn(socket);
          await new Promise((resolve) => socket.once('close', resolve));
          assert.deepEqual(cuts, ['undrained']);
          assert.match(answer, /^HTTP\/1\.1 413 .*refused$/s);
        },
        limits,
      );
    }
  }
});

test('a request that times out after its answer gets no second answer', async () => {
  const options = { ...OPTIONS, requestTimeout: 300, http: { headersTimeout: 200, connectionsCheckingInterval: 50 } };
  const server = createBoundedServer(refuse, options, { ...LIMITS, unread_ms: 300 }, () => {});
  server.on('clientError', (_error, socket) => socket.end('HTTP/1.1 408 Request Timeout\r\n\r\n'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  try {
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk)).on('error', () => {});
    socket.write(post('/kept', 100));
    await once(socket, 'close');
    assert.match(answer, /^HTTP\/1\.1 413 .*refused$/s);
  } finally {
    socket.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

test('simultaneous requests start in small batches, so that new connections are accepted in between', async () => {
  let inOneGo = 0;
  let peak = 0;
  const handler: RequestListener = (_request, response) => {
    if (++inOneGo === 1) setImmediate(() => (inOneGo = 0));
    peak = Math.max(peak, inOneGo);
    response.end('x');
  };
  await withServer(handler, async (first) => {
    if (first.connecting) await once(first, 'connect');
    const sockets = Array.from({ length: 100 }, () => connect(first.remotePort!, '127.0.0.1'));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    // An answer shows that the connection is accepted.
    const ask = () => {
      for (const socket of sockets) socket.write(get('/'));
      return Promise.all(sockets.map((socket) => once(socket, 'data')));
    };
    await ask();
    peak = 0;
    await ask();
    assert.ok(peak <= 16, `${peak} began in one iteration`);
    for (const socket of sockets) socket.destroy();
  });
});
