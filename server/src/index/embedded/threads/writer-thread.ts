// The writer thread: runs the calls of the index's handle in the order they arrive.
import { parentPort } from 'node:worker_threads';
import { SegmentWriter } from '../writer/segment-writer.ts';
import type { FromWriter, WriterCall, WriterCalls, WriterOptions, WriterReplies } from './protocol.ts';

/** How often per idle time the writer looks for background work. */
const TENDS_PER_IDLE_TIME = 4;

const port = parentPort!;
const send = (message: FromWriter) => port.postMessage(message);
let writer: SegmentWriter;
/** Serialises calls of `apply`. */
let applied = Promise.resolve();

async function run({ name, input }: WriterCall): Promise<WriterReplies[keyof WriterCalls]> {
  switch (name) {
    case 'open': {
      writer = new SegmentWriter(input as WriterOptions, send);
      writer.open();
      setInterval(() => writer.tend(), (input as WriterOptions).idle_ms / TENDS_PER_IDLE_TIME);
      return;
    }
    case 'apply': {
      const { changes, following } = input as WriterCalls['apply'];
      const next = applied.then(() => writer.apply(changes, following));
      applied = next.catch(() => {});
      return next;
    }
    case 'learn':
      return writer.learn();
    case 'useWordVectors':
      return writer.useWordVectors(input as WriterCalls['useWordVectors']);
    case 'promote':
      return writer.promote();
    case 'close':
      return writer.close((input as WriterCalls['close']).keep_files);
  }
}

port.on('message', async (call: WriterCall) => {
  try {
    const reply = await run(call);
    send({ kind: 'reply', id: call.id, figures: writer.figures, reply });
  } catch (error) {
    send({ kind: 'reply', id: call.id, figures: writer.figures, error });
  }
});
