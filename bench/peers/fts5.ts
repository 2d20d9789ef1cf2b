// SQLite FTS5 through node:sqlite.
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { BenchQuery, EngineModule, PeerProduct } from './engine.ts';

const file = (folder: string) => `${folder}/fts5.db`;

// - No journal and no fsync during the build: an index lost in a crash can be rebuilt.
// - A page cache for the whole index of a million products, so that merges do not read from disk.
// - `content=''`: the texts are not stored, because no query returns them.
// - The ascii tokenizer is the cheapest; the tokens are already analysed.
// - detail stays `full`: otherwise, without stored texts, bm25 is 0 for every match.
const SCHEMA = `
  PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -2000000;
  CREATE VIRTUAL TABLE texts USING fts5(text, content='', tokenize='ascii');
  CREATE TABLE products (
    product_no INTEGER PRIMARY KEY, brand TEXT, merchant_id INTEGER, department TEXT,
    final_price INTEGER, on_sale INTEGER, in_stock INTEGER
  );`;
const COLUMNS = ['brand', 'merchant_id', 'department', 'final_price', 'on_sale', 'in_stock'] as const;

// Memory-mapped, so that pages are read without a system call or a copy, and shared by the threads.
const OPENED = 'PRAGMA mmap_size = 16000000000; PRAGMA temp_store = MEMORY;';

/** A search blocks its thread. */
export const parallel: EngineModule['parallel'] = 'threads';

export const build: EngineModule['build'] = (folder, catalogue) => {
  const db = new DatabaseSync(file(folder));
  db.exec(SCHEMA);
  const text = db.prepare('INSERT INTO texts (rowid, text) VALUES (?, ?)');
  const product = db.prepare('INSERT INTO products VALUES (?, ?, ?, ?, ?, ?, ?)');
  // One transaction: intermediate states need not be durable.
  db.exec('BEGIN');
  for (const batch of catalogue.products()) {
    for (const each of batch) {
      text.run(each.product_no, each.text);
      product.run(...valuesOf(each));
    }
  }
  db.exec('COMMIT');
  // Indexes after the rows build faster; `optimize` merges the text index into one b-tree, the fastest to search.
  for (const column of COLUMNS) db.exec(`CREATE INDEX by_${column} ON products (${column})`);
  db.exec("INSERT INTO texts (texts) VALUES ('optimize'); ANALYZE");
  db.close();
};

export const open: EngineModule['open'] = (folder) => {
  const db = new DatabaseSync(file(folder), { readOnly: true });
  db.exec(OPENED);
  const statements = new Map<string, StatementSync>();
  const prepare = (sql: string) => {
    const statement = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  return {
    search: (query, limit) => {
      const statement = prepare(sqlOf(query));
      const values = query.filters.map(({ value }) => bindable(value));
      const found = statement.all(query.tokens.join(' OR '), ...values, limit);
      return found.map(({ rowid }) => rowid as number);
    },
    close: () => db.close(),
  };
};

const bindable = (value: string | number | boolean): SQLInputValue =>
  typeof value === 'boolean' ? Number(value) : value;

const valuesOf = (product: PeerProduct) => [product.product_no, ...COLUMNS.map((column) => bindable(product[column]))];

function sqlOf({ filters }: BenchQuery): string {
  if (filters.length === 0) return 'SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY bm25(texts) LIMIT ?';
  const tests = filters.map(({ column, operator }) => `${column} ${operator} ?`).join(' AND ');
  return FILTERED.replace('TESTS', tests);
}

// `bm25(texts)` scores only the matches that pass the filters; `rank` would score every match. CROSS JOIN makes the
// text match the outer loop; otherwise the words would be searched again for every product that passes a filter.
const FILTERED = `SELECT texts.rowid AS rowid FROM texts CROSS JOIN products ON product_no = texts.rowid
  WHERE texts MATCH ? AND TESTS ORDER BY bm25(texts) LIMIT ?`;
