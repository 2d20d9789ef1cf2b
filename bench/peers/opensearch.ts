// OpenSearch over HTTP, at BENCH_OPENSEARCH_URL: ideally a dedicated, freshly started node on this machine.
import { existsSync, readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { send } from '../load.ts';
import type { BenchQuery, EngineModule, PeerFilter, PeerProduct } from './engine.ts';

/** Large enough to make the overhead per request negligible; other sizes were not compared. */
const BULK = 2000;
/** One batch is indexed while the next is read and sent. */
const CONCURRENT_BULKS = 2;

const indexed = { type: 'keyword', doc_values: false } as const;
const flag = { type: 'boolean', doc_values: false } as const;
// - Whitespace analyser; term frequencies but no positions, because there are no phrase queries.
// - Columns tested for equality are keywords: a term lookup is faster than a point query.
// - The price has a BKD tree and doc values; the engine picks the cheaper one per query.
const PROPERTIES = {
  text: { type: 'text', analyzer: 'whitespace', index_options: 'freqs' },
  product_no: { type: 'integer', index: false },
  brand: indexed,
  merchant_id: indexed,
  department: indexed,
  final_price: { type: 'integer' },
  on_sale: flag,
  in_stock: flag,
  item: { type: 'object', enabled: false },
  record: { type: 'binary', doc_values: true },
} satisfies Record<keyof PeerProduct | 'item' | 'record', object>;

// - One shard for one machine; no replica, which would index everything twice.
// - No refresh and no translog fsync during the build: a lost index can be rebuilt.
const SETTINGS = {
  number_of_shards: 1,
  number_of_replicas: 0,
  refresh_interval: -1,
  translog: { durability: 'async', flush_threshold_size: '2gb' },
};

/** Returns product numbers only: no stored fields are fetched and the hits are not counted. */
const NUMBERS_ONLY = {
  _source: false,
  stored_fields: '_none_',
  docvalue_fields: ['product_no'],
  track_total_hits: false,
};

const agent = new Agent({ keepAlive: true });

async function call<T>(method: string, path: string, body: string): Promise<T> {
  const { status, text } = await send(agent, { url: url(path), body, headers: {} }, method);
  if (status >= 300) throw new Error(`OpenSearch answered ${method} ${path} with ${status}: ${text.slice(0, 500)}`);
  return JSON.parse(text) as T;
}

const url = (path: string) => `${process.env.BENCH_OPENSEARCH_URL!.replace(/\/$/, '')}/${path}`;

/** `item`: stored and returned by searches. `record`: base64 of what our own index stores for ranking. */
type Indexed = Pick<PeerProduct, 'product_no' | 'text'> & { item?: unknown; record?: string };

/** Returns the milliseconds until everything was written, without the merge after it. */
async function fill(index: string, batches: Iterable<Indexed[]>, hasItems: boolean): Promise<number> {
  await discard(index);
  const _source = hasItems ? { includes: ['item'] } : { enabled: false };
  const mappings = { dynamic: false, _source, properties: PROPERTIES };
  await call('PUT', index, JSON.stringify({ settings: { index: SETTINGS }, mappings }));
  const started = performance.now();
  const pending: Promise<void>[] = [];
  let lines: string[] = [];
  const write = () => pending.push(bulk(index, lines.splice(0)));
  for (const batch of batches) {
    // With generated ids, OpenSearch does not have to look for an existing document.
    for (const product of batch) lines.push('{"index":{}}', JSON.stringify(product));
    if (lines.length < 2 * BULK) continue;
    write();
    if (pending.length >= CONCURRENT_BULKS) await pending.shift();
    lines = [];
  }
  if (lines.length > 0) write();
  await Promise.all(pending);
  const written_ms = performance.now() - started;
  // A single segment is the fastest to search; searching segments in parallel gains nothing on few cores.
  await call('POST', `${index}/_forcemerge?max_num_segments=1`, '');
  await call('POST', `${index}/_refresh`, '');
  return written_ms;
}

async function bulk(index: string, lines: string[]): Promise<void> {
  const { errors } = await call<{ errors: boolean }>('POST', `${index}/_bulk`, `${lines.join('\n')}\n`);
  if (errors) throw new Error('OpenSearch failed to index a product');
}

const discard = (index: string) => call('DELETE', `${index}?ignore_unavailable=true`, '');

function queryOf({ tokens, filters }: BenchQuery): object {
  const words = { match: { text: { query: tokens.join(' '), operator: 'or' } } };
  return filters.length === 0 ? words : { bool: { must: [words], filter: filters.map(testOf) } };
}

function testOf({ column, operator, value }: PeerFilter): object {
  return operator === '=' ? { term: { [column]: value } } : { range: { [column]: { lte: value } } };
}

const INDEX = 'finderfee-bench';

export const parallel: EngineModule['parallel'] = 'calls';

export const build: EngineModule['build'] = async (_folder, catalogue) => {
  await fill(INDEX, catalogue.products(), false);
};

interface Found {
  hits?: { hits: { fields: { product_no: [number] } }[] };
}

/** Closes and reopens the index within the same process, so that the files are read again. */
export const open: EngineModule['open'] = async () => {
  await call('POST', `${INDEX}/_close`, '');
  await call('POST', `${INDEX}/_open?wait_for_active_shards=1`, '');
  return {
    search: async (query, limit) => {
      const body = JSON.stringify({ ...NUMBERS_ONLY, size: limit, query: queryOf(query) });
      const { hits } = await call<Found>('POST', `${INDEX}/_search?filter_path=hits.hits.fields`, body);
      return hits?.hits.map(({ fields }) => fields.product_no[0]) ?? [];
    },
    close: () => agent.destroy(),
  };
};

export const server: NonNullable<EngineModule['server']> = {
  bytesOnDisk: async () => {
    type Stats = { _all: { primaries: { store: { size_in_bytes: number } } } };
    return (await call<Stats>('GET', `${INDEX}/_stats/store`, ''))._all.primaries.store.size_in_bytes;
  },
  residentBytes: async () => {
    type Nodes = { nodes: Record<string, { process: { id: number } }> };
    const [node] = Object.values((await call<Nodes>('GET', '_nodes/process', '')).nodes);
    const process = `/proc/${node!.process.id}`;
    // If the node runs on another machine or in a container, its process id means nothing here.
    if (!existsSync(process) || !readFileSync(`${process}/cmdline`, 'utf8').includes('opensearch')) return null;
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`${process}/status`, 'utf8'))![1]) * 1024;
  },
  discard: async () => {
    await discard(INDEX);
  },
};

const PLAIN_INDEX = 'finderfee-bench-plain';

/** Beside our index in OpenSearch: a plain `match`, which fetches the given doc values. */
export const plainMatch = {
  fill: (batches: Iterable<Indexed[]>) => fill(PLAIN_INDEX, batches, false),
  requestOf: (query: BenchQuery, size: number, docvalue_fields: ('product_no' | 'record')[]) => ({
    method: 'POST' as const,
    path: `/${PLAIN_INDEX}/_search?filter_path=hits.hits.fields`,
    body: JSON.stringify({ ...NUMBERS_ONLY, docvalue_fields, size, query: queryOf(query) }),
  }),
  discard: () => discard(PLAIN_INDEX),
};

const ITEMS_INDEX = 'finderfee-bench-items';

/** For full responses: an index that stores the items of a result page, and the requests to search it. */
export const fullResponses = {
  build: (batches: Iterable<Indexed[]>) => fill(ITEMS_INDEX, batches, true),
  requestOf: (query: BenchQuery, size: number) => ({
    url: url(`${ITEMS_INDEX}/_search`),
    body: JSON.stringify({ size, track_total_hits: false, query: queryOf(query) }),
    headers: {},
  }),
  discard: () => discard(ITEMS_INDEX),
};
