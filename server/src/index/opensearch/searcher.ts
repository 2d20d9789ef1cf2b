// The search of the OpenSearch engine: plan the query, ask OpenSearch for candidates, rank them.
import { AppError } from '../../app-error.ts';
import type { IndexQuery, IndexResult, ProductSummary } from '../port.ts';
import type { FindSynonyms } from '../ranking/interpret-query.ts';
import type { Lexicon } from '../ranking/lexicon.ts';
import { planQuery, type QueryPlan } from '../ranking/plan-query.ts';
import { rankHits } from '../ranking/rank-hits.ts';
import { summariseProducts } from '../ranking/summarise-products.ts';
import { MAX_EXACT_NAMES } from '../ranking/weights.ts';
import type { WordVectors } from '../ranking/word-vectors.ts';
import { WorkBudget } from '../work-budget.ts';
import { type OpenSearchClient, OpenSearchError } from './client.ts';
import { type FetchedHit, FetchedHits, type RawHit } from './fetched-hits.ts';
import { decodeRecord } from './product-record.ts';
import { RecordFeatures } from './record-features.ts';
import { recordRequest, type SearchRequest, searchRequest } from './search-request.ts';

/** About 300 bytes each. */
const MAX_CACHED_RECORDS = 20_000;
/** Upper bound on the candidates fetched. Beyond it, the last ranks may differ from those of the embedded index. */
const MAX_PAGES = 8;
const OPTIONS =
  'allow_partial_search_results=false&include_named_queries_score=true&filter_path=timed_out,_shards.failed,hits.hits.sort,hits.hits.matched_queries,hits.hits.fields';

/** Errors of OpenSearch if a query has too many clauses, or patterns that are too complex. */
const TOO_LARGE = new Set(['too_many_clauses', 'too_many_nested_clauses', 'too_complex_to_determinize_exception']);

interface SearchAnswer {
  timed_out: boolean;
  _shards: { failed: number };
  /** Absent if there are none. */
  hits?: { hits: RawHit[] };
}

/** What searches use from the same state of the index. */
interface SearchedIndex {
  name: string;
  lexicon: Lexicon;
  /** Records of products that were found, as encoded. */
  records: Map<number, string>;
}

export interface SearchOptions {
  /** Work budget of planning, in units of work-budget.ts. */
  units?: number;
  signal?: AbortSignal;
}

export class OpenSearchSearcher {
  readonly #client: OpenSearchClient;
  readonly #budget = new WorkBudget();
  #index: SearchedIndex | undefined;
  #features = new RecordFeatures(undefined);
  #wordVectors: WordVectors | undefined;
  findSynonyms: FindSynonyms = () => [];

  constructor(client: OpenSearchClient) {
    this.#client = client;
  }

  use(name: string, lexiconOf: (budget: WorkBudget) => Lexicon): void {
    this.#index = { name, lexicon: lexiconOf(this.#budget), records: new Map() };
  }

  useWordVectors(wordVectors: WordVectors | undefined): void {
    this.#wordVectors = wordVectors;
    this.#features = new RecordFeatures(wordVectors);
  }

