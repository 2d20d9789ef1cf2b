// The writer's thread: one call after the other, in the order in which they came; searches have no part in it.
import { parentPort } from 'node:worker_threads';
import { Writer } from '../writer/index-writer.ts';
import type { FromWriter, WriterCalls, WriterOptions } from './protocol.ts';

export interface WriterCall<N extends keyof WriterCalls = keyof WriterCalls> {
  id: number;
  name: N;
  input: WriterCalls[N];
}

/** How often in a quiet spell the writer looks whether there is something to do. */
const TENDED = 4;

const port = parentPort!;
const tell = (message: FromWriter) => port.postMessage(message);
let writer: Writer;
/** Changes are applied in the order in which they came. */
let applied = Promise.resolve();

async function answer({ name, input }: WriterCall): Promise<void> {
  switch (name) {
    case 'open': {
      writer = new Writer(input as WriterOptions, tell);
      writer.open();
      setInterval(() => writer.tend(), (input as WriterOptions).quiet_ms / TENDED);
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
    case 'keep':
      return writer.keep();
    case 'close':
      return writer.close((input as WriterCalls['close']).is_kept);
  }
}

port.on('message', async (call: WriterCall) => {
  try {
    await answer(call);
    tell({ kind: 'reply', id: call.id, figures: writer.figures });
  } catch (error) {
    tell({ kind: 'reply', id: call.id, figures: writer.figures, error });
  }
});
