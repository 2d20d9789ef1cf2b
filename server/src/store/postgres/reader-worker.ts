// The thread of reader-thread.ts.
import { parentPort, workerData } from 'node:worker_threads';
import { serveCalls } from '../../callable-thread.ts';
import { operations } from './operations.ts';
import { Reader } from './reader.ts';
import type { ReaderThreadCalls, ThreadOptions } from './reader-thread.ts';
import type { Queryable } from './transaction.ts';

const { request_deadline_ms, ...options } = workerData as ThreadOptions;
const background = new Reader(options);
const forRequests = background.withDeadline(request_deadline_ms);
const running = new Set<Promise<unknown>>();

serveCalls(parentPort!, {
  run: ({ name, input }) => {
    const operation = operations[name] as {
      isBackground?: true;
      run: (db: Queryable, input: unknown) => Promise<unknown>;
    };
    const read = operation.run(operation.isBackground ? background : forRequests, input);
    running.add(read);
    return read.finally(() => running.delete(read));
  },
  close: async () => {
    await Promise.allSettled(running);
    await background.close();
  },
} satisfies ReaderThreadCalls);