  /** Rejects with SearchStopped when planning exceeds the budget, and with the reason of the signal when it is aborted. */
  async search(
    query: IndexQuery,
    { units = Number.POSITIVE_INFINITY, signal }: SearchOptions = {},
  ): Promise<IndexResult> {
    const end_ms = performance.now() + this.#client.deadline_ms;
    const index = this.#usedIndex();
    const [features, wordVectors] = [this.#features, this.#wordVectors];
    this.#budget.begin({ units });
    const plan = planQuery(query, index.lexicon, this.findSynonyms);
    const ask = (body: string) => this.#ask(index, body, end_ms, signal);
    const retrieval = await retrieve(plan, features, ask, end_ms - this.#client.deadline_ms / 2);
    remember(index, retrieval.hits);
    return rankHits(query, plan, retrieval, wordVectors);
  }

  async summarise(product_nos: Uint32Array, { signal }: SearchOptions = {}): Promise<ProductSummary> {
    const end_ms = performance.now() + this.#client.deadline_ms;
    const index = this.#usedIndex();
    const records = new Map<number, string>();
    const unknown: number[] = [];
    for (const product_no of product_nos) {
      const record = index.records.get(product_no);
      if (record === undefined) unknown.push(product_no);
      else records.set(product_no, record);
    }
    if (unknown.length > 0) {
      const hits = await this.#ask(index, recordRequest(unknown), end_ms, signal);
      for (const { sort, fields } of hits) records.set(sort[1], fields.record[0]);
    }
    return summariseProducts(product_nos, (product_no) => {
      const record = records.get(product_no);
      return record === undefined ? undefined : decodeRecord(record);
    });
  }

  #usedIndex(): SearchedIndex {
    if (!this.#index) throw new AppError('not_ready');
    return this.#index;
  }

  async #ask({ name }: SearchedIndex, body: string, end_ms: number, signal?: AbortSignal): Promise<RawHit[]> {
    const deadline_ms = end_ms - performance.now();
    const answer = await this.#client
      .request<SearchAnswer>({
        method: 'POST',
        path: `/${name}/_search?${OPTIONS}&timeout=${Math.ceil(deadline_ms)}ms`,
        body,
        deadline_ms,
        ...(signal ? { signal } : {}),
      })
      .catch((error) => Promise.reject(toAppError(error)));
    if (answer.timed_out || answer._shards.failed > 0) {
      throw new AppError('search_unavailable', { cause: new Error('OpenSearch searched a part of the index only') });
    }
    return answer.hits?.hits ?? [];
  }
}

/** Fetches pages until no further product can be among the best. */
async function retrieve(
  plan: QueryPlan,
  features: RecordFeatures,
  ask: (body: string) => Promise<RawHit[]>,
  last_page_ms: number,
): Promise<FetchedHits> {
  let request = searchRequest(plan, { pins_names: true });
  if (!request.canMatch) return new FetchedHits(plan, request, [], features);
  const { size } = request;
  let fetched = await ask(request.page(size));
  let named: RawHit[] = [];
  if (countNamed(fetched, request) > MAX_EXACT_NAMES) {
    // They take the places of other products, and most of them are not pinned.
    named = fetched;
    request = searchRequest(plan, { pins_names: false });
    fetched = await ask(request.page(size));
  }
  for (let isLast = fetched.length < size; ; ) {
    const retrieval = new FetchedHits(plan, request, union(named, fetched), features);
    const after = fetched.at(-1)?.sort;
    const isStopped = fetched.length >= MAX_PAGES * size || performance.now() > last_page_ms;
    if (isLast || isStopped || !after || retrieval.isComplete(after)) return retrieval;
    const page = await ask(request.page(fetched.length, after));
    isLast = page.length < fetched.length;
    fetched = [...fetched, ...page];
  }
}

const countNamed = (hits: readonly RawHit[], { name }: SearchRequest): number =>
  name === undefined ? 0 : hits.filter(({ matched_queries }) => matched_queries?.[name] !== undefined).length;

const union = (...lists: readonly RawHit[][]): RawHit[] => [
  ...new Map(lists.flat().map((hit) => [hit.sort[1], hit])).values(),
];

function remember({ records }: SearchedIndex, hits: readonly FetchedHit[]): void {
  if (records.size + hits.length > MAX_CACHED_RECORDS) records.clear();
  for (const { product_no, encoded_record } of hits) records.set(product_no, encoded_record);
}

/** A missing index is reported as it is, because the process may learn of its successor. */
function toAppError(error: unknown): unknown {
  if (!(error instanceof OpenSearchError) || isMissingIndex(error)) return error;
  const code = TOO_LARGE.has(error.root_type) ? 'search_too_costly' : 'search_unavailable';
  return new AppError(code, { cause: error });
}

export const isMissingIndex = (error: unknown): boolean =>
  error instanceof OpenSearchError && error.type === 'index_not_found_exception';
