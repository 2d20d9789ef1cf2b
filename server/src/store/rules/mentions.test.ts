import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Mention } from '../../text/mask-mention.ts';
import { maskedColumns, readRef, type ScannedPart, scanStep } from './mentions.ts';

const mention = new Mention('ann@example.com');
const said = '{"said":"ann@example.com"}';

/** Scans a store in which every table has these rows. */
function scan(part: ScannedPart, rowsOf: (table: string) => Record<string, unknown>[], limit: number) {
  const tables: string[] = [];
  const found: string[] = [];
  for (let after: string | null = null, isEnd = false; !isEnd; isEnd = after === null) {
    const cursor = readRef(part, after);
    const { name, key } = cursor.table;
    const rows = rowsOf(name).filter((row) => row[key.at(-1)!]! > cursor.key.at(-1)!);
    tables.push(name);
    const step = scanStep(part, cursor, rows.slice(0, limit), { mention, limit });
    found.push(...step.rows);
    after = step.next;
  }
  return { tables, found };
}

test('a scan visits every table that may mention an email, and ends', () => {
  assert.deepEqual(scan('ledger', () => [], 10).tables, [
    'events',
    'conversations',
    'signup_requests',
    'offers',
    'conversion_reports',
    'conversions',
    'postbacks',
    'jobs',
    'webhook_events',
    'delivery_attempts',
  ]);
  assert.deepEqual(scan('sessions', () => [], 10).tables, ['query_counts', 'search_events', 'ranking_sessions']);
});

test('a scan continues after the last row of a full step, and references the rows that mention the email', () => {
  const rows = [1, 2, 3, 4].map((event_no) => ({ convo_id: 'c', event_no, data: event_no % 2 === 0 ? said : '{}' }));
  const { tables, found } = scan('ledger', (table) => (table === 'events' ? rows : []), 2);
  assert.equal(tables.filter((table) => table === 'events').length, 3);
  assert.deepEqual(
    found.map((ref) => readRef('ledger', ref)).map(({ table, key }) => [table.name, key]),
    [
      ['events', ['c', 2]],
      ['events', ['c', 4]],
    ],
  );
});

test('mentions are masked in JSON and in texts; other columns stay', () => {
  const { table } = readRef('ledger', '{"table":3}');
  const row = { id: 1, product: said, direct_link: 'https://t.example/?e=ann%40example.com', detail_link: null };
  assert.deepEqual(Object.fromEntries(maskedColumns(table, row, mention)), {
    product: '{"said":"a***@example.com"}',
    direct_link: 'https://t.example/?e=a***%40example.com',
  });
  assert.deepEqual(maskedColumns(table, { ...row, product: '{}', direct_link: 'https://t.example/' }, mention), []);
});
