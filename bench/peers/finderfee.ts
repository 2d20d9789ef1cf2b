// Our own index as the service has it: threads of its own, the full ranking, with synonyms and the learned word space. Only
// that it remembers no results, because the same queries come again and again here.
import { openEmbeddedIndex } from '../../server/src/index/embedded/open-embedded-index.ts';
import { measureLengths } from '../../server/src/index/ranking/field-lengths.ts';
import { packChanges, unpackChanges } from '../../server/src/store/packed-changes.ts';
import { builtInSynonyms } from '../../server/src/text/built-in-synonyms.ts';
import { untilIdle } from '../until-idle.ts';
import type { EngineModule } from './engine.ts';

export const parallel: EngineModule['parallel'] = 'calls';

// Learning and merging count, although a service searches meanwhile.
export const build: EngineModule['build'] = async (folder, catalogue) => {
  // Read before: our threads would go on while the next products are read, and reading is not counted.
  const batches = Array.from(catalogue.changes(), packChanges);
  const first = unpackChanges(batches[0]!).map(({ data }) => JSON.parse(data!));
  const index = await openIndex(folder, 1, measureLengths(first));
  // As the service does when it is far behind.
  const last = batches.at(-1)!.change_nos.at(-1)!;
  for (const batch of batches) await index.apply(batch, last - batch.change_nos.at(-1)!);
  await index.learn();
  // Merging may take longer than anything that can be seen of it from outside.
  const idle_ms = await untilIdle(workedMs);
  await index.close();
  return idle_ms;
};

/** What all threads of this process have worked so far. */
const workedMs = () => process.cpuUsage().user / 1000;

export const open: EngineModule['open'] = async (folder, threads) => {
  const index = await openIndex(folder, threads, measureLengths([]));
  await index.useSynonyms(builtInSynonyms());
  return {
    search: async ({ asked: { query, criteria } }, limit) =>
      (await index.search({ text: query, criteria, exclude: [], limit })).product_nos,
    close: () => index.close(),
  };
};

const openIndex = (folder: string, threads: number, lengths: ReturnType<typeof measureLengths>) =>
  openEmbeddedIndex({
    folder,
    threads,
    lengths,
    onFault: (error) => {
      throw error;
    },
  });
