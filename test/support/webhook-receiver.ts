// An endpoint of webhooks on this machine, which records what it receives.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from './until.ts';

export interface ReceivedEvent {
  headers: IncomingHttpHeaders & Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>;
  body: string;
  type: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read the data of events that they caused.
  data: any;
}

/** Listens on 127.0.0.1, which WEBHOOK_PRIVATE_HOSTS must name. */
export class WebhookReceiver {
  readonly received: ReceivedEvent[] = [];
  answer: (response: ServerResponse, event: ReceivedEvent) => void = (response) => response.writeHead(204).end();
  readonly #server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('');
    const event = { headers: request.headers as ReceivedEvent['headers'], body, ...JSON.parse(body) };
    this.received.push(event);
    this.answer(response, event);
  });

  static async start(): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver();
    await new Promise<void>((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  get ids(): string[] {
    return this.received.map(({ headers }) => headers['webhook-id']);
  }

  /** Answers with a status from now on. */
  answerWith(status: number, headers: Record<string, string> = {}, body = ''): void {
    this.answer = (response) => response.writeHead(status, headers).end(body);
  }

  async waitFor(count: number): Promise<ReceivedEvent[]> {
    await until(() => this.received.length >= count);
    return this.received;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
