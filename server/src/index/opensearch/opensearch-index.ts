// The index in OpenSearch: one process writes it, all processes search it. Follows the generation that the store names,
// fills the first one, and rebuilds beside the live one.
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../app-error.ts';
import { BackgroundLoop } from '../../background-loop.ts';
import { BULK_WORKER } from '../../bulk-worker-limits.ts';
import { CallableThread } from '../../callable-thread.ts';
import type { ConfigStore, HeldLease, Stamps } from '../../store/config-store.ts';
import type { PackedChanges } from '../../store/packed-changes.ts';
import type { SynonymGroup } from '../../text/synonyms.ts';
import { type Artefacts, NO_VECTORS } from '../artefacts.ts';
import { type ChangeLog, LogApplier, NO_CHANGES } from '../change-log.ts';
import type { IndexFigures, IndexQuery, IndexResult, ProductSummary, SearchCaller, SearchIndex } from '../port.ts';
import { isSameLengths } from '../ranking/field-lengths.ts';
import type { WordVectorTable } from '../ranking/learn-word-vectors.ts';
import { packWordVectors } from '../ranking/word-vectors.ts';
import { nextMessage } from '../threads/next-message.ts';
import { OutdatedIndexError, SearchQueue } from '../threads/search-queue.ts';
import { DEADLINE_MS } from './client.ts';
import type { GenerationFigures, GenerationKeeper, KeeperOptions, PublishedGeneration } from './generation-keeper.ts';
import { generationKind, generationName, seriesName } from './generation-name.ts';
import { type SearchBroadcast, SearchState } from './threads/search-state.ts';

const POLL_MS = 500;
const RETRY_MS = 1000;
/** An instance that has not reached OpenSearch for so long leaves writing to others, which may reach it. */
const MAX_UNREACHED_MS = 10_000;
/** Processes that do not poll for so long are not live; a search that finds its index deleted looks for the next one. */
const OLD_GENERATION_MS = 30_000;
/** A late write of another process may create an old index again. */
const DELETE_INTERVAL_MS = 600_000;
const MAX_SEARCH_THREADS = 8;
/** A search waits for OpenSearch most of the time. */
const SEARCHES_PER_THREAD = 8;

interface OpenSearchIndexOptions extends KeeperOptions {
  /** Beginning of the index names. */
  prefix: string;
  log: ChangeLog;
  store: Pick<ConfigStore, 'newestArtefact' | 'saveArtefact'>;
  /** The process that holds it writes. Null: this process never does. */
  lease: (() => HeldLease | null) | null;
  yieldLease?: () => Promise<void>;
  artefacts: Artefacts;
  threads?: number;
  result_cache_size?: number;
  max_units?: number;
  onFault: (error: unknown) => void;
}

export async function openOpenSearchIndex(options: OpenSearchIndexOptions): Promise<SearchIndex> {
  const index = new OpenSearchIndex(options);
  await index.open();
  return index;
}

class OpenSearchIndex implements SearchIndex {
  readonly is_shared = true;
  readonly #options: OpenSearchIndexOptions;
  readonly #thread: CallableThread<
    Pick<GenerationKeeper, 'follow' | 'create' | 'discard' | 'apply' | 'deleteBefore'>,
    PublishedGeneration
  >;
  readonly #queue: SearchQueue<SearchBroadcast>;
  readonly #loop: BackgroundLoop;
  #artefacts: Artefacts;
  #live: GenerationFigures | undefined;
  /** Generations before the live one may be deleted from then on. */
  #delete_ms = 0;
  #isRebuilding = false;
  #replacement: LogApplier | undefined;
  #training: Worker | undefined;
  /** The round in progress. */
  #looking: Promise<boolean> | undefined;
  /** OpenSearch did not answer when the state of the index was last read. */
  #isFailing = false;
  /** When the state of the index was last read. */
  #reached_ms = performance.now();
  /** The newest generation that was followed. */
  #newest = { epoch: '', generation: 0 };
  /** Orders changes and swaps. */
  #applied: Promise<unknown> = Promise.resolve();

