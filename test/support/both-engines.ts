// The same products in the embedded index and in an index of a real OpenSearch, searched without threads.
import { randomBytes } from 'node:crypto';
import { Segment } from '../../server/src/index/embedded/format/segment.ts';
import { LiveSegment } from '../../server/src/index/embedded/live-segment.ts';
import { IndexView } from '../../server/src/index/embedded/query/index-view.ts';
import { Searcher } from '../../server/src/index/embedded/query/searcher.ts';
import { summarise } from '../../server/src/index/embedded/query/summarise.ts';
import { viewLexicon } from '../../server/src/index/embedded/query/view-lexicon.ts';
import { sampleTrainingData } from '../../server/src/index/embedded/training-sample.ts';
import { BatchIndexer } from '../../server/src/index/embedded/writer/batch-indexer.ts';
import type { OpenSearchClient } from '../../server/src/index/opensearch/client.ts';
import { documentOf } from '../../server/src/index/opensearch/document.ts';
import { indexSettings } from '../../server/src/index/opensearch/mapping.ts';
import { OpenSearchSearcher } from '../../server/src/index/opensearch/searcher.ts';
import { ProductAnalyser } from '../../server/src/index/ranking/analyse-product.ts';
import type { FieldLengths } from '../../server/src/index/ranking/field-lengths.ts';
import { learnWordVectors } from '../../server/src/index/ranking/learn-word-vectors.ts';
import { packWordVectors, WordVectors } from '../../server/src/index/ranking/word-vectors.ts';
import type { Product } from '../../server/src/product/product.ts';
import type { ProductChange } from '../../server/src/store/packed-changes.ts';
import { buildSynonyms, type SynonymGroup } from '../../server/src/text/synonyms.ts';

const BULK = 2000;
const DEADLINE_MS = 60_000;

interface Options {
  client: OpenSearchClient;
  lengths: FieldLengths;
  shards?: number;
  synonyms?: readonly SynonymGroup[];
}

export interface BothEngines {
  index: string;
  view: IndexView;
  embedded: Searcher;
  opensearch: OpenSearchSearcher;
  summarise: (product_nos: Uint32Array) => ReturnType<typeof summarise>;
  delete(): Promise<void>;
}

/** Products get numbers from 1. */
export async function fillBoth(products: readonly Product[], options: Options): Promise<BothEngines> {
  const { client, lengths, shards = 1, synonyms = [] } = options;
  const index = `test-${randomBytes(6).toString('hex')}`;
  const request = (method: 'PUT' | 'POST' | 'DELETE', path: string, body?: string) =>
    client.request<{ errors?: boolean }>({
      method,
      path: `/${index}${path}`,
      ...(body === undefined ? {} : { body }),
      deadline_ms: DEADLINE_MS,
    });
  const changes = products.map(
    (product, i): ProductChange => ({
      change_no: i + 1,
      product_no: i + 1,
      merchant_id: 1,
      merchant_name: 'Shop',
      data: JSON.stringify(product),
    }),
  );
  await request('PUT', '', JSON.stringify(indexSettings({ shards, replicas: 0 })));
  const analyser = new ProductAnalyser(lengths);
  for (let from = 0; from < changes.length; from += BULK) {
    const lines = changes.slice(from, from + BULK).map((change, i) => {
      const product = products[from + i]!;
      const analysed = analyser.analyse(product);
      const document = documentOf(change, product, analysed);
      return `{"index":{"_id":"${change.product_no}"}}\n${document}\n`;
    });
    const { errors } = await request('POST', '/_bulk?filter_path=errors', lines.join(''));
    if (errors) throw new Error('OpenSearch refused a document');
  }
  await request('POST', '/_refresh');

  const view = new IndexView([new LiveSegment(new Segment(new BatchIndexer(lengths).buildSegment(changes)!))]);
  const [embedded, opensearch] = [new Searcher(view), new OpenSearchSearcher(client)];
  opensearch.use(index, (budget) => viewLexicon(view, budget));
  const wordVectors = new WordVectors(packWordVectors(learnWordVectors(sampleTrainingData(view))));
  embedded.wordVectors = wordVectors;
  opensearch.useWordVectors(wordVectors);
  const { expand } = buildSynonyms(synonyms);
  embedded.findSynonyms = opensearch.findSynonyms = expand;
  return {
    index,
    view,
    embedded,
    opensearch,
    summarise: (product_nos) => summarise(view, product_nos),
    delete: async () => void (await request('DELETE', '')),
  };
}
