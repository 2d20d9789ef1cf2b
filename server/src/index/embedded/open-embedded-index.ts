// The handle of the embedded index, which lives in a thread of its own.
import { Worker } from 'node:worker_threads';
import { AppError } from '../../app-error.ts';
import type { SynonymGroup } from '../../text/synonyms.ts';
import type { IndexResult, SearchIndex } from '../port.ts';
import type { FieldLengths } from '../ranking/field-lengths.ts';
import type { IndexCall, IndexCalls, IndexReply } from './thread.ts';

/** Past this many waiting searches a further one is refused at once. */
const MAX_WAITING = 500;

interface Pending {
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

interface EmbeddedIndexOptions {
  /** Where the learned table is kept; without one it is not. */
  folder?: string;
  /** The folder belongs to a server: nothing is written there. */
  is_read_only?: boolean;
  lengths: FieldLengths;
  onFault?: (error: unknown) => void;
  /** The thread ended, and everything that it held is gone. */
  onLost?: () => void;
}

export async function openEmbeddedIndex(options: EmbeddedIndexOptions): Promise<SearchIndex> {
  const { folder, is_read_only = false, lengths, onFault = () => {}, onLost = () => {} } = options;
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let last: Pick<IndexReply, 'products' | 'unlearned' | 'has_learned'> = {
    products: 0,
    unlearned: 0,
    has_learned: false,
  };
  let state: 'open' | 'lost' | 'closing' = 'open';
  const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData: { lengths } });
  worker.on('message', (reply: IndexReply) => {
    const { resolve, reject } = pending.get(reply.id)!;
    pending.delete(reply.id);
    last = reply;
    if (reply.error) reject(reply.error);
    else resolve(reply.value);
  });
  worker.on('error', onFault);
  worker.on('exit', () => {
    for (const { reject } of pending.values()) reject(new AppError('not_ready', { cause: 'the index thread ended' }));
    pending.clear();
    if (state === 'closing') return;
    state = 'lost';
    onLost();
  });

  const call = <N extends keyof IndexCalls>(name: N, input: IndexCalls[N]): Promise<unknown> => {
    if (state !== 'open') return Promise.reject(new AppError('not_ready'));
    return new Promise((resolve, reject) => {
      const id = ++lastId;
      pending.set(id, { resolve, reject });
      worker.postMessage({ id, name, input } satisfies IndexCall<N>);
    });
  };
  if (folder !== undefined) await call('load', { folder });
  return {
    search: async (query) => {
      if (pending.size >= MAX_WAITING) throw new AppError('overloaded');
      return (await call('search', query)) as IndexResult;
    },
    apply: async (changes) => {
      await call('apply', changes);
    },
    learn: async () => {
      await call('learn', { folder: is_read_only ? null : (folder ?? null) });
    },
    useSynonyms: async (groups: SynonymGroup[]) => {
      await call('useSynonyms', groups);
    },
    figures: () => ({ products: last.products, unlearned_products: last.unlearned, waiting: pending.size }),
    hasLearned: () => last.has_learned,
    close: async () => {
      if (state !== 'open') return;
      state = 'closing';
      const exited = new Promise((resolve) => worker.once('exit', resolve));
      worker.postMessage('close');
      await exited;
    },
  };
}
