// OpenSearch over HTTP, where BENCH_OPENSEARCH_URL names one: best a node of its own, freshly started, on this machine.
import { existsSync, readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { send } from '../load.ts';
import type { BenchQuery, EngineModule, PeerFilter, PeerProduct } from './engine.ts';

/** Large enough that a request's own cost does not count; other sizes were not compared. */
const BULK = 2000;
/** One is indexed while the next is read and sent. */
const BULKS_AT_ONCE = 2;

const indexed = { type: 'keyword', doc_values: false } as const;
const flag = { type: 'boolean', doc_values: false } as const;
// - The tokens are split at spaces; counts but no positions, since no phrase is asked for.
// - What is tested for equality is a keyword: a term is found sooner than a point.
// - A price has both a tree and a column: the engine picks what is cheaper for a query.
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
} satisfies Record<keyof PeerProduct | 'item', object>;

// - One shard, as there is one machine; no replica, which would be indexed again.
// - No refresh and no fsync of the log until everything is there: what is lost is built again.
const SETTINGS = {
  number_of_shards: 1,
  number_of_replicas: 0,
  refresh_interval: -1,
  translog: { durability: 'async', flush_threshold_size: '2gb' },
};

/** Only numbers are asked for: nothing is fetched from what is stored, matches are not counted, the answer is short. */
const NUMBERS = {
  _source: false,
  stored_fields: '_none_',
  docvalue_fields: ['product_no'],
  track_total_hits: false,
};

const agent = new Agent({ keepAlive: true });

async function call<T>(method: string, path: string, body: string): Promise<T> {
  const { status, text } = await send(agent, { url: url(path), body, headers: {} }, method);
  if (status >= 300) throw new Error(`OpenSearch answers ${status} to ${method} ${path}: ${text.slice(0, 500)}`);
  return JSON.parse(text) as T;
}

const url = (path: string) => `${process.env.BENCH_OPENSEARCH_URL!.replace(/\/$/, '')}/${path}`;

type Indexed = PeerProduct & { item?: unknown };

/** `items`: each product has an `item`, which is kept and comes back with a search. */
async function fill(index: string, batches: Iterable<Indexed[]>, items: boolean): Promise<void> {
  await discard(index);
  const _source = items ? { includes: ['item'] } : { enabled: false };
  const mappings = { dynamic: false, _source, properties: PROPERTIES };
  await call('PUT', index, JSON.stringify({ settings: { index: SETTINGS }, mappings }));
  const under_way: Promise<void>[] = [];
  let lines: string[] = [];
  const write = () => under_way.push(bulk(index, lines.splice(0)));
  for (const batch of batches) {
    // Its own ids: it need not look whether one is there.
    for (const product of batch) lines.push('{"index":{}}', JSON.stringify(product));
    if (lines.length < 2 * BULK) continue;
    write();
    if (under_way.length >= BULKS_AT_ONCE) await under_way.shift();
    lines = [];
  }
  if (lines.length > 0) write();
  await Promise.all(under_way);
  // One segment is quickest to search; several threads for one search gain nothing where there are few cores.
  await call('POST', `${index}/_forcemerge?max_num_segments=1`, '');
  await call('POST', `${index}/_refresh`, '');
}

async function bulk(index: string, lines: string[]): Promise<void> {
  const { errors } = await call<{ errors: boolean }>('POST', `${index}/_bulk`, `${lines.join('\n')}\n`);
  if (errors) throw new Error('OpenSearch could not index a product');
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

export const build: EngineModule['build'] = (_folder, catalogue) => fill(INDEX, catalogue.products(), false);

interface Found {
  hits?: { hits: { fields: { product_no: [number] } }[] };
}

/** Closed and opened again: the files are read anew, the process is the same. */
export const open: EngineModule['open'] = async () => {
  await call('POST', `${INDEX}/_close`, '');
  await call('POST', `${INDEX}/_open?wait_for_active_shards=1`, '');
  return {
    search: async (query, limit) => {
      const body = JSON.stringify({ ...NUMBERS, size: limit, query: queryOf(query) });
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
    // On another machine, or in a container, its number is another process's here, or nobody's.
    if (!existsSync(process) || !readFileSync(`${process}/cmdline`, 'utf8').includes('opensearch')) return null;
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`${process}/status`, 'utf8'))![1]) * 1024;
  },
  discard: async () => {
    await discard(INDEX);
  },
};

const ITEMS_INDEX = 'finderfee-bench-items';

/** For whole answers: an index that keeps what an answer shows, and the request of a search. */
export const wholeAnswers = {
  build: (batches: Iterable<Indexed[]>) => fill(ITEMS_INDEX, batches, true),
  shotOf: (query: BenchQuery, size: number) => ({
    url: url(`${ITEMS_INDEX}/_search`),
    body: JSON.stringify({ size, track_total_hits: false, query: queryOf(query) }),
    headers: {},
  }),
  discard: () => discard(ITEMS_INDEX),
};
