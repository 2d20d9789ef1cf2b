// The handle of the embedded index, which lives in a thread of its own.
import { Worker } from 'node:worker_threads';
import { AppError } from '../../app-error.ts';
import type { ProductChange } from '../../store/port.ts';
import type { IndexQuery, SearchIndex } from '../port.ts';
import type { IndexCall, IndexReply } from './thread.ts';

/** Past this many waiting searches a further one is refused at once. */
const MAX_WAITING = 500;
const RESTART_DELAY_MS = 1000;

interface Pending {
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

interface EmbeddedIndexOptions {
  onFault?: (error: unknown) => void;
  /** The thread ended and a new one, empty, took its place. */
  onLost?: () => void;
}

export function openEmbeddedIndex({ onFault = () => {}, onLost = () => {} }: EmbeddedIndexOptions = {}): SearchIndex {
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let products = 0;
  let isClosing = false;
  let worker: Worker | undefined = spawn();

  function spawn(): Worker {
    const thread = new Worker(new URL('./thread.ts', import.meta.url));
    thread.on('message', (reply: IndexReply) => {
      const { resolve, reject } = pending.get(reply.id)!;
      pending.delete(reply.id);
      products = reply.products;
      if ('error' in reply) reject(reply.error);
      else resolve(reply.value);
    });
    thread.on('error', onFault);
    thread.on('exit', replace);
    return thread;
  }

  function replace(): void {
    worker = undefined;
    for (const { reject } of pending.values()) reject(new AppError('not_ready', { cause: 'the index thread ended' }));
    pending.clear();
    if (isClosing) return;
    onLost();
    setTimeout(() => {
      if (!isClosing) worker = spawn();
    }, RESTART_DELAY_MS).unref();
  }

  const call = (message: { search: IndexQuery } | { apply: ProductChange[] }): Promise<unknown> => {
    const thread = worker;
    if (!thread) return Promise.reject(new AppError('not_ready'));
    return new Promise((resolve, reject) => {
      const id = ++lastId;
      pending.set(id, { resolve, reject });
      thread.postMessage({ id, ...message } as IndexCall);
    });
  };

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
      isClosing = true;
      if (!worker) return;
      const exited = new Promise((resolve) => worker!.once('exit', resolve));
      worker.postMessage('close');
      await exited;
    },
  };
}
