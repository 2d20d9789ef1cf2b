// Our own index as the index thread has it, in this thread: the full ranking, with synonyms and the learned word space.
import { appendFileSync } from 'node:fs';
import { learn } from '../../server/src/index/embedded/learn.ts';
import { MemoryIndex } from '../../server/src/index/embedded/memory-index.ts';
import { Searcher } from '../../server/src/index/embedded/search.ts';
import { measureLengths } from '../../server/src/index/ranking/field-lengths.ts';
import { WordSpace } from '../../server/src/index/ranking/word-space.ts';
import type { ProductChange } from '../../server/src/store/port.ts';
import { builtInSynonyms } from '../../server/src/text/built-in-synonyms.ts';
import { buildSynonyms } from '../../server/src/text/synonyms.ts';
import { readLines } from '../search/read-lines.ts';
import type { EngineModule } from './engine.ts';

/** The index lives in memory: what it is opened from is the changes themselves. */
const changesFile = (folder: string) => `${folder}/changes.jsonl`;

export const parallel: EngineModule['parallel'] = 'calls';

export const build: EngineModule['build'] = async (folder, catalogue) => {
  for (const batch of catalogue.changes()) appendFileSync(changesFile(folder), `${JSON.stringify(batch)}\n`);
  await open(folder, 1);
};

// Learning counts, although a service searches meanwhile.
export const open: EngineModule['open'] = async (folder) => {
  let index: MemoryIndex | undefined;
  for (const line of readLines(changesFile(folder))) {
    const batch = JSON.parse(line) as ProductChange[];
    index ??= new MemoryIndex(measureLengths(batch.map(({ data }) => JSON.parse(data!))));
    index.apply(batch);
  }
  const searcher = new Searcher(index!);
  const synonyms = buildSynonyms(builtInSynonyms());
  searcher.findSynonyms = (words, at) => synonyms.expand(words, at);
  const table = await learn(index!);
  if (table.terms.length > 0) searcher.space = new WordSpace(table);
  index!.markLearned(table.up_to);
  return {
    search: async ({ asked: { query, criteria } }, limit) =>
      searcher.search({ text: query, criteria, exclude: [], limit }).product_nos,
    close: () => {},
  };
};
