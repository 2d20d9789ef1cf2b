// A small load balancer: sends requests in turn to the instances whose /readyz answers 200.
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const PROBE_MS = 100;

export class LoadBalancer {
  readonly #server: Server;
  readonly #targets: () => string[];
  readonly #timer: NodeJS.Timeout;
  #ready: string[] = [];
  #turn = 0;

  private constructor(targets: () => string[]) {
    this.#targets = targets;
    this.#server = createServer((incoming, outgoing) => this.#forward(incoming, outgoing));
    this.#timer = setInterval(() => void this.probe(), PROBE_MS);
  }

  /** `targets` are the URLs of the instances, which may change. */
  static async start(targets: () => string[]): Promise<LoadBalancer> {
    const balancer = new LoadBalancer(targets);
    await new Promise<void>((resolve) => balancer.#server.listen(0, '127.0.0.1', resolve));
    await balancer.probe();
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async probe(): Promise<void> {
    const isReady = (url: string) =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    const targets = this.#targets();
    const answers = await Promise.all(targets.map(isReady));
    this.#ready = targets.filter((_, i) => answers[i]);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const target = this.#ready[this.#turn++ % this.#ready.length];
    if (!target) return void outgoing.writeHead(502).end();
    const { method, headers, url } = incoming;
    // A connection of its own: an idle one might be closed by an instance that stops.
    const forwarded = request(`${target}${url}`, { method, headers, agent: false }, (response) => {
      outgoing.writeHead(response.statusCode!, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.headersSent || outgoing.writeHead(502).end());
    incoming.pipe(forwarded);
  }
}
