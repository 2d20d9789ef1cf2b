// A TCP proxy between the service and its database, to break connections in ways a real network does.
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export class TcpProxy {
  readonly #server: Server;
  readonly #target: URL;
  readonly #connections = new Set<[client: Socket, upstream: Socket]>();
  /** Answers are dropped from the request on that contains this text; requests still reach the database. */
  #swallowFrom: string | undefined;

  private constructor(target: URL) {
    this.#target = target;
    this.#server = createServer((client) => this.#connect(client));
  }

  /** A proxy to the host and port of a URL. */
  static async start(target: string): Promise<TcpProxy> {
    const proxy = new TcpProxy(new URL(target));
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  /** The target's URL through this proxy. */
  get url(): string {
    const url = new URL(this.#target);
    url.hostname = '127.0.0.1';
    url.port = String((this.#server.address() as AddressInfo).port);
    return url.href;
  }

  /** The database receives everything; its answers are lost, on each connection from a request with this text on. */
  swallowAnswers({ from = '' } = {}): void {
    this.#swallowFrom = from;
  }

  /** Passes answers on again. Connections that lost some are cut. */
  passAnswers(): void {
    this.#swallowFrom = undefined;
    this.cut();
  }

  /** Ends all connections. */
  cut(): void {
    for (const sockets of this.#connections) for (const socket of sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #connect(client: Socket): void {
    const upstream = connect(Number(this.#target.port), this.#target.hostname);
    const pair: [Socket, Socket] = [client, upstream];
    this.#connections.add(pair);
    let isSwallowing = false;
    client.on('data', (bytes) => {
      isSwallowing ||= this.#swallowFrom !== undefined && bytes.includes(this.#swallowFrom);
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (!isSwallowing) client.write(bytes);
    });
    for (const socket of pair) {
      socket.on('error', () => {});
      socket.on('close', () => {
        this.#connections.delete(pair);
        for (const each of pair) each.destroy();
      });
    }
  }
}
