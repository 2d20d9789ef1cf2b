// Replies as server-sent events.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export interface ServerEvent {
  event: string;
  data: unknown;
  id?: string;
}

/** A reply sent as events. A null event is a keep-alive comment. */
export class EventStream {
  readonly events: AsyncIterable<ServerEvent | null>;
  constructor(events: AsyncIterable<ServerEvent | null>) {
    this.events = events;
  }
}

export const acceptsEvents = (accept = ''): boolean =>
  accept.split(',').some((part) => /^\s*text\/event-stream\s*(?:;(?!\s*q=0(?:\.0*)?\s*$).*)?$/i.test(part));

export function sendEvents(reply: FastifyReply, { events }: EventStream): FastifyReply {
  return (
    reply
      .header('content-type', 'text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no')
      // A stream that ends on shutdown must not leave an idle connection.
      .header('connection', 'close')
      .send(Readable.from(lines(events)))
  );
}

async function* lines(events: AsyncIterable<ServerEvent | null>): AsyncGenerator<string> {
  // Flushes the headers at once.
  yield ': \n\n';
  for await (const event of events) {
    if (event === null) yield ': \n\n';
    else {
      const id = event.id === undefined ? '' : `id: ${event.id}\n`;
      yield `${id}event: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`;
    }
  }
}
