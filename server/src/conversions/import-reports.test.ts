// Report files: their formats, and what becomes of their rows.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import type { ConversionStore } from '../store/conversion-store.ts';
import { importReports } from './import-reports.ts';
import { findDialect } from './networks/all-dialects.ts';
import { readReportFile } from './read-report-file.ts';

const folder = temporaryFolder();
let service: TestApp;
before(async () => {
  service = await startTestApp();
});
after(() => service.stop());

let last = 0;
function fileOf(content: string | Buffer): string {
  const path = `${folder}/report-${++last}`;
  writeFileSync(path, content);
  return path;
}

interface Options {
  dialect?: string;
  network?: string;
  dryRun?: boolean;
  store?: ConversionStore;
}

async function importOf(content: string | Buffer, options: Options = {}) {
  const { dialect: name = 'generic', network = `n-${++last}`, dryRun = false, store = service.deps.store } = options;
  const dialect = findDialect(name)!;
  const file = await readReportFile(fileOf(content), dialect);
  const deps = { store, clock: service.clock, reward_max_pct: 25 };
  return importReports(deps, { network, dialect, file, dryRun });
}

const countsOf = ({
  rows,
  recorded,
  updated,
  unchanged,
  rejected,
  unmatched,
}: Awaited<ReturnType<typeof importOf>>) => ({
  ...{ rows, recorded, updated, unchanged, rejected, unmatched },
});

const ROWS = [
  { transaction_id: 'a', sale_amount: '1.234,50', currency: 'EUR' },
  { transaction_id: 'b', sale_amount: '10', currency: 'EUR' },
];
const delimited = (delimiter: string) =>
  [Object.keys(ROWS[0]!), ...ROWS.map((row) => Object.values(row).map((cell) => `"${cell}"`))]
    .map((cells) => cells.join(delimiter))
    .join('\n');

test('CSV, TSV, JSON and JSON Lines are read alike, plain and compressed', async () => {
  const files: Record<string, string | Buffer> = {
    csv: delimited(','),
    semicolons: `${delimited(';')}\n`,
    tsv: delimited('\t'),
    'rows above the header': `Report of March\n\nnot,the,header\n${delimited(',')}`,
    'byte order mark': `\ufeff${delimited(',')}`,
    array: JSON.stringify(ROWS),
    lines: ROWS.map((row) => JSON.stringify(row)).join('\n'),
    'list in an object': JSON.stringify({ '@page': '1', paging: { size: 2 }, Actions: ROWS }, null, 2),
    'nested list': JSON.stringify({ response: { status: 1, errors: [], data: { data: ROWS } } }),
    gzip: gzipSync(delimited(',')),
  };
  for (const [kind, content] of Object.entries(files)) {
    const network = `n-${++last}`;
    const result = await importOf(content, { network });
    assert.deepEqual([result.rows, result.recorded, result.rejected], [2, 2, 0], kind);
    const { json } = await service.call('GET', `/v1/conversions?network=${network}`);
    const found = json.items.map((one: Record<string, string>) => [one.transaction_id, one.sale_amount]);
    assert.deepEqual(
      found,
      [
        ['b', '10.00'],
        ['a', '1234.50'],
      ],
      kind,
    );
  }
});

test('one JSON object that is a report is a file of one row', async () => {
  for (const json of [JSON.stringify(ROWS[0]), JSON.stringify({ ...ROWS[0], items: [{ sku: 1 }] }, null, 2)])
    assert.equal((await importOf(json)).recorded, 1);
});

test('a file without reports is refused with the reason', async () => {
  const reasonOf = async (content: string) =>
    importOf(content).then(
      () => 'accepted',
      (error: Error) => error.message,
    );
  assert.equal(await reasonOf(''), 'the file is empty');
  assert.match(await reasonOf('<html></html>'), /this is XML or HTML/);
  assert.match(await reasonOf('a,b\n1,2\n'), /no column transaction_id/);
  assert.match(await reasonOf('{"a": 1}'), /holds no list of reports/);
  assert.match(await reasonOf('{"a": 1\n{'), /neither JSON nor JSON Lines/);
});

