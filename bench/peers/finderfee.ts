// Our own index as a search thread has it, in this thread: the full ranking, with synonyms and the learned word space.
import { sampleWords } from '../../server/src/index/embedded/sample-words.ts';
import { Searcher } from '../../server/src/index/embedded/search.ts';
import { mergeSegments } from '../../server/src/index/embedded/segment/merge.ts';
import { SegmentSet } from '../../server/src/index/embedded/segment-set.ts';
import { IndexView } from '../../server/src/index/embedded/view.ts';
import { measureLengths } from '../../server/src/index/ranking/field-lengths.ts';
import { learnWordSpace } from '../../server/src/index/ranking/learn-word-space.ts';
import { prepareSpace, WordSpace } from '../../server/src/index/ranking/word-space.ts';
import { builtInSynonyms } from '../../server/src/text/built-in-synonyms.ts';
import { buildSynonyms } from '../../server/src/text/synonyms.ts';
import type { BenchProduct, Engine } from './engine.ts';

export async function open(): Promise<Engine> {
  let searcher: Searcher;
  return {
    // Merging and learning count as ingest, although a service searches meanwhile.
    build: async (batches) => {
      let set: SegmentSet | undefined;
      for (const batch of batches) {
        set ??= new SegmentSet(lengthsOf(batch));
        set.apply(batch.map(({ change }) => change));
        const chosen = set.toMerge(false);
        if (chosen.length > 0) set.replace(chosen, mergeSegments(chosen.map(({ live }) => live)));
      }
      const view = new IndexView(set!.segments.map(({ live }) => live));
      searcher = new Searcher(view);
      const synonyms = buildSynonyms(builtInSynonyms());
      searcher.findSynonyms = (words, at) => synonyms.expand(words, at);
      searcher.space = new WordSpace(prepareSpace(learnWordSpace(sampleWords(view))));
    },
    search: ({ asked: { query, criteria } }, limit) =>
      searcher.search({ text: query, criteria, exclude: [], limit }).product_nos,
    close: () => {},
  };
}

const lengthsOf = (batch: BenchProduct[]) => measureLengths(batch.map(({ change }) => JSON.parse(change.data!)));
