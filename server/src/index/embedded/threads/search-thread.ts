// A search thread: the segments that all threads share, and one search at a time.
import { parentPort, workerData } from 'node:worker_threads';
import { buildSynonyms } from '../../../text/synonyms.ts';
import type { IndexResult } from '../../port.ts';
import { WordSpace } from '../../ranking/word-space.ts';
import { Searcher } from '../search.ts';
import { Segment } from '../segment/segment.ts';
import type { Update } from '../segment-set.ts';
import { IndexView, LiveSegment } from '../view.ts';
import type { FromSearcher, ToSearcher } from './protocol.ts';

const port = parentPort!;
/** The number of a search that nobody waits for any more. */
const abandoned = new Int32Array(workerData as SharedArrayBuffer);
const segments = new Map<number, LiveSegment>();
const searcher = new Searcher(new IndexView([]));

function use({ added, removed, killed }: Update): void {
  for (const { id, docs } of killed) segments.get(id)?.kill(docs);
  for (const id of removed) segments.delete(id);
  for (const { id, buffer, dead } of added) segments.set(id, new LiveSegment(new Segment(buffer), dead));
  searcher.use(new IndexView(segments.values()));
}

function answer({ id, query }: Extract<ToSearcher, { kind: 'search' }>): FromSearcher {
  try {
    const isAbandoned = () => Atomics.load(abandoned, 0) === id;
    const result: IndexResult = searcher.search(query, isAbandoned);
    return { id, result };
  } catch (error) {
    return { id, error };
  }
}

port.on('message', (message: ToSearcher) => {
  switch (message.kind) {
    case 'update':
      return use(message.update);
    case 'space':
      searcher.space = message.space === null ? undefined : new WordSpace(message.space);
      return;
    case 'synonyms': {
      const synonyms = buildSynonyms(message.groups);
      searcher.findSynonyms = (words, at) => synonyms.expand(words, at);
      return;
    }
    case 'search':
      return port.postMessage(answer(message));
  }
});
