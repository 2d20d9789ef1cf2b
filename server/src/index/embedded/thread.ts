// The index thread: applies changes and answers searches, one at a time, away from the event loop.
import { parentPort, workerData } from 'node:worker_threads';
import type { ProductChange } from '../../store/port.ts';
import { buildSynonyms, type SynonymGroup } from '../../text/synonyms.ts';
import type { IndexQuery } from '../port.ts';
import type { FieldLengths } from '../ranking/field-lengths.ts';
import type { WordSpaceTable } from '../ranking/learn-word-space.ts';
import { WordSpace } from '../ranking/word-space.ts';
import { learn } from './learn.ts';
import { MemoryIndex } from './memory-index.ts';
import { Searcher } from './search.ts';
import { loadTable, saveTable } from './word-space-file.ts';

/** What the thread can be asked, by name. */
export interface IndexCalls {
  search: IndexQuery;
  apply: ProductChange[];
  /** `folder` is where the table is kept for the next start; null: nowhere. */
  learn: { folder: string | null };
  /** Uses the table that is kept in a folder, if there is a good one. */
  load: { folder: string };
  useSynonyms: SynonymGroup[];
}

export interface IndexCall<N extends keyof IndexCalls = keyof IndexCalls> {
  id: number;
  name: N;
  input: IndexCalls[N];
}

export interface IndexReply {
  id: number;
  products: number;
  unlearned: number;
  has_learned: boolean;
  value?: unknown;
  error?: Error;
}

const port = parentPort!;
const index = new MemoryIndex((workerData as { lengths: FieldLengths }).lengths);
const searcher = new Searcher(index);

function use(table: WordSpaceTable): void {
  searcher.space = table.terms.length === 0 ? undefined : new WordSpace(table);
  index.markLearned(table.up_to);
}

const answers: { [N in keyof IndexCalls]: (input: IndexCalls[N]) => unknown } = {
  search: (query) => searcher.search(query),
  apply: (changes) => index.apply(changes),
  learn: async ({ folder }) => {
    const table = await learn(index);
    use(table);
    if (folder !== null && table.terms.length > 0) await saveTable(folder, table);
  },
  load: async ({ folder }) => {
    const table = await loadTable(folder);
    if (table) use(table);
  },
  useSynonyms: (groups) => {
    const synonyms = buildSynonyms(groups);
    searcher.findSynonyms = (words, at) => synonyms.expand(words, at);
  },
};

const reply = (answer: Pick<IndexReply, 'id' | 'value' | 'error'>) =>
  port.postMessage({
    ...answer,
    products: index.size,
    unlearned: index.unlearned,
    has_learned: index.hasLearned,
  } satisfies IndexReply);

port.on('message', async (call: IndexCall | 'close') => {
  // Ends this thread only, and with it a learner that is at work: nobody waits for its table any more.
  if (call === 'close') return process.exit();
  try {
    const answer = (answers[call.name] as (input: unknown) => unknown)(call.input);
    // What is at hand is told at once: a search must not wait for the next turn.
    const value = answer instanceof Promise ? await answer : answer;
    reply({ id: call.id, value: value ?? undefined });
  } catch (error) {
    reply({ id: call.id, error: error as Error });
  }
});
