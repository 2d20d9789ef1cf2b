// SQLite's FTS5 through node:sqlite.
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { BenchQuery, Engine, PeerProduct } from './engine.ts';

// - In memory, as our index is: no page is read from a file.
// - `content=''`: the texts themselves are not asked for, so they are not kept.
// - The ascii tokenizer: the tokens are ready, and it does least with them.
// - detail stays `full`: with less of it, and without the texts, bm25 is 0 for every match.
const SCHEMA = `
  PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY;
  CREATE VIRTUAL TABLE texts USING fts5(text, content='', tokenize='ascii');
  CREATE TABLE products (
    product_no INTEGER PRIMARY KEY, brand TEXT, merchant_id INTEGER, department TEXT,
    final_price INTEGER, on_sale INTEGER, in_stock INTEGER
  );`;
const COLUMNS = ['brand', 'merchant_id', 'department', 'final_price', 'on_sale', 'in_stock'] as const;

export async function open(): Promise<Engine> {
  const db = new DatabaseSync(':memory:');
  db.exec(SCHEMA);
  const statements = new Map<string, StatementSync>();
  const prepare = (sql: string) => {
    const statement = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  return {
    build: (batches) => {
      const text = db.prepare('INSERT INTO texts (rowid, text) VALUES (?, ?)');
      const product = db.prepare('INSERT INTO products VALUES (?, ?, ?, ?, ?, ?, ?)');
      // One transaction: what is in memory need not be durable in between.
      db.exec('BEGIN');
      for (const batch of batches) {
        for (const { peer } of batch) {
          text.run(peer.product_no, peer.text);
          product.run(...valuesOf(peer));
        }
      }
      db.exec('COMMIT');
      // Indexes after the rows, and the whole text index as one tree: quicker to build, quickest to search.
      for (const column of COLUMNS) db.exec(`CREATE INDEX by_${column} ON products (${column})`);
      db.exec("INSERT INTO texts (texts) VALUES ('optimize'); ANALYZE");
    },
    search: (query, limit) => {
      const statement = prepare(sqlOf(query));
      const found = statement.all(
        query.tokens.join(' OR '),
        ...query.filters.map(({ value }) => bindable(value)),
        limit,
      );
      return found.map(({ rowid }) => rowid as number);
    },
    close: () => db.close(),
  };
}

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
