// Our own index as the index thread has it, in this thread: the full ranking, with synonyms and the learned word space.
import { learn } from '../../server/src/index/embedded/learn.ts';
import { MemoryIndex } from '../../server/src/index/embedded/memory-index.ts';
import { Searcher } from '../../server/src/index/embedded/search.ts';
import { measureLengths } from '../../server/src/index/ranking/field-lengths.ts';
import { WordSpace } from '../../server/src/index/ranking/word-space.ts';
import { builtInSynonyms } from '../../server/src/text/built-in-synonyms.ts';
import { buildSynonyms } from '../../server/src/text/synonyms.ts';
import type { BenchProduct, Engine } from './engine.ts';

export async function open(): Promise<Engine> {
  let searcher: Searcher;
  return {
    // Learning counts as ingest, although a service searches meanwhile.
    build: async (batches) => {
      let index: MemoryIndex | undefined;
      for (const batch of batches) {
        index ??= new MemoryIndex(lengthsOf(batch));
        index.apply(batch.map(({ change }) => change));
      }
      searcher = new Searcher(index!);
      const synonyms = buildSynonyms(builtInSynonyms());
      searcher.findSynonyms = (words, at) => synonyms.expand(words, at);
      const table = await learn(index!);
      if (table.terms.length > 0) searcher.space = new WordSpace(table);
      index!.markLearned(table.up_to);
    },
    search: ({ asked: { query, criteria } }, limit) =>
      searcher.search({ text: query, criteria, exclude: [], limit }).product_nos,
    close: () => {},
  };
}

const lengthsOf = (batch: BenchProduct[]) => measureLengths(batch.map(({ change }) => JSON.parse(change.data!)));
