// Keeps the vocabulary up to date: the holder of a lease counts the catalogue's values in the background and saves them,
// the other processes load what it has saved.
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { BackgroundLoop } from '../background-loop.ts';
import type { Lease } from '../lease-keeper.ts';
import type { CatalogueStore } from '../store/catalogue-store.ts';
import { VOCABULARY_FIELDS, type VocabularyCounts, type VocabularyField } from '../store/catalogue-store.ts';
import type { ConfigStore } from '../store/config-store.ts';
import { loadSynonymWords } from './synonym-words.ts';
import { Vocabulary } from './vocabulary.ts';

const ROUND_MS = 500;
const RETRY_MS = 2000;
/** Bounded so that a batch occupies a reader thread for only tens of milliseconds. */
const BATCH = 1000;
const BATCH_PAUSE_MS = 5;
/** Maximum share of time spent counting while the catalogue keeps changing. */
const MAX_DUTY_CYCLE = 0.2;
/** Maximum time that counting is postponed while the index is catching up. */
const MAX_POSTPONE_MS = 120_000;
/** Number of most frequent values kept per field; twice as many while counting. */
const MAX_VALUES: Record<VocabularyField, number> = {
  brand: 20_000,
  merchant: 10_000,
  color: 2000,
  size: 3000,
  material: 2000,
  gender: 50,
  condition: 50,
  currency: 50,
  category: 5000,
  word: 20_000,
};

type Counts = Record<VocabularyField, Map<string, number>>;

type VocabularyStore = CatalogueStore & Pick<ConfigStore, 'readStamps'>;

interface VocabularyManagerOptions {
  /** One process at a time counts for all. Null: counts for itself, and saves nothing. */
  lease: Lease | null;
  /** True while more urgent work, such as indexing, is in progress. */
  mustWait?: () => boolean;
  onFault: (error: unknown) => void;
}

export class VocabularyManager {
  readonly #store: VocabularyStore;
  readonly #loop: BackgroundLoop;
  readonly #lease: Lease | null;
  #vocabulary = Vocabulary.empty();
  #change_no = -1;
  /** The stamp of the last load. */
  #loaded: number | undefined;
  #notBefore_ms = 0;
  readonly #mustWait: () => boolean;
  #waitingSince_ms: number | undefined;

  constructor(store: VocabularyStore, { lease, mustWait = () => false, onFault }: VocabularyManagerOptions) {
    this.#store = store;
    this.#lease = lease;
    this.#mustWait = mustWait;
    this.#loop = new BackgroundLoop({ run: () => this.#round(), rest_ms: ROUND_MS, retry_ms: RETRY_MS, onFault });
  }

  get current(): Vocabulary {
    return this.#vocabulary;
  }

  start(): void {
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Resolves when the vocabulary includes every change committed before the call. */
  async catchUp(): Promise<void> {
    const last = await this.#store.lastChange({});
    while (this.#change_no < last && !this.#loop.isStopped) {
      this.#notBefore_ms = 0;
      this.#loop.wake();
      await sleep(2);
    }
  }

  async #round(): Promise<boolean> {
    const { changes: last, vocabulary } = await this.#store.readStamps({});
    if (vocabulary !== this.#loaded) await this.#load(vocabulary);
    if (last === this.#change_no || performance.now() < this.#notBefore_ms) return false;
    const lease = this.#lease?.();
    if (lease === null) return false;
    const started_ms = performance.now();
    this.#waitingSince_ms ??= started_ms;
    const counts = await this.#count();
    if (!counts) return false;
    this.#vocabulary = await Vocabulary.build(counts);
    this.#change_no = last;
    this.#waitingSince_ms = undefined;
    const took_ms = performance.now() - started_ms;
    this.#notBefore_ms = performance.now() + took_ms / MAX_DUTY_CYCLE;
    if (lease) await this.#store.saveVocabulary({ change_no: last, counts, lease });
    return false;
  }

  async #load(stamp: number): Promise<void> {
    loadSynonymWords();
    const stored = await this.#store.loadVocabulary({});
    if (stored && stored.change_no > this.#change_no) {
      this.#vocabulary = await Vocabulary.build(stored.counts);
      this.#change_no = stored.change_no;
    }
    this.#loaded = stamp;
  }

  get #mustYield(): boolean {
    return this.#mustWait() && performance.now() - this.#waitingSince_ms! < MAX_POSTPONE_MS;
  }

  /** Undefined if it was stopped or must yield; a later round starts again. */
  async #count(): Promise<VocabularyCounts | undefined> {
    const counts = Object.fromEntries(VOCABULARY_FIELDS.map((field) => [field, new Map()])) as Counts;
    for (let after = 0, isEnd = false; !isEnd; ) {
      if (this.#loop.isStopped || this.#mustYield) return undefined;
      const step = await this.#store.countVocabulary({ after, limit: BATCH });
      for (const field of VOCABULARY_FIELDS) add(counts[field], step.counts[field], MAX_VALUES[field]);
      after = step.last_no;
      isEnd = step.is_end;
      if (!isEnd) await sleep(BATCH_PAUSE_MS);
    }
    const frequent: [VocabularyField, [string, number][]][] = [];
    for (const field of VOCABULARY_FIELDS) {
      frequent.push([
        field,
        [...prune(counts[field], MAX_VALUES[field])].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)),
      ]);
      await setImmediate();
    }
    return Object.fromEntries(frequent) as VocabularyCounts;
  }
}

function add(counts: Map<string, number>, step: [string, number][], limit: number): void {
  for (const [value, count] of step) counts.set(value, (counts.get(value) ?? 0) + count);
  if (counts.size <= 2 * limit) return;
  const frequent = prune(counts, limit);
  counts.clear();
  for (const [value, count] of frequent) counts.set(value, count);
}

/** The most frequent values, at most `limit`. Ties at the cut-off are dropped, which avoids sorting all values. */
function prune(counts: Map<string, number>, limit: number): Map<string, number> {
  if (counts.size <= limit) return counts;
  const valuesByCount = new Map<number, number>();
  for (const count of counts.values()) valuesByCount.set(count, (valuesByCount.get(count) ?? 0) + 1);
  let minCount = 1;
  let room = limit;
  for (const [count, values] of [...valuesByCount].sort(([a], [b]) => b - a)) {
    room -= values;
    if (room < 0) {
      minCount = count + 1;
      break;
    }
  }
  return new Map([...counts].filter(([, count]) => count >= minCount));
}
