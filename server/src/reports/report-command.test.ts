// `finderfee report` on a folder with statistics.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { runCommand } from '../../../test/support/server-process.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts';

const DATA_DIR = temporaryFolder();
const at_ms = Date.parse('2026-11-02T12:00:00Z');

before(async () => {
  const store = await openSqliteStore({ folder: DATA_DIR, own: false });
  const search = (query: string, caller: number) =>
    store.insertRankingSession({
      ...{
        id: `${query} ${caller}`,
        query,
        criteria: [],
        convo_id: null,
        per_page: 10,
        product_nos: new Uint32Array(0),
      },
      ...{ created_at_ms: at_ms, expires_at_ms: at_ms + 1, counted: { caller, max_callers: 2 } },
    });
  for (const [query, callers] of [
    ['kettle', 3],
    ['=1+1, "x"', 2],
    ['once', 1],
  ] as const)
    for (let caller = 0; caller < callers; caller++) await search(query, caller);
  await store.close();
});
after(() => rmSync(DATA_DIR, { recursive: true, force: true }));

const run = (args: string[], env: Record<string, string> = {}) =>
  runCommand(['report', 'searches', ...args], { DATA_DIR, ...env });
const RANGE = ['--from', '2026-11-02', '--to', '2026-11-02'];

test('the search report is printed as a table, JSON or CSV', async () => {
  const table = await run(RANGE);
  assert.equal(table.code, 0);
  assert.match(table.stdout, /^query +searches +without_results.*\nkettle +3 +3 +0 +0\n=1\+1, "x" +2/);
  const { rows } = JSON.parse((await run([...RANGE, '--kind', 'no_results', '--limit', '1', '--json'])).stdout);
  const counts = { searches: 3, without_results: 3, with_conversation: 0, without_clicks: 0 };
  assert.deepEqual(rows, [{ query: 'kettle', ...counts, click_through_rate: null }]);
  const csv = (await run([...RANGE, '--csv'], { REPORT_MIN_COUNT: '1' })).stdout.split('\n');
  assert.deepEqual(csv, [
    '"query","searches","without_results","with_conversation","without_clicks","click_through_rate"',
    '"kettle",3,3,0,0,',
    `"'=1+1, ""x""",2,2,0,0,`,
    '"once",1,1,0,0,',
    '',
  ]);
  assert.equal((await run([...RANGE, '--kind', 'no_clicks'])).stdout, 'no queries\n');
});

test('a wrong range or option exits with 2, and statistics that are off are mentioned', async () => {
  for (const [args, complaint] of [
    [['--from', '2026-11-03', '--to', '2026-11-02'], /--from must not be after to/],
    [['--from', '2025-01-01', '--to', '2026-11-02'], /--to must be within 400 days of from/],
    [['--from', 'monday', '--to', '2026-11-02'], /must be a date like/],
    [['--from', '2026-11-02'], /--to/],
    [[...RANGE, '--kind', 'all'], /Allowed choices are top, no_results, no_clicks/],
    [[...RANGE, '--limit', '0'], /from 1 to 1000/],
    [[...RANGE, '--json', '--csv'], /cannot be used with/],
  ] as const) {
    const { code, stderr } = await run([...args]);
    assert.equal(code, 2, stderr);
    assert.match(stderr, complaint);
  }
  assert.match((await run(RANGE, { SEARCH_REPORTS: 'false' })).stderr, /SEARCH_REPORTS is false/);
});
