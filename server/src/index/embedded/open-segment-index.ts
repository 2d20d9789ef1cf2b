// Opens a set of segments with its threads: one writer, several searchers, and memory that all of them share.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../app-error.ts';
import { BULK_WORKER } from '../../bulk-worker-limits.ts';
import type { IndexFigures, IndexReader, IndexWriter } from '../port.ts';
import type { FieldLengths } from '../ranking/field-lengths.ts';
import type { WordVectorTable } from '../ranking/learn-word-vectors.ts';
import { SearchQueue } from '../threads/search-queue.ts';
import type {
  FromWriter,
  OpenMode,
  WriterCall,
  WriterCalls,
  WriterFigures,
  WriterReplies,
} from './threads/protocol.ts';
import { SearchState } from './threads/search-state.ts';

const MAX_SEARCH_THREADS = 8;
const IDLE_MS = 2000;

/** One set of segments. The embedded index replaces it as a whole when it is rebuilt. */
export interface SegmentIndex
  extends Pick<IndexReader, 'search' | 'summarise' | 'useSynonyms'>,
    Pick<IndexWriter, 'apply' | 'learnWordVectors'> {
  useWordVectors(table: WordVectorTable): Promise<void>;
  figures(): IndexFigures & { segments: number };
  appliedUpTo(): number;
  /** The average field lengths that its impacts are normalised by. */
  lengths(): FieldLengths;
  /** Makes an index that was built beside another one the index that the next start opens. */
  promote(): Promise<void>;
  /** `keep_files: false` discards what is not committed, because another index has replaced this one. */
  close(options?: { keep_files?: boolean }): Promise<void>;
}

export interface SegmentIndexOptions {
  /** The index is persisted here; without a folder, in memory only. */
  folder?: string;
  /** A running server owns the folder: nothing is written there. */
  is_read_only?: boolean;
  /** Default: `persisted`. */
  mode?: OpenMode;
  /** For an index that starts empty; a persisted one has its own. */
  lengths: FieldLengths;
  /** How often the operator has requested a rebuild; a commit point with another number is ignored. */
  rebuilds?: number;
  /** Of the change log; a commit point of another epoch is ignored. Default: ''. */
  epoch?: string;
  threads?: number;
  /** Capacity of the result cache in product numbers, four bytes each; default 0. */
  result_cache_size?: number;
  /** After this long without a change the index is idle: it is merged and committed. */
  idle_ms?: number;
  onFault?: (error: unknown) => void;
  /** Work budget of a search, in units of work-budget.ts. */
  max_units?: number;
  /** The writer thread exited: the index must be opened again. */
  onLost?: () => void;
}

interface PendingCall {
  resolve: (reply: WriterReplies[keyof WriterCalls]) => void;
  reject: (error: unknown) => void;
}

export async function openSegmentIndex(options: SegmentIndexOptions): Promise<SegmentIndex> {
  const { folder, lengths, onFault = () => {}, onLost = () => {} } = options;
  const pending = new Map<number, PendingCall>();
  let lastId = 0;
  let figures: WriterFigures | undefined;
  let state: 'open' | 'closing' | 'ended' = 'open';

  const onWriterExit = () => {
    for (const { reject } of pending.values()) reject(new AppError('not_ready', { cause: 'the index thread exited' }));
    pending.clear();
    const wasOpen = state === 'open';
    state = 'ended';
    if (!wasOpen) return;
    void queue.end();
    void writer.terminate();
    onLost();
  };
  const threads = options.threads ?? Math.min(MAX_SEARCH_THREADS, availableParallelism());
  const { result_cache_size = 0, max_units } = options;
  const queue = new SearchQueue({
    thread: new URL('./threads/search-thread.ts', import.meta.url),
    state: new SearchState(),
    threads,
    result_cache_size,
    max_units,
    onFault,
  });
  const writer = new Worker(new URL('./threads/writer-thread.ts', import.meta.url), BULK_WORKER);
  writer.on('error', onFault);
  writer.on('exit', onWriterExit);
  writer.on('message', (message: FromWriter) => {
    if (message.kind === 'fault') return onFault(message.error);
    if (message.kind === 'word_vectors') return queue.broadcast(message);
    figures = message.figures;
    if (message.kind === 'update') return queue.broadcast({ kind: 'update', update: message.update });
    // Undefined if the exit of the thread has rejected the call already.
    const call = pending.get(message.id);
    pending.delete(message.id);
    if (message.error) call?.reject(message.error);
    else call?.resolve(message.reply);
  });

  const call = <N extends keyof WriterCalls>(name: N, input: WriterCalls[N]): Promise<WriterReplies[N]> => {
    if (state === 'ended') return Promise.reject(new AppError('not_ready'));
    return new Promise((resolve, reject) => {
      const id = ++lastId;
      pending.set(id, { resolve: resolve as PendingCall['resolve'], reject });
      writer.postMessage({ id, name, input } satisfies WriterCall<N>);
    });
  };
  const { mode = 'persisted', is_read_only = false, rebuilds = 0, epoch = '', idle_ms = IDLE_MS } = options;
  await call('open', { folder: folder ?? null, mode, is_read_only, lengths, rebuilds, epoch, idle_ms });
  return {
    search: (query, caller) => queue.search(query, caller),
    summarise: (product_nos, caller) => queue.summarise(product_nos, caller),
    apply: (changes, following = 0) => call('apply', { changes, following }),
    learnWordVectors: () => call('learn', null),
    useWordVectors: (table) => call('useWordVectors', table),
    promote: () => call('promote', null),
    useSynonyms: async (groups) => queue.broadcast({ kind: 'synonyms', groups }),
    figures: () => ({
      products: figures!.products,
      unlearned_products: figures!.unlearned,
      segments: figures!.segments,
      ...queue.figures,
    }),
    appliedUpTo: () => figures!.up_to,
    lengths: () => figures!.lengths,
    close: async ({ keep_files = true } = {}) => {
      if (state !== 'open') return;
      state = 'closing';
      await queue.close();
      await call('close', { keep_files }).catch(onFault);
      await writer.terminate();
    },
  };
}