  constructor(options: OpenSearchIndexOptions) {
    const { client, shards, replicas, artefacts, onFault } = options;
    this.#options = options;
    this.#artefacts = artefacts;
    const threads = options.threads ?? Math.min(MAX_SEARCH_THREADS, availableParallelism());
    const state = new SearchState(client);
    this.#queue = new SearchQueue({
      thread: new URL('./threads/search-thread.ts', import.meta.url),
      threads,
      jobs_per_thread: SEARCHES_PER_THREAD,
      state,
      result_cache_size: options.result_cache_size ?? 0,
      max_units: options.max_units,
      onFault,
    });
    this.#thread = new CallableThread({
      thread: new URL('./threads/index-thread.ts', import.meta.url),
      options: { workerData: { client, shards, replicas } satisfies KeeperOptions, ...BULK_WORKER },
      lost: 'not_ready',
      onMessage: (generation) => this.#queue.broadcast(generation),
      onFault,
    });
    this.#loop = new BackgroundLoop({ run: () => this.#look(), rest_ms: POLL_MS, retry_ms: RETRY_MS, onFault });
  }

  /** OpenSearch may be away: then searches work once it is back. */
  async open(): Promise<void> {
    this.#useWordVectors();
    await this.#look().catch(this.#options.onFault);
    this.#loop.start();
  }

  isWriter(): boolean {
    return this.#lease() !== null;
  }

  isFailing(): boolean {
    return this.#isFailing || !this.#live;
  }

  search(query: IndexQuery, caller?: SearchCaller): Promise<IndexResult> {
    return this.#withinDeadline((own) => this.#queue.search(query, own), caller);
  }

  summarise(product_nos: Uint32Array, caller?: SearchCaller): Promise<ProductSummary> {
    return this.#withinDeadline((own) => this.#queue.summarise(product_nos, own), caller);
  }

  async useSynonyms(groups: readonly SynonymGroup[]): Promise<void> {
    this.#queue.broadcast({ kind: 'synonyms', groups });
  }

  async useArtefacts(artefacts: Artefacts): Promise<void> {
    this.#artefacts = artefacts;
    this.#useWordVectors();
    if (this.#live) await this.#follow(this.#live.index);
  }

  figures(): IndexFigures {
    const { products = 0, unlearned = 0, lexicon_bytes = 0 } = this.#live ?? {};
    return { products, unlearned_products: unlearned, ...this.#queue.figures, lexicon_bytes };
  }

  apply(changes: PackedChanges, following = 0, after = 0): Promise<void> {
    return this.#inOrder(async () => {
      const live = this.#live;
      if (!live) throw new AppError('not_ready');
      // After a swap the index may be ahead of its caller.
      if ((changes.change_nos.at(-1) ?? Number.POSITIVE_INFINITY) <= live.up_to) return;
      await this.#send(live.index, changes, following, after);
      if (following === 0) await this.#follow(live.index);
    });
  }

  appliedUpTo(): number | null {
    return this.#live?.up_to ?? null;
  }

  /** In a thread that reads a sample of the products from OpenSearch. */
  async learnWordVectors(): Promise<WordVectorTable> {
    if (!this.#live) throw new AppError('not_ready');
    const workerData = { client: this.#options.client, index: this.#live.index };
    this.#training = new Worker(new URL('./threads/learner-thread.ts', import.meta.url), { workerData });
    try {
      return await nextMessage<WordVectorTable>(this.#training, 'training');
    } finally {
      this.#training = undefined;
    }
  }

  needsRebuild({ rebuilds, epoch }: Pick<Stamps, 'rebuilds' | 'epoch'>): boolean {
    const live = this.#live;
    if (!live) return false;
    const isOutdated = live.rebuilds < rebuilds || live.epoch !== epoch;
    return isOutdated || live.is_damaged || !isSameLengths(live.lengths, this.#artefacts.lengths);
  }

  rebuildProgress(): number | null {
    return this.#replacement?.progress ?? null;
  }

  async rebuild(): Promise<void> {
    const lease = this.#lease();
    if (!lease) throw new AppError('not_ready');
    this.#isRebuilding = true;
    try {
      await this.#looking?.catch(() => {});
      await this.#rebuild(lease);
    } finally {
      this.#isRebuilding = false;
    }
  }

  async close(): Promise<void> {
    const stopped = this.#loop.stop();
    await this.#training?.terminate();
    await this.#queue.close();
    await this.#thread.close();
    await stopped;
  }

  #lease(): HeldLease | null {
    return this.#options.lease?.() ?? null;
  }

  /** Time in the queue counts towards the deadline. While OpenSearch is known to be away, searches fail immediately. */
  async #withinDeadline<T>(ask: (caller: SearchCaller) => Promise<T>, caller: SearchCaller = {}): Promise<T> {
    if (!this.#live) throw new AppError('not_ready');
    if (this.#isFailing) throw new AppError('search_unavailable');
    const deadline = AbortSignal.timeout(this.#options.client.deadline_ms ?? DEADLINE_MS);
    const signal = caller.signal ? AbortSignal.any([caller.signal, deadline]) : deadline;
    try {
      return await this.#askLive(() => ask({ ...caller, signal }), deadline);
    } catch (error) {
      if (!deadline.aborted || caller.signal?.aborted) throw error;
      throw new AppError('search_unavailable', {
        cause: new Error('the search exceeded its deadline', { cause: error }),
      });
    }
  }

  /** A search may find that its generation was deleted, if this process was paused since: then it looks for the next. */
  async #askLive<T>(ask: () => Promise<T>, deadline: AbortSignal): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof OutdatedIndexError)) throw error;
    }
    try {
      await Promise.race([this.#look(), once(deadline, 'abort')]);
      return await ask();
    } catch (error) {
      throw error instanceof OutdatedIndexError ? new AppError('not_ready', { cause: error }) : error;
    }
  }

  #useWordVectors(): void {
    const { terms, ...table } = this.#artefacts.word_vectors ?? NO_VECTORS;
    const vectors = terms.length === 0 ? null : packWordVectors({ terms, ...table });
    this.#queue.broadcast({ kind: 'word_vectors', vectors });
  }

  /** One round at a time: searches that find their index deleted share it. */
  #look(): Promise<boolean> {
    this.#looking ??= this.#round()
      .catch((error) => this.#failRound(error))
      .finally(() => {
        this.#looking = undefined;
      });
    return this.#looking;
  }

  async #failRound(error: unknown): Promise<never> {
    if (performance.now() > this.#reached_ms + MAX_UNREACHED_MS) await this.#options.yieldLease?.();
    throw error;
  }

  /** Follows the live generation. If there is none, the process that writes creates one, unless it is rebuilding one. */
  async #round(): Promise<boolean> {
    const { log, store } = this.#options;
    const [stamps, generation] = await Promise.all([
      log.readStamps({}),
      store.newestArtefact({ kind: generationKind(this.#options.prefix) }),
    ]);
    // A generation that was published while the store was read.
    if (stamps.epoch === this.#newest.epoch && generation < this.#newest.generation) return true;
    this.#newest = { epoch: stamps.epoch, generation };
    if (generation > 0 && (await this.#follow(this.#indexName(stamps.epoch, generation)))) {
      await this.#deleteOld(stamps.epoch, generation);
      return false;
    }
    this.#live = undefined;
    const lease = this.#lease();
    if (lease && !this.#isRebuilding)
      await this.#publish(await this.#create(stamps, generation + 1, lease), generation + 1, lease);
    return false;
  }

  async #follow(index: string): Promise<boolean> {
    const learned_up_to = this.#artefacts.word_vectors?.up_to ?? 0;
    try {
      const figures = await this.#thread.call('follow', { index, learned_up_to });
      this.#isFailing = false;
      this.#reached_ms = performance.now();
      this.#live = figures ?? undefined;
      return figures !== null;
    } catch (error) {
      this.#isFailing = true;
      throw error;
    }
  }

  async #deleteOld(epoch: string, generation: number): Promise<void> {
    if (!this.#lease() || performance.now() < this.#delete_ms) return;
    await this.#thread.call('deleteBefore', { series: seriesName(this.#options.prefix, epoch), generation });
    this.#delete_ms = performance.now() + DELETE_INTERVAL_MS;
  }

  async #create({ epoch, rebuilds }: Stamps, generation: number, { token }: HeldLease): Promise<string> {
    const index = this.#indexName(epoch, generation);
    const purged = await this.#options.log.purgeWatermark({});
    await this.#thread.call('create', { index, token, purged, epoch, rebuilds, lengths: this.#artefacts.lengths });
    return index;
  }

  /** Makes a generation the live one, for all processes. */
  async #publish(index: string, generation: number, lease: HeldLease): Promise<void> {
    const artefact = { kind: generationKind(this.#options.prefix), generation, bytes: Buffer.from(index), lease };
    if ((await this.#options.store.saveArtefact(artefact)) === 'stale') throw new AppError('not_ready');
    this.#newest = { ...this.#newest, generation };
    this.#delete_ms = performance.now() + OLD_GENERATION_MS;
    await this.#follow(index);
  }

  async #rebuild(lease: HeldLease): Promise<void> {
    const { log, store } = this.#options;
    const stamps = await log.readStamps({});
    const generation = (await store.newestArtefact({ kind: generationKind(this.#options.prefix) })) + 1;
    const index = await this.#create(stamps, generation, lease);
    const next = await this.#openReplacement(index);
    const applier = new LogApplier(log, next);
    this.#replacement = applier;
    try {
      await this.#fill(applier);
      await this.#inOrder(async () => {
        await this.#fill(applier);
        await next.apply(NO_CHANGES, 0);
        if (applier.hasGap) throw new Error('the change log lost a deletion while the index was being rebuilt');
        const held = this.#lease();
        if (held?.token !== lease.token) throw new AppError('not_ready');
        await this.#publish(index, generation, held);
      });
    } catch (error) {
      // Another process that writes meanwhile may be using it.
      if (applier.hasGap && this.#lease()?.token === lease.token) await this.#thread.call('discard', { index });
      throw error;
    } finally {
      this.#replacement = undefined;
    }
  }

  async #openReplacement(index: string) {
    let up_to = 0;
    const apply = async (changes: PackedChanges, following = 0, after = 0) => {
      ({ up_to } = await this.#send(index, changes, following, after));
    };
    await apply(NO_CHANGES);
    return { apply, appliedUpTo: () => up_to };
  }

  async #send(index: string, changes: PackedChanges, following: number, after: number): Promise<{ up_to: number }> {
    const lease = this.#lease();
    if (!lease) throw new AppError('not_ready');
    return this.#thread.call('apply', { index, token: lease.token, after, changes, following });
  }

  /** A store or an OpenSearch that is unavailable delays a rebuild; only a stop or the loss of the lease ends it. */
  async #fill(applier: LogApplier): Promise<void> {
    const isEnded = () => this.#loop.isStopped || !this.isWriter();
    for (;;) {
      try {
        await applier.run(isEnded);
        if (isEnded()) throw new AppError('not_ready');
        return;
      } catch (error) {
        if (isEnded()) throw error;
        this.#options.onFault(error);
        await sleep(RETRY_MS);
      }
    }
  }

  #inOrder<T>(action: () => Promise<T>): Promise<T> {
    const next = this.#applied.then(action);
    this.#applied = next.catch(() => {});
    return next;
  }

  #indexName(epoch: string, generation: number): string {
    return generationName(this.#options.prefix, epoch, generation);
  }
}
