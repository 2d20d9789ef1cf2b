// The thread of reader-thread.ts.
import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '../../app-error.ts';
import { operations } from './operations.ts';
import { Reader } from './reader.ts';
import type { ThreadCall, ThreadOptions, ThreadReply } from './reader-thread.ts';
import type { Queryable } from './transaction.ts';

const { request_deadline_ms, ...options } = workerData as ThreadOptions;
const port = parentPort!;
const background = new Reader(options);
const forRequests = background.withDeadline(request_deadline_ms);
const running = new Set<Promise<void>>();

port.on('message', async (message: ThreadCall | 'close') => {
  if (message !== 'close') {
    const reply = answer(message).then((each) => port.postMessage(each));
    running.add(reply);
    return void reply.finally(() => running.delete(reply));
  }
  await Promise.all(running);
  await background.close();
  port.close();
});

async function answer({ id, name, input }: ThreadCall): Promise<ThreadReply> {
  try {
    const operation = operations[name] as {
      isBackground?: true;
      run: (db: Queryable, input: unknown) => Promise<unknown>;
    };
    return { id, value: await operation.run(operation.isBackground ? background : forRequests, input) };
  } catch (error) {
    const code = error instanceof AppError ? error.code : 'internal';
    return { id, code, cause: String(error instanceof AppError ? error.cause : error) };
  }
}