test('an empty list has no rows', async () => {
  for (const content of ['[]', '{"results": []}', 'transaction_id,status\n'])
    assert.equal((await importOf(content)).rows, 0);
});

test('importing a file again changes nothing, and a corrected file updates', async () => {
  const network = `n-${++last}`;
  assert.deepEqual(countsOf(await importOf(delimited(','), { network })), {
    ...{ rows: 2, recorded: 2, updated: 0, unchanged: 0, rejected: 0, unmatched: 2 },
  });
  assert.equal((await importOf(delimited(','), { network })).unchanged, 2);
  const corrected = await importOf(delimited(',').replace('"10"', '"20"'), { network });
  assert.deepEqual([corrected.updated, corrected.unchanged], [1, 1]);
});

test('rows that cannot be read are listed with line, field and value, and the others are recorded', async () => {
  const content = 'transaction_id,sale_amount,status\na,1,approved\n,1,approved\nb,x,approved\nc,1,maybe\nd,1,2,3,4\n';
  const result = await importOf(content);
  assert.deepEqual([result.rows, result.recorded, result.rejected], [5, 1, 4]);
  assert.deepEqual(result.faults, [
    { line: 3, field: 'transaction_id', reason: 'is missing' },
    { line: 4, field: 'sale_amount', reason: 'is not an amount', value: 'x' },
    { line: 5, field: 'status', reason: 'is not a known status word', value: 'maybe' },
    { line: 6, field: '', reason: 'has 5 columns instead of 3', value: 'd,1,2,3,4' },
  ]);
  const broken = await importOf('{"transaction_id": "a"}\n{"transaction_id": \n7\n');
  assert.deepEqual(broken.faults, [
    { line: 2, field: '', reason: 'is not JSON' },
    { line: 3, field: '', reason: 'is not a JSON object' },
  ]);
});

test('a truncated file is noted, and its complete rows are recorded', async () => {
  const { recorded, notes } = await importOf('transaction_id,sale_amount,status,currency\na,1,approved,EUR\nb,1');
  assert.deepEqual([recorded, notes], [1, ['the last line is truncated']]);
});

test('a dry run records nothing', async () => {
  const network = `n-${++last}`;
  const result = await importOf('transaction_id,status\na,approved\nb,maybe\n', { network, dryRun: true });
  assert.deepEqual([result.rows, result.recorded, result.rejected], [2, 0, 1]);
  assert.equal(await service.deps.store.getNetwork({ name: network }), null);
});

test('a large file is recorded in batches of 1,000', async () => {
  const sizes: number[] = [];
  const { store } = service.deps;
  const counting: ConversionStore = {
    ...store,
    recordReports: (by) => {
      sizes.push(by.reports.length);
      return store.recordReports(by);
    },
  };
  const rows = Array.from({ length: 2500 }, (_, i) => `t${i},${i}.5`).join('\n');
  const result = await importOf(`transaction_id,sale_amount\n${rows}\n`, { store: counting });
  assert.deepEqual([result.recorded, sizes], [2500, [1000, 1000, 500]]);
});

test('a report that its conversion cannot hold is rejected alone', async () => {
  const { store } = service.deps;
  const full: ConversionStore = {
    ...store,
    recordReports: async (by) => {
      const index = by.reports.findIndex(({ transaction_id }) => transaction_id === 'full');
      return index < 0 ? store.recordReports(by) : { full: index };
    },
  };
  const result = await importOf('transaction_id,status\na,approved\nfull,approved\nb,approved\n', { store: full });
  assert.equal(result.recorded, 2);
  assert.deepEqual(result.faults, [
    { line: 3, field: 'transaction_id', reason: 'has too many reports', value: 'full' },
  ]);
});
