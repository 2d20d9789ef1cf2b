// SQLite's FTS5 through node:sqlite.
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { BenchQuery, EngineModule, PeerProduct } from './engine.ts';

const file = (folder: string) => `${folder}/fts5.db`;

// - No journal and no fsync while it is built: what a crash spoils is built again.
// - A cache that holds every page of a million products' index, so that building merges without reading from the disk.
// - `content=''`: the texts themselves are not asked for, so they are not kept.
// - The ascii tokenizer: the tokens are ready, and it does least with them.
// - detail stays `full`: with less of it, and without the texts, bm25 is 0 for every match.
const SCHEMA = `
  PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -2000000;
  CREATE VIRTUAL TABLE texts USING fts5(text, content='', tokenize='ascii');
  CREATE TABLE products (
    product_no INTEGER PRIMARY KEY, brand TEXT, merchant_id INTEGER, department TEXT,
    final_price INTEGER, on_sale INTEGER, in_stock INTEGER
  );`;
const COLUMNS = ['brand', 'merchant_id', 'department', 'final_price', 'on_sale', 'in_stock'] as const;

// The file is mapped: a page is read without a call and without a copy, and the threads share it.
const OPENED = 'PRAGMA mmap_size = 16000000000; PRAGMA temp_store = MEMORY;';

/** A search blocks its thread. */
export const parallel: EngineModule['parallel'] = 'threads';

export const build: EngineModule['build'] = (folder, catalogue) => {
  const db = new DatabaseSync(file(folder));
  db.exec(SCHEMA);
  const text = db.prepare('INSERT INTO texts (rowid, text) VALUES (?, ?)');
  const product = db.prepare('INSERT INTO products VALUES (?, ?, ?, ?, ?, ?, ?)');
  // One transaction: what can be built again need not be durable in between.
  db.exec('BEGIN');
  for (const batch of catalogue.products()) {
    for (const each of batch) {
      text.run(each.product_no, each.text);
      product.run(...valuesOf(each));
    }
  }
  db.exec('COMMIT');
  // Indexes after the rows, and the whole text index as one tree: quicker to build, quickest to search.
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

// `bm25(texts)` and not `rank`: that scores every match before a filter is asked, this only those that pass. The words lead
// and the filters follow: a filter that leads makes it search the words anew for every product.
const FILTERED = `SELECT texts.rowid AS rowid FROM texts CROSS JOIN products ON product_no = texts.rowid
  WHERE texts MATCH ? AND TESTS ORDER BY bm25(texts) LIMIT ?`;
