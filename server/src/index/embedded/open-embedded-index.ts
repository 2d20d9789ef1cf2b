// The handle of the embedded index, which lives in a thread of its own.
import { Worker } from 'node:worker_threads';
import { AppError } from '../../app-error.ts';
import type { ProductChange } from '../../store/port.ts';
import type { IndexQuery, SearchIndex } from '../port.ts';
import type { IndexCall, IndexReply } from './thread.ts';

/** Past this many waiting searches a further one is refused at once. */
const MAX_WAITING = 500;

interface Pending {
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

export function openEmbeddedIndex(onFault: (error: unknown) => void = () => {}): SearchIndex {
  const worker = new Worker(new URL('./thread.ts', import.meta.url));
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let products = 0;

  worker.on('message', (reply: IndexReply) => {
    const { resolve, reject } = pending.get(reply.id)!;
    pending.delete(reply.id);
    products = reply.products;
    if ('error' in reply) reject(reply.error);
    else resolve(reply.value);
  });
  worker.on('error', onFault);
  worker.on('exit', () => {
    for (const { reject } of pending.values()) reject(new AppError('not_ready', { cause: 'the index thread ended' }));
    pending.clear();
  });

  const call = (message: { search: IndexQuery } | { apply: ProductChange[] }): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = ++lastId;
      pending.set(id, { resolve, reject });
      worker.postMessage({ id, ...message } as IndexCall);
    });

  return {
    search: async (query) => {
      if (pending.size >= MAX_WAITING) throw new AppError('overloaded');
      return (await call({ search: query })) as Uint32Array;
    },
    apply: async (changes) => {
      await call({ apply: changes });
    },
    figures: () => ({ products, waiting: pending.size }),
    close: async () => {
      const exited = new Promise((resolve) => worker.once('exit', resolve));
      worker.postMessage('close');
      await exited;
    },
  };
}
