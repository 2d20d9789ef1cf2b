// LanceDB's full-text index. It chooses its own number of search threads.
import type { BenchQuery, EngineModule, PeerProduct } from './engine.ts';
import { loadPackage } from './load-package.ts';

/** Products per write. Every write creates a version of the table. */
const WRITE_BATCH = 20_000;

type Opaque<N extends string> = { readonly kind: N };
type Vector = Opaque<'vector'>;
type ArrowTable = Opaque<'table'>;
type Type = Opaque<'type'>;

interface Arrow {
  Table: new (columns: Record<string, Vector>) => ArrowTable;
  vectorFromArray(values: unknown[], type: Type): Vector;
  Utf8: new () => Type & Opaque<'type'>;
  Int32: new () => Type & Opaque<'type'>;
  Bool: new () => Type & Opaque<'type'>;
}

interface Search {
  fullTextSearch(query: object): Search;
  where(test: string): Search;
  select(columns: string[]): Search;
  fastSearch(): Search;
  limit(limit: number): Search;
  toArrow(): Promise<{ getChild(column: string): { toArray(): Int32Array } | null }>;
}

interface Table {
  add(rows: ArrowTable): Promise<unknown>;
  createIndex(column: string, options: { config: object }): Promise<void>;
  optimize(options?: { cleanupOlderThan: Date; deleteUnverified: boolean }): Promise<unknown>;
  prewarmIndex(name: string): Promise<void>;
  query(): Search;
  close(): void;
}

interface LanceDb {
  connect(folder: string): Promise<{
    createTable(name: string, rows: ArrowTable): Promise<Table>;
    openTable(name: string): Promise<Table>;
  }>;
  Index: { fts(options: object): object; bitmap(): object; btree(): object };
  MatchQuery: new (query: string, column: string, options: { operator: string }) => object;
}

const lancedb = await loadPackage<LanceDb>('@lancedb/lancedb');
const arrow = await loadPackage<Arrow>('apache-arrow');

export const parallel: EngineModule['parallel'] = 'calls';

export const build: EngineModule['build'] = async (folder, catalogue) => {
  const db = await lancedb.connect(folder);
  let table: Table | undefined;
  let waiting: PeerProduct[] = [];
  const write = async () => {
    if (table) await table.add(rowsOf(waiting));
    else table = await db.createTable('products', rowsOf(waiting));
    waiting = [];
  };
  for (const batch of catalogue.products()) {
    waiting.push(...batch);
    if (waiting.length >= WRITE_BATCH) await write();
  }
  if (waiting.length > 0) await write();
  await indexTable(table!);
  table!.close();
};

export const open: EngineModule['open'] = async (folder) => {
  const table = await (await lancedb.connect(folder)).openTable('products');
  return {
    search: async (query, limit) => {
      const found = await searchOf(table, query).limit(limit).toArrow();
      return found.getChild('product_no')?.toArray() ?? [];
    },
    // Loads the whole text index into its cache.
    warm: () => table.prewarmIndex('text_idx'),
    close: () => table.close(),
  };
};

/** As Arrow columns, the storage format; rows would have to be converted first. */
function rowsOf(products: PeerProduct[]): ArrowTable {
  const [text, number, flag] = [new arrow.Utf8(), new arrow.Int32(), new arrow.Bool()];
  const types: Record<keyof PeerProduct, Type> = {
    product_no: number,
    text,
    brand: text,
    merchant_id: number,
    department: text,
    final_price: number,
    on_sale: flag,
    in_stock: flag,
  };
  const columns = Object.entries(types).map(([column, type]) => {
    const values = products.map((product) => product[column as keyof PeerProduct]);
    return [column, arrow.vectorFromArray(values, type)];
  });
  return new arrow.Table(Object.fromEntries(columns));
}

async function indexTable(table: Table): Promise<void> {
  const { Index } = lancedb;
  // Merges all fragments before indexing, so that the index has a single partition.
  await table.optimize();
  // The tokens are already analysed; positions are not needed without phrase queries.
  const analysed = { baseTokenizer: 'whitespace', lowercase: false, stem: false, removeStopWords: false };
  const config = Index.fts({ ...analysed, asciiFolding: false, withPosition: false });
  await table.createIndex('text', { config });
  // Bitmaps for columns with few values, a b-tree for prices.
  for (const column of ['brand', 'merchant_id', 'department', 'on_sale', 'in_stock']) {
    await table.createIndex(column, { config: Index.bitmap() });
  }
  await table.createIndex('final_price', { config: Index.btree() });
  // Deletes the old table versions left by the build.
  await table.optimize({ cleanupOlderThan: new Date(), deleteUnverified: true });
}

function searchOf(table: Table, { tokens, filters }: BenchQuery): Search {
  const words = new lancedb.MatchQuery(tokens.join(' '), 'text', { operator: 'OR' });
  // `fastSearch` skips unindexed rows, of which there are none. Leaving out `_score` would log a warning per query.
  const search = table.query().fullTextSearch(words).fastSearch().select(['product_no', '_score']);
  if (filters.length === 0) return search;
  const tests = filters.map(({ column, operator, value }) => `${column} ${operator} ${literal(value)}`);
  return search.where(tests.join(' AND '));
}

const literal = (value: string | number | boolean) => (typeof value === 'string' ? `'${value}'` : String(value));
