// Our own index as the service has it: threads of its own, the full ranking, with synonyms and the learned word space. Only
// that it remembers no results, because the same queries come again and again here.
import { setTimeout as sleep } from 'node:timers/promises';
import { readManifest } from '../../server/src/index/embedded/manifest.ts';
import { openEmbeddedIndex } from '../../server/src/index/embedded/open-embedded-index.ts';
import type { SearchIndex } from '../../server/src/index/port.ts';
import { measureLengths } from '../../server/src/index/ranking/field-lengths.ts';
import { builtInSynonyms } from '../../server/src/text/built-in-synonyms.ts';
import type { EngineModule } from './engine.ts';

const POLL_MS = 100;
/** Nothing more is merged when nothing was for so long. */
const SETTLED_MS = 3000;

export const parallel: EngineModule['parallel'] = 'calls';

// Learning and merging count, although a service searches meanwhile.
export const build: EngineModule['build'] = async (folder, catalogue) => {
  // Read before: our threads would go on while the next products are read, and reading is not counted.
  const batches = [...catalogue.changes()];
  const index = await openIndex(folder, 1, measureLengths(batches[0]!.map(({ data }) => JSON.parse(data!))));
  // As the service does when it is far behind.
  const last = batches.at(-1)!.at(-1)!.change_no;
  for (const batch of batches) await index.apply(batch, last - batch.at(-1)!.change_no);
  await index.learn();
  await settle(folder, index);
  await index.close();
};

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

/** Until everything is on the disk, and merged as far as it will be. */
async function settle(folder: string, index: SearchIndex): Promise<void> {
  let [seen, since] = ['', performance.now()];
  while (performance.now() - since < SETTLED_MS) {
    const manifest = readManifest(folder);
    const now = `${manifest?.up_to === index.appliedUpTo()} ${manifest?.segments.map(({ file }) => file)}`;
    if (now !== seen || manifest?.up_to !== index.appliedUpTo()) [seen, since] = [now, performance.now()];
    await sleep(POLL_MS);
  }
}
