// A search thread: holds the shared segments and runs one job at a time.
import { parentPort, workerData } from 'node:worker_threads';
import { buildSynonyms } from '../../../text/synonyms.ts';
import { WordVectors } from '../../ranking/word-vectors.ts';
import type { FromSearcher, JobMessage, ToSearcher } from '../../threads/search-job.ts';
import { SearchStopped } from '../../work-budget.ts';
import type { LiveSegment } from '../live-segment.ts';
import { IndexView } from '../query/index-view.ts';
import { Searcher } from '../query/searcher.ts';
import { summarise } from '../query/summarise.ts';
import { applyUpdate } from './index-update.ts';
import type { Broadcast } from './protocol.ts';

const port = parentPort!;
/** The id of the job that its caller has abandoned. */
const abandonedId = new Int32Array(workerData as SharedArrayBuffer);
const segments = new Map<number, LiveSegment>();
let view = new IndexView([]);
const searcher = new Searcher(view);

function run(job: JobMessage): FromSearcher {
  const { id, units } = job;
  try {
    if (job.kind === 'summarise') return { id, result: summarise(view, job.product_nos) };
    const isAbandoned = () => Atomics.load(abandonedId, 0) === id;
    return { id, result: searcher.search(job.query, { units, isAbandoned }) };
  } catch (error) {
    return error instanceof SearchStopped ? { id, stopped: error.reason } : { id, error };
  }
}

port.on('message', (message: ToSearcher<Broadcast>) => {
  switch (message.kind) {
    case 'update':
      applyUpdate(segments, message.update);
      view = new IndexView(segments.values());
      searcher.use(view);
      return;
    case 'word_vectors':
      searcher.wordVectors = message.vectors === null ? undefined : new WordVectors(message.vectors);
      return;
    case 'synonyms': {
      const synonyms = buildSynonyms(message.groups);
      searcher.findSynonyms = (words, at) => synonyms.expand(words, at);
      return;
    }
    case 'search':
    case 'summarise':
      return port.postMessage(run(message));
  }
});
