// A search thread: plans queries, asks OpenSearch and ranks what it found. Several jobs wait for OpenSearch at a time.
import { parentPort } from 'node:worker_threads';
import { AppError } from '../../../app-error.ts';
import { buildSynonyms } from '../../../text/synonyms.ts';
import { WordVectors } from '../../ranking/word-vectors.ts';
import type { FromSearcher, JobMessage, ToSearcher } from '../../threads/search-job.ts';
import { SearchStopped } from '../../work-budget.ts';
import { OpenSearchClient } from '../client.ts';
import { LexiconPart, lexiconOf } from '../lexicon-part.ts';
import { isMissingIndex, OpenSearchSearcher } from '../searcher.ts';
import type { SearchBroadcast } from './search-state.ts';

const port = parentPort!;
const running = new Map<number, AbortController>();
let searcher: OpenSearchSearcher;

async function run(job: JobMessage): Promise<void> {
  const { id, units } = job;
  const caller = new AbortController();
  running.set(id, caller);
  try {
    const options = { units, signal: caller.signal };
    const result =
      job.kind === 'search'
        ? await searcher.search(job.query, options)
        : await searcher.summarise(job.product_nos, options);
    port.postMessage({ id, result } satisfies FromSearcher);
  } catch (error) {
    port.postMessage(caller.signal.aborted ? { id, stopped: 'abandoned' } : failure(id, error));
  } finally {
    running.delete(id);
  }
}

function failure(id: number, error: unknown): FromSearcher {
  if (error instanceof SearchStopped) return { id, stopped: error.reason };
  if (error instanceof AppError) return { id, code: error.code, error: error.cause };
  return { id, error, is_outdated: isMissingIndex(error) };
}

port.on('message', (message: ToSearcher<SearchBroadcast>) => {
  switch (message.kind) {
    case 'connect':
      searcher = new OpenSearchSearcher(new OpenSearchClient(message.client));
      return;
    case 'generation': {
      const parts = message.parts.map((buffer) => new LexiconPart(buffer));
      return searcher.use(message.index, (budget) => lexiconOf(parts, message.products, budget));
    }
    case 'word_vectors':
      return searcher.useWordVectors(message.vectors === null ? undefined : new WordVectors(message.vectors));
    case 'synonyms': {
      const synonyms = buildSynonyms(message.groups);
      searcher.findSynonyms = (words, at) => synonyms.expand(words, at);
      return;
    }
    case 'abandon':
      return running.get(message.id)?.abort();
    case 'search':
    case 'summarise':
      void run(message);
  }
});
