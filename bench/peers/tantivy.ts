// Tantivy through its npm binding, which is one native file without types.
import type { BenchQuery, Engine, PeerFilter, PeerProduct } from './engine.ts';
import { loadPackage } from './load-package.ts';

const PACKAGE = '@oxdev03/node-tantivy-binding-linux-x64-gnu';
const MUST = 0;
const SHOULD = 1;
const I64 = 2;
const WRITER_BYTES = 512 * 2 ** 20;
const ONE_THREAD = 1;

type Opaque<N extends string> = { readonly kind: N };
type Query = Opaque<'query'>;
type Schema = Opaque<'schema'>;
type Hit = { order?: number; docAddress: { segmentOrd: number; doc: number } };

interface Searcher {
  numDocs: number;
  search(query: Query, limit: number, count: boolean, orderByField?: string): { hits: Hit[] };
}

interface Tantivy {
  SchemaBuilder: new () => {
    addTextField(name: string, options: { tokenizerName: string; indexOption: string }): void;
    addIntegerField(name: string, options: { indexed: boolean; fast: boolean }): void;
    addUnsignedField(name: string, options: { fast: boolean }): void;
    addBooleanField(name: string, options: { indexed: boolean }): void;
    build(): Schema;
  };
  Index: new (
    schema: Schema,
  ) => {
    writer(bytes: number, threads: number): { addJson(json: string): void; commit(): void; waitMergingThreads(): void };
    reload(): void;
    searcher(): Searcher;
  };
  Query: {
    allQuery(): Query;
    termQuery(schema: Schema, field: string, value: string | number | boolean, indexOption: string): Query;
    rangeQuery(schema: Schema, field: string, type: number, from: number, to: number): Query;
    booleanQuery(parts: { occur: number; query: Query }[]): Query;
    constScoreQuery(query: Query, score: number): Query;
  };
}

export async function open(): Promise<Engine> {
  const loaded = await loadPackage<{ default: Tantivy }>(PACKAGE);
  const tantivy = loaded.default;
  const schema = schemaOf(tantivy);
  // No path: in memory, as our index is.
  const index = new tantivy.Index(schema);
  let searcher: Searcher;
  let numbers: Uint32Array[] = [];
  return {
    build: (batches) => {
      // One thread and room for everything give one segment, which is quickest to search.
      const writer = index.writer(WRITER_BYTES, ONE_THREAD);
      for (const batch of batches) for (const { peer } of batch) writer.addJson(jsonOf(peer));
      writer.commit();
      writer.waitMergingThreads();
      index.reload();
      searcher = index.searcher();
      numbers = numbersOf(searcher, tantivy);
    },
    search: (query, limit) => {
      // Without the count, which would visit every match.
      const { hits } = searcher.search(queryOf(query, schema, tantivy), limit, false);
      return hits.map(({ docAddress }) => numbers[docAddress.segmentOrd]![docAddress.doc]!);
    },
    close: () => {},
  };
}

function schemaOf({ SchemaBuilder }: Tantivy): Schema {
  const builder = new SchemaBuilder();
  // Nothing is stored, and no positions: the tokens are split at spaces and counted.
  builder.addTextField('text', { tokenizerName: 'whitespace', indexOption: 'freq' });
  for (const field of ['brand', 'department']) {
    builder.addTextField(field, { tokenizerName: 'raw', indexOption: 'basic' });
  }
  builder.addIntegerField('merchant_id', { indexed: true, fast: false });
  // A column: a range of prices is tested, not collected from thousands of terms.
  builder.addIntegerField('final_price', { indexed: false, fast: true });
  for (const field of ['on_sale', 'in_stock']) builder.addBooleanField(field, { indexed: true });
  builder.addUnsignedField('product_no', { fast: true });
  return builder.build();
}

const jsonOf = (product: PeerProduct) => JSON.stringify(product);

/** Where each product is, asked once: fetching a thousand documents one by one costs more than finding them. */
function numbersOf(searcher: Searcher, { Query }: Tantivy): Uint32Array[] {
  const count = searcher.numDocs;
  const numbers: Uint32Array[] = [];
  for (const { order, docAddress } of searcher.search(Query.allQuery(), count, false, 'product_no').hits) {
    numbers[docAddress.segmentOrd] ??= new Uint32Array(count);
    numbers[docAddress.segmentOrd]![docAddress.doc] = order!;
  }
  return numbers;
}

function queryOf({ tokens, filters }: BenchQuery, schema: Schema, { Query }: Tantivy): Query {
  const words = tokens.map((token) => ({ occur: SHOULD, query: Query.termQuery(schema, 'text', token, 'freq') }));
  const any = words.length === 1 ? words[0]!.query : Query.booleanQuery(words);
  if (filters.length === 0) return any;
  // A constant for what the filter gives: its words need not be scored.
  const tests = filters.map((filter) => ({ occur: MUST, query: Query.constScoreQuery(testOf(filter), 0) }));
  return Query.booleanQuery([{ occur: MUST, query: any }, ...tests]);

  function testOf({ column, operator, value }: PeerFilter): Query {
    if (operator === '=') return Query.termQuery(schema, column, value, 'basic');
    return Query.rangeQuery(schema, column, I64, 0, value as number);
  }
}
