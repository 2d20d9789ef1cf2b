// Checks the query plans of all statements that the contract suite runs on a recording store.
// The suite demands that it makes every call, so new queries are covered.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { storeContract } from '../contract-suite.ts';
import type { Store, StoreCalls } from '../store.ts';
import { Connection } from './connection.ts';
import { openFolder } from './data-folder.ts';
import { FILES, type File } from './files.ts';
import { operations } from './operations.ts';

/** Tables with a small, bounded number of rows. */
const SMALL = [
  'api_keys',
  'corrected', // the few transactions that one corrects
  'criteria_sets',
  'feeds',
  'funnel_deltas', // folded every half second
  'index_rebuilds',
  'instances',
  'key_uses',
  'network_accounts',
  'purged_changes',
  'purged_events',
  'purged_searches',
  'sqlite_schema',
  'sqlite_sequence',
  'synonym_edits',
  'vocabulary',
  'walked', // the events that a list of conversations reads, up to its limit
  'webhook_subscriptions',
  'webhooks',
];

/** Statements, by their beginning, that may scan or sort a growing table, and why. */
const EXCEPTIONS: Record<string, string> = {
  'SELECT p.product_no, p.data, m.id AS merchant_id, m.name AS merchant_name, m.logo_url FROM json_each(?)':
    'sorts one page of products into the order of the input',
  'SELECT * FROM merchants ORDER BY product_count DESC, name, id LIMIT':
    'a page of the list, in the order of its index',
  'SELECT id, query, criteria, convo_id, per_page, created_at_ms, expires_at_ms, length(product_nos) / 4 AS total FROM ranking_sessions WHERE expires_at_ms > ? ORDER BY':
    'newest first; expired sessions are purged every half minute',
  'SELECT query, searches, without_results, with_conversation, with_click FROM (SELECT *, ':
    'adds up the counts of the days in the range, which are a search by key',
  'WITH spans AS ( SELECT value': 'sums the cells of the days of a report',
};

const recorded = new Map<string, File>();

class RecordingStore {
  readonly #connections: Record<File, Connection>;

  constructor(folder: string) {
    openFolder(folder, { own: false });
    const open = (file: File) => {
      const db = new Connection(folder, file, 'write');
      db.exec('PRAGMA synchronous = OFF');
      return db;
    };
    this.#connections = Object.fromEntries(FILES.map((file) => [file, open(file)])) as Record<File, Connection>;
  }

  asStore(): Store {
    const calls = Object.fromEntries(
      Object.keys(operations).map((name) => [
        name,
        async (input: unknown) => this.#call(name as keyof StoreCalls, input),
      ]),
    ) as unknown as StoreCalls;
    return { ...calls, figures: () => ({ queues: {}, pools: {} }), close: async () => this.#close() };
  }

  #call(name: keyof StoreCalls, input: unknown): unknown {
    const { file, pack, run } = operations[name] as {
      file: File;
      pack?: (input: unknown) => unknown;
      run: (db: Connection, input: unknown) => unknown;
    };
    return run(this.#connections[file], pack ? pack(input) : input);
  }

  #close(): void {
    for (const [file, db] of Object.entries(this.#connections) as [File, Connection][]) {
      for (const sql of db.statements) recorded.set(sql, file);
      db.close();
    }
  }
}

storeContract('SQLite in one thread', async () => {
  const folder = temporaryFolder();
  const under = {
    store: new RecordingStore(folder).asStore(),
    reopen: async () => {
      await under.store.close();
      return new RecordingStore(folder).asStore();
    },
    end: async () => {
      await under.store.close();
      rmSync(folder, { recursive: true });
    },
  };
  return under;
});

test('no query scans or sorts a growing table', () => {
  const folder = temporaryFolder();
  openFolder(folder, { own: false });
  const costly: string[] = [];
  const excused = new Set<string>();
  for (const file of FILES) {
    const db = new Connection(folder, file, 'write');
    for (const [sql] of [...recorded].filter(([sql, of]) => of === file && !sql.startsWith('PRAGMA'))) {
      const steps = costlySteps(db.all(`EXPLAIN QUERY PLAN ${sql}`).map(({ detail }) => String(detail)));
      const text = sql.replace(/\s+/g, ' ');
      const exception = Object.keys(EXCEPTIONS).find((known) => text.startsWith(known));
      if (steps.length > 0 && exception) excused.add(exception);
      else if (steps.length > 0) costly.push(`${text}\n    ${steps.join('\n    ')}`);
    }
    db.close();
  }
  rmSync(folder, { recursive: true });
  assert.equal(costly.join('\n'), '');
  assert.deepEqual([...excused].sort(), Object.keys(EXCEPTIONS).sort(), 'every exception is needed');
});

test('a funnel report reads the cells of its days, and no facts', () => {
  const folder = temporaryFolder();
  openFolder(folder, { own: false });
  const db = new Connection(folder, 'ledger', 'write');
  const [report] = [...recorded.keys()].filter((sql) => sql.startsWith('WITH spans'));
  const plan = db.all(`EXPLAIN QUERY PLAN ${report}`).map(({ detail }) => String(detail));
  const tables = plan.filter((step) => /^(?:SCAN|SEARCH) (?!.*VIRTUAL TABLE)(?!\(subquery)/.test(step));
  assert.deepEqual(tables, [
    'SEARCH funnel_cells USING PRIMARY KEY (dimension=? AND width_ms=? AND kind=? AND at_ms>? AND at_ms<?)',
    'SCAN funnel_deltas',
  ]);
  db.close();
  rmSync(folder, { recursive: true });
});

/** Scans of growing tables, and sorts in plans that read one. Sorting by the last term only is cheap. */
function costlySteps(plan: string[]): string[] {
  const growing = plan.filter((step) => {
    const [, table] = /^(?:SCAN|SEARCH) (\w+)/.exec(step) ?? [];
    return table && !SMALL.includes(table) && !/VIRTUAL TABLE|CONSTANT ROW/.test(step);
  });
  const scans = growing.filter((step) => step.startsWith('SCAN'));
  const sorts = plan.filter((step) => /USE TEMP B-TREE FOR (?!LAST TERM)|AUTOMATIC/.test(step));
  return growing.length > 0 ? [...scans, ...sorts] : [];
}
