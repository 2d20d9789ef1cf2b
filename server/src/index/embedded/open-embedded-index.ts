// The handle of the embedded index: one thread writes, several search, and all of them share the segments.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../app-error.ts';
import { BULK_WORKER } from '../../bulk-worker-limits.ts';
import type { Beginning, SearchIndex } from '../port.ts';
import type { FieldLengths } from '../ranking/field-lengths.ts';
import type { FromWriter, WriterCalls, WriterFigures } from './threads/protocol.ts';
import { SearchQueue } from './threads/search-queue.ts';
import type { WriterCall } from './threads/writer-thread.ts';

const MAX_SEARCH_THREADS = 8;
const QUIET_MS = 2000;

interface EmbeddedIndexOptions {
  /** Where the index is kept; without one it is not. */
  folder?: string;
  /** The folder belongs to a server: nothing is written there. */
  is_read_only?: boolean;
  /** Otherwise with what was kept. */
  begins?: Beginning;
  lengths: FieldLengths;
  /** How often the operator has asked for a new index: one that was kept before is not taken up. */
  rebuilds?: number;
  threads?: number;
  /** How many product numbers of the last searches are remembered, four bytes each; otherwise none. */
  remembered?: number;
  /** It is written to the disk when nothing has changed for so long, and now and then in any case. */
  quiet_ms?: number;
  onFault?: (error: unknown) => void;
  /** What a search may cost, in units of work-budget.ts. */
  max_units?: number;
  /** The writer's thread ended, and with it the index. */
  onLost?: () => void;
}

interface Pending {
  resolve: () => void;
  reject: (error: unknown) => void;
}

export async function openEmbeddedIndex(options: EmbeddedIndexOptions): Promise<SearchIndex> {
  const { folder, lengths, onFault = () => {}, onLost = () => {} } = options;
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let figures: WriterFigures | undefined;
  let state: 'open' | 'closing' | 'ended' = 'open';

  const loseAll = () => {
    for (const { reject } of pending.values()) reject(new AppError('not_ready', { cause: 'the index thread ended' }));
    pending.clear();
    const wasOpen = state === 'open';
    state = 'ended';
    if (!wasOpen) return;
    void queue.end();
    void writer.terminate();
    onLost();
  };
  const threads = options.threads ?? Math.min(MAX_SEARCH_THREADS, availableParallelism());
  const { remembered = 0, max_units } = options;
  const queue = new SearchQueue({ threads, remembered, max_units, onFault });
  const writer = new Worker(new URL('./threads/writer-thread.ts', import.meta.url), BULK_WORKER);
  writer.on('error', onFault);
  writer.on('exit', loseAll);
  writer.on('message', (message: FromWriter) => {
    if (message.kind === 'fault') return onFault(message.error);
    if (message.kind === 'space') return queue.tell(message);
    figures = message.figures;
    if (message.kind === 'update') return queue.tell({ kind: 'update', update: message.update });
    const waiting = pending.get(message.id);
    pending.delete(message.id);
    // Who waited may have been told already that the index is lost.
    if (message.error) waiting?.reject(message.error);
    else waiting?.resolve();
  });

  const call = <N extends keyof WriterCalls>(name: N, input: WriterCalls[N]): Promise<void> => {
    // A thread that has ended would never answer.
    if (state === 'ended') return Promise.reject(new AppError('not_ready'));
    return new Promise((resolve, reject) => {
      const id = ++lastId;
      pending.set(id, { resolve, reject });
      writer.postMessage({ id, name, input } satisfies WriterCall<N>);
    });
  };
  const { begins = 'kept', is_read_only = false, rebuilds = 0, quiet_ms = QUIET_MS } = options;
  await call('open', { folder: folder ?? null, begins, is_read_only, lengths, rebuilds, quiet_ms });
  return {
    search: (query, caller) => queue.search(query, caller),
    summarise: (product_nos, caller) => queue.summarise(product_nos, caller),
    apply: (changes, following = 0) => call('apply', { changes, following }),
    learn: () => call('learn', null),
    keep: () => call('keep', null),
    useSynonyms: async (groups) => queue.tell({ kind: 'synonyms', groups }),
    figures: () => ({
      products: figures!.products,
      unlearned_products: figures!.unlearned,
      segments: figures!.segments,
      waiting: queue.waiting,
    }),
    hasLearned: () => figures!.has_learned,
    appliedUpTo: () => figures!.up_to,
    lengths: () => figures!.lengths,
    close: async ({ is_kept = true } = {}) => {
      if (state !== 'open') return;
      state = 'closing';
      await queue.close();
      await call('close', { is_kept }).catch(onFault);
      await writer.terminate();
    },
  };
}
