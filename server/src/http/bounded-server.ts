// An HTTP server that bounds what one connection can use. Node handles all pipelined requests of a chunk at once, and
// buffers answers that a client does not read.
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';

export interface ConnectionLimits {
  /** Pipelined requests that may wait. A connection with more is closed. */
  max_waiting: number;
  /** A client that reads less than `min_bytes` of a pending answer in this time is disconnected. */
  unread_ms: number;
  min_bytes: number;
  /** How much and how long a client may continue to send a request that has been answered. */
  drain_bytes: number;
  drain_ms: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  max_waiting: 32,
  unread_ms: 30_000,
  min_bytes: 64 * 1024,
  drain_bytes: 64 * 1024 * 1024,
  drain_ms: 5000,
};

interface ServerOptions {
  http: object;
  keepAliveTimeout: number;
  requestTimeout: number;
}

export type CutReason = 'pipelined' | 'unread' | 'undrained';

export function createBoundedServer(
  handler: RequestListener,
  { http, keepAliveTimeout, requestTimeout }: ServerOptions,
  limits: ConnectionLimits,
  onCut: (reason: CutReason) => void,
): Server {
  const connections = new Map<Socket, Connection>();
  const turnstile = new Turnstile();
  const cut = (socket: Socket, reason: CutReason) => {
    if (socket.destroyed) return;
    socket.destroy();
    onCut(reason);
  };
  // Node's own limit cannot be lifted for a request that uploads a file.
  const server = createServer({ ...http, keepAliveTimeout, requestTimeout: 0 }, (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    limitBody(request, requestTimeout, (error) => server.emit('clientError', error, socket));
    const connection = connections.get(socket)!;
    if (connection.waiting >= limits.max_waiting) cut(socket, 'pipelined');
    else connection.take(request, response);
  });
  server.on('connection', (socket) => {
    const begin: RequestListener = (request, response) => turnstile.pass(() => handler(request, response));
    connections.set(socket, new Connection(socket, begin, limits, () => cut(socket, 'undrained')));
    // Reading it makes Node cache it: rate limits need it even after a disconnect.
    void socket.remoteAddress;
    socket.once('close', () => connections.delete(socket));
  });
  // A request that times out or breaks after its answer must not get a second answer.
  server.on('clientError', (_error, socket) => {
    if (connections.get(socket as Socket)?.isDraining) socket.destroy();
  });
  server.on('listening', () => {
    const timer = setInterval(() => {
      for (const [socket, connection] of connections) if (connection.isUnread()) cut(socket, 'unread');
    }, limits.unread_ms / 10).unref();
    server.once('close', () => clearInterval(timer));
  });
  return server;
}

const deadlines = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Limits how long a body may take to arrive. */
function limitBody(request: IncomingMessage, ms: number, onTimeout: (error: Error & { code: string }) => void): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (encoding === undefined && !Number(length)) return;
  const timeOut = () => onTimeout(Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }));
  const timer = setTimeout(timeOut, ms);
  deadlines.set(request, timer);
  const clear = () => clearTimeout(timer);
  request.once('end', clear).once('close', clear);
}

/** For a request that uploads a file, whose reader has limits of its own. */
export const liftBodyLimit = (request: IncomingMessage): void => clearTimeout(deadlines.get(request));

/** Requests that start in one iteration of the event loop. */
const MAX_PER_ITERATION = 8;

/**
 * Limits how many requests start per iteration of the event loop. Node accepts one connection per iteration: with
 * hundreds of busy connections, iterations get long and a new connection waits for seconds.
 */
class Turnstile {
  #passed = 0;
  readonly #waiting: (() => void)[] = [];
  #isScheduled = false;

  pass(begin: () => void): void {
    this.#schedule();
    if (this.#passed >= MAX_PER_ITERATION) this.#waiting.push(begin);
    else {
      this.#passed++;
      begin();
    }
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      const next = this.#waiting.splice(0, MAX_PER_ITERATION);
      this.#passed = next.length;
      if (next.length > 0) this.#schedule();
      for (const begin of next) begin();
    });
  }
}

/** Handles the requests of a connection sequentially: the next one starts when the previous answer has been sent. */
class Connection {
  readonly #socket: Socket;
  readonly #handler: RequestListener;
  readonly #limits: ConnectionLimits;
  readonly #cut: () => void;
  readonly #waiting: [IncomingMessage, ServerResponse][] = [];
  #isBusy = false;
  #isDraining = false;
  #closesWhenDrained = false;
  /** Bytes handed to the kernel when the client last made progress. */
  #taken = 0;
  #read_at_ms = performance.now();

  constructor(socket: Socket, handler: RequestListener, limits: ConnectionLimits, cut: () => void) {
    this.#socket = socket;
    this.#handler = handler;
    this.#limits = limits;
    this.#cut = cut;
    // Node calls this after the last answer. Closing while the client sends would reset the connection, and the client
    // would see the reset instead of the answer.
    socket.destroySoon = () => {
      if (!this.#isDraining) return Socket.prototype.destroySoon.call(socket);
      this.#closesWhenDrained = true;
      socket.end();
    };
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** The request has been answered, but the client is still sending it. */
  get isDraining(): boolean {
    return this.#isDraining;
  }

  take(request: IncomingMessage, response: ServerResponse): void {
    if (this.#isBusy) this.#waiting.push([request, response]);
    else this.#handle(request, response);
  }

  #handle(request: IncomingMessage, response: ServerResponse): void {
    this.#isBusy = true;
    // Must run before Node's own listener, which closes the connection after the last answer.
    response.prependOnceListener('finish', () => {
      if (!request.complete) this.#drain(request);
    });
    response.once('close', () => {
      this.#isBusy = false;
      const next = this.#socket.writable ? this.#waiting.shift() : undefined;
      if (next) this.#handle(...next);
    });
    this.#handler(request, response);
  }

  /** Reads and drops the rest of a request that has been answered. */
  #drain(request: IncomingMessage): void {
    this.#isDraining = true;
    const timer = setTimeout(this.#cut, this.#limits.drain_ms);
    let left = this.#limits.drain_bytes;
    request.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) this.#cut();
    });
    // Marks the request as consumed; otherwise Node drains the rest without a limit.
    request._read(0);
    const end = () => {
      clearTimeout(timer);
      this.#socket.off('close', end);
      this.#isDraining = false;
      if (this.#closesWhenDrained) this.#socket.destroySoon();
    };
    request.once('end', end);
    this.#socket.once('close', end);
  }

  isUnread(): boolean {
    const { unread_ms, min_bytes } = this.#limits;
    const unsent = this.#socket.writableLength;
    const taken = this.#socket.bytesWritten - unsent;
    const now_ms = performance.now();
    if (unsent === 0 || taken - this.#taken >= min_bytes) {
      this.#taken = taken;
      this.#read_at_ms = now_ms;
    }
    return now_ms - this.#read_at_ms > unread_ms;
  }
}
