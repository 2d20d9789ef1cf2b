// Our own index as in the service: its own threads and the full ranking, with synonyms and learned word vectors.
// Without the result cache, because the benchmark repeats its queries.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeArtefacts, encodeArtefacts } from '../../server/src/index/artefacts.ts';
import { openSegmentIndex } from '../../server/src/index/embedded/open-segment-index.ts';
import { measureLengths } from '../../server/src/index/ranking/field-lengths.ts';
import { packChanges, unpackChanges } from '../../server/src/store/packed-changes.ts';
import { builtInSynonyms } from '../../server/src/text/built-in-synonyms.ts';
import { waitUntilIdle } from '../wait-until-idle.ts';
import type { EngineModule } from './engine.ts';

/** The service has this in its store. */
const ARTEFACTS = 'artefacts.bin';

export const parallel: EngineModule['parallel'] = 'calls';

// Learning word vectors and merging count as ingest, although a service answers searches meanwhile.
export const build: EngineModule['build'] = async (folder, catalogue) => {
  // All batches are read first: the index threads would work during reading, which does not count as ingest.
  const batches = Array.from(catalogue.changes(), packChanges);
  const first = unpackChanges(batches[0]!).map(({ data }) => JSON.parse(data!));
  const index = await openIndex(folder, 1, measureLengths(first));
  // The second argument is the number of changes that follow, as the service passes it when it is far behind.
  const last = batches.at(-1)!.change_nos.at(-1)!;
  for (const batch of batches) await index.apply(batch, last - batch.change_nos.at(-1)!);
  const word_vectors = await index.learnWordVectors();
  writeFileSync(join(folder, ARTEFACTS), encodeArtefacts({ lengths: index.lengths(), word_vectors }));
  // The end of a merge is not visible from outside.
  const idle_ms = await waitUntilIdle(processCpuMs);
  await index.close();
  return idle_ms;
};

/** CPU time of all threads of this process. */
const processCpuMs = () => process.cpuUsage().user / 1000;

export const open: EngineModule['open'] = async (folder, threads) => {
  const index = await openIndex(folder, threads, measureLengths([]));
  await index.useWordVectors(decodeArtefacts(1, readFileSync(join(folder, ARTEFACTS)))!.word_vectors!);
  await index.useSynonyms(builtInSynonyms());
  return {
    search: async ({ generated: { query, criteria } }, limit) =>
      (await index.search({ text: query, criteria, exclude: [], limit })).product_nos,
    close: () => index.close(),
  };
};

const openIndex = (folder: string, threads: number, lengths: ReturnType<typeof measureLengths>) =>
  openSegmentIndex({
    folder,
    threads,
    lengths,
    onFault: (error) => {
      throw error;
    },
  });
