// Our index in OpenSearch, filled and searched in this thread, so that latencies are those of a search thread.
import { OpenSearchClient } from '../../server/src/index/opensearch/client.ts';
import { Generation } from '../../server/src/index/opensearch/generation.ts';
import { Indexer } from '../../server/src/index/opensearch/indexer.ts';
import { lexiconOf } from '../../server/src/index/opensearch/lexicon-part.ts';
import { FORMAT } from '../../server/src/index/opensearch/mapping.ts';
import { OpenSearchSearcher } from '../../server/src/index/opensearch/searcher.ts';
import { sampleTrainingData } from '../../server/src/index/opensearch/training-sample.ts';
import { measureLengths } from '../../server/src/index/ranking/field-lengths.ts';
import { learnWordVectors } from '../../server/src/index/ranking/learn-word-vectors.ts';
import { packWordVectors, WordVectors } from '../../server/src/index/ranking/word-vectors.ts';
import type { Product } from '../../server/src/product/product.ts';
import { SEARCHED_FIELDS } from '../../server/src/product/text-fields.ts';
import { type PackedChanges, type ProductChange, unpackChanges } from '../../server/src/store/packed-changes.ts';
import { builtInSynonyms } from '../../server/src/text/built-in-synonyms.ts';
import { buildSynonyms } from '../../server/src/text/synonyms.ts';

const INDEX = 'finderfee-bench-ours';
const TEXT_INDEX = 'finderfee-bench-text';
const TEXT_SETTINGS = {
  settings: { number_of_shards: 1, number_of_replicas: 0, refresh_interval: '-1' },
  mappings: { dynamic: false, _source: { enabled: false }, properties: { text: { type: 'text' } } },
};
/** Written at the same time, as the indexer does. */
const BATCHES_PER_WRITE = 2;
const ADMIN_MS = 3_600_000;

function textDocument({ data }: ProductChange): string {
  const product = JSON.parse(data!) as Product;
  const texts = SEARCHED_FIELDS.flatMap((field) => product[field] ?? []);
  return JSON.stringify({ text: texts.join(' ') });
}

interface Stats {
  _all: { primaries: { store: { size_in_bytes: number } } };
}

interface ProcessStats {
  nodes: Record<string, { process: { cpu: { total_in_millis: number } } }>;
}

export interface IngestFigures {
  ms: number;
  /** Includes merging while filling. */
  opensearch_cpu_ms: number;
  own_cpu_ms: number;
}

export class IndexUnderTest {
  readonly client = new OpenSearchClient({ nodes: [process.env.BENCH_OPENSEARCH_URL!], deadline_ms: ADMIN_MS });
  readonly #generation = new Generation(this.client, INDEX);

  /** Returns the milliseconds until all changes are searchable. */
  async fill(batches: readonly PackedChanges[]): Promise<number> {
    const lengths = measureLengths(unpackChanges(batches[0]!).map(({ data }) => JSON.parse(data!)));
    const empty = { applied: 0, visible: 0, products: 0, highest: 0, parts: [], ahead: {} };
    await this.#generation.delete();
    const started = performance.now();
    await this.#generation.create(
      { shards: 1, replicas: 0 },
      { format: FORMAT, token: 1, epoch: '', rebuilds: 0, lengths, ...empty },
    );
    const indexer = await Indexer.open(this.#generation, 1);
    const last = batches.at(-1)!.change_nos.at(-1)!;
    for (const batch of batches) await indexer.apply(unpackChanges(batch), last - batch.change_nos.at(-1)!);
    return performance.now() - started;
  }

  /**
   * The same products as one text field each, which OpenSearch analyses, written with the same guarantees: ids, external
   * versions, durable before the answer.
   */
  async fillTextField(batches: readonly PackedChanges[]): Promise<number> {
    const plain = new Generation(this.client, TEXT_INDEX);
    await plain.delete();
    const started = performance.now();
    await this.client.request({ method: 'PUT', path: `/${TEXT_INDEX}`, body: JSON.stringify(TEXT_SETTINGS) });
    let writing: Promise<unknown> = Promise.resolve();
    for (let from = 0; from < batches.length; from += BATCHES_PER_WRITE) {
      const actions = batches
        .slice(from, from + BATCHES_PER_WRITE)
        .map((batch) => unpackChanges(batch).map((change) => ({ ...change, document: textDocument(change) })));
      await writing;
      writing = Promise.all(actions.map((each) => plain.bulk(each)));
    }
    await writing;
    await plain.refresh();
    const ms = performance.now() - started;
    await plain.delete();
    return ms;
  }

  /** CPU times beside the milliseconds that `fill` returns: other load on the machine changes them less. */
  async measure(fill: () => Promise<number>): Promise<IngestFigures> {
    const [before_ms, before] = [await this.#cpuMs(), process.cpuUsage()];
    const ms = await fill();
    const { user, system } = process.cpuUsage(before);
    return { ms, opensearch_cpu_ms: (await this.#cpuMs()) - before_ms, own_cpu_ms: (user + system) / 1000 };
  }

  async #cpuMs(): Promise<number> {
    const { nodes } = await this.client.request<ProcessStats>({ method: 'GET', path: '/_nodes/stats/process' });
    return Object.values(nodes).reduce((sum, node) => sum + node.process.cpu.total_in_millis, 0);
  }

  /** With the full ranking: learned word vectors and synonyms. */
  async openSearcher(): Promise<OpenSearchSearcher> {
    const { state } = (await this.#generation.readState())!;
    const parts = await this.#generation.loadParts(state.parts);
    const searcher = new OpenSearchSearcher(this.client);
    searcher.use(INDEX, (budget) => lexiconOf(parts, state.products, budget));
    const learned = learnWordVectors(await sampleTrainingData(this.#generation));
    searcher.useWordVectors(new WordVectors(packWordVectors(learned)));
    const synonyms = buildSynonyms(builtInSynonyms());
    searcher.findSynonyms = (words, at) => synonyms.expand(words, at);
    return searcher;
  }

  /** As the plain index, so that both searches read one segment. */
  async merge(): Promise<void> {
    await this.client.request({
      method: 'POST',
      path: `/${INDEX}/_forcemerge?max_num_segments=1`,
      deadline_ms: ADMIN_MS,
    });
    await this.#generation.refresh();
  }

  async bytesOnDisk(): Promise<number> {
    const stats = await this.client.request<Stats>({ method: 'GET', path: `/${INDEX}/_stats/store` });
    return stats._all.primaries.store.size_in_bytes;
  }

  async discard(): Promise<void> {
    await this.#generation.delete();
    await this.client.close();
  }
}
