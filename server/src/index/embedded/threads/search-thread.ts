// A search thread: the segments that all threads share, and one search at a time.
import { parentPort, workerData } from 'node:worker_threads';
import { buildSynonyms } from '../../../text/synonyms.ts';
import { WordVectors } from '../../ranking/word-vectors.ts';
import { Segment } from '../format/segment.ts';
import { LiveSegment } from '../live-segment.ts';
import { IndexView } from '../query/index-view.ts';
import { Searcher } from '../query/searcher.ts';
import { summarise } from '../query/summarise.ts';
import { SearchStopped } from '../query/work-budget.ts';
import type { Update } from '../writer/segment-set.ts';
import type { FromSearcher, SearchJob, ToSearcher } from './protocol.ts';

const port = parentPort!;
/** The number of a search that nobody waits for any more. */
const abandoned = new Int32Array(workerData as SharedArrayBuffer);
const segments = new Map<number, LiveSegment>();
let view = new IndexView([]);
const searcher = new Searcher(view);

function use({ added, removed, killed }: Update): void {
  for (const { id, docs } of killed) segments.get(id)?.delete(docs);
  for (const id of removed) segments.delete(id);
  for (const { id, buffer, dead } of added) segments.set(id, new LiveSegment(new Segment(buffer), dead));
  view = new IndexView(segments.values());
  searcher.use(view);
}

function answer(order: SearchJob & { id: number; units: number }): FromSearcher {
  const { id, units } = order;
  try {
    if (order.kind === 'summarise') return { id, result: summarise(view, order.product_nos) };
    const isAbandoned = () => Atomics.load(abandoned, 0) === id;
    return { id, result: searcher.search(order.query, { units, isAbandoned }) };
  } catch (error) {
    return error instanceof SearchStopped ? { id, stopped: error.reason } : { id, error };
  }
}

port.on('message', (message: ToSearcher) => {
  switch (message.kind) {
    case 'update':
      return use(message.update);
    case 'space':
      searcher.wordVectors = message.space === null ? undefined : new WordVectors(message.space);
      return;
    case 'synonyms': {
      const synonyms = buildSynonyms(message.groups);
      searcher.findSynonyms = (words, at) => synonyms.expand(words, at);
      return;
    }
    case 'search':
    case 'summarise':
      return port.postMessage(answer(message));
  }
});
