// Tantivy through its npm binding, a native module without types.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import type { BenchQuery, EngineModule, PeerFilter } from './engine.ts';
import { loadPackage } from './load-package.ts';

const PACKAGE = '@oxdev03/node-tantivy-binding-linux-x64-gnu';
const MUST = 0;
const SHOULD = 1;
const I64 = 2;
const ONE_THREAD = 1;
const WRITER_BYTES = 2048 * 2 ** 20;

type Opaque<N extends string> = { readonly kind: N };
type Query = Opaque<'query'>;
type Schema = Opaque<'schema'>;
type Hit = { order?: number; docAddress: { segmentOrd: number; doc: number } };

interface Searcher {
  numDocs: number;
  search(query: Query, limit: number, count: boolean, orderByField?: string): { hits: Hit[] };
}

interface Index {
  writer(bytes: number, threads: number): { addJson(json: string): void; commit(): void; waitMergingThreads(): void };
  reload(): void;
  searcher(): Searcher;
}

interface Tantivy {
  SchemaBuilder: new () => {
    addTextField(name: string, options: { tokenizerName: string; indexOption: string }): void;
    addIntegerField(name: string, options: { indexed: boolean; fast: boolean }): void;
    addUnsignedField(name: string, options: { fast: boolean }): void;
    addBooleanField(name: string, options: { indexed: boolean }): void;
    build(): Schema;
  };
  Index: { new (schema: Schema, folder: string): Index; open(folder: string): Index };
  Query: {
    allQuery(): Query;
    termQuery(schema: Schema, field: string, value: string | number | boolean, indexOption: string): Query;
    rangeQuery(schema: Schema, field: string, type: number, from: number, to: number): Query;
    booleanQuery(parts: { occur: number; query: Query }[]): Query;
    constScoreQuery(query: Query, score: number): Query;
  };
}

const { default: tantivy } = await loadPackage<{ default: Tantivy }>(PACKAGE);
const { Query } = tantivy;
const schema = schemaOf(tantivy);
const numbersFile = (folder: string) => `${folder}/numbers`;
const indexFolder = (folder: string) => `${folder}/index`;

/** A search blocks its thread; the files are memory-mapped, so that the threads share them. */
export const parallel: EngineModule['parallel'] = 'threads';

export const build: EngineModule['build'] = (folder, catalogue) => {
  mkdirSync(indexFolder(folder));
  const index = new tantivy.Index(schema, indexFolder(folder));
  // One thread with enough memory writes a single segment, the fastest to search; two threads hardly speed up the
  // build.
  const writer = index.writer(WRITER_BYTES, ONE_THREAD);
  for (const batch of catalogue.products()) for (const product of batch) writer.addJson(JSON.stringify(product));
  writer.commit();
  writer.waitMergingThreads();
  index.reload();
  writeFileSync(numbersFile(folder), serialize(numbersOf(index.searcher())));
};

export const open: EngineModule['open'] = (folder) => {
  const index = tantivy.Index.open(indexFolder(folder));
  index.reload();
  const searcher = index.searcher();
  const numbers: Uint32Array[] = deserialize(readFileSync(numbersFile(folder)));
  return {
    search: (query, limit) => {
      // Without counting hits. It still seems to visit every match: the top 25 take about as long as the top 1,000.
      const { hits } = searcher.search(queryOf(query), limit, false);
      return hits.map(({ docAddress }) => numbers[docAddress.segmentOrd]![docAddress.doc]!);
    },
    close: () => {},
  };
};

function schemaOf({ SchemaBuilder }: Tantivy): Schema {
  const builder = new SchemaBuilder();
  // Whitespace tokenizer and term frequencies, without positions or stored fields.
  builder.addTextField('text', { tokenizerName: 'whitespace', indexOption: 'freq' });
  for (const field of ['brand', 'department']) {
    builder.addTextField(field, { tokenizerName: 'raw', indexOption: 'basic' });
  }
  builder.addIntegerField('merchant_id', { indexed: true, fast: false });
  // A fast field (column): a price range is tested per document instead of uniting thousands of terms.
  builder.addIntegerField('final_price', { indexed: false, fast: true });
  for (const field of ['on_sale', 'in_stock']) builder.addBooleanField(field, { indexed: true });
  builder.addUnsignedField('product_no', { fast: true });
  return builder.build();
}

/** Product numbers by segment and document, read once: fetching a thousand documents costs more than finding them. */
function numbersOf(searcher: Searcher): Uint32Array[] {
  const numbers: number[][] = [];
  for (const { order, docAddress } of searcher.search(Query.allQuery(), searcher.numDocs, false, 'product_no').hits) {
    numbers[docAddress.segmentOrd] ??= [];
    numbers[docAddress.segmentOrd]![docAddress.doc] = order!;
  }
  return numbers.map((segment) => Uint32Array.from(segment));
}

function queryOf({ tokens, filters }: BenchQuery): Query {
  const words = tokens.map((token) => ({ occur: SHOULD, query: Query.termQuery(schema, 'text', token, 'freq') }));
  const any = words.length === 1 ? words[0]!.query : Query.booleanQuery(words);
  if (filters.length === 0) return any;
  // A constant score, so that the filters are not scored.
  const tests = filters.map((filter) => ({ occur: MUST, query: Query.constScoreQuery(testOf(filter), 0) }));
  return Query.booleanQuery([{ occur: MUST, query: any }, ...tests]);

  function testOf({ column, operator, value }: PeerFilter): Query {
    if (operator === '=') return Query.termQuery(schema, column, value, 'basic');
    return Query.rangeQuery(schema, column, I64, 0, value as number);
  }
}
