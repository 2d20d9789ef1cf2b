// What commands change is in the audit log.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, test } from 'node:test';
import { endpoints } from '@finderfee/contract/endpoints.ts';
import { runCommand } from '../../../test/support/server-process.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { actionsOf, buildProgram, nameOf } from '../program.ts';
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts';
import { RECORDED_COMMANDS } from './record-command.ts';

const DATA_DIR = temporaryFolder();
after(() => rmSync(DATA_DIR, { recursive: true }));

const run = (...words: string[]) => runCommand(words, { DATA_DIR });

async function entries() {
  const store = await openSqliteStore({ folder: DATA_DIR, own: false });
  const all = { key_id: null, action: null, subject: null, from_ms: null, to_ms: null };
  const found = await store.listActions({ ...all, before: null, limit: 100 });
  await store.close();
  return found.reverse();
}

/** Commands that only read, work on the files themselves, or serve others. */
const UNRECORDED = [
  ...['backup', 'config', 'conversions rejected', 'doctor', 'feeds list', 'feeds run', 'feeds show', 'jobs list'],
  ...['jobs show', 'keys list', 'mcp', 'migrate', 'migrate-schema', 'networks list', 'networks show'],
  ...['report funnel', 'report searches', 'restore', 'search', 'serve', 'synonyms list', 'webhooks deliveries'],
  ...['webhooks list', 'webhooks show'],
];

test('every command that changes something is in it', () => {
  const names = actionsOf(buildProgram({})).map(nameOf);
  const others = names.filter((name) => !(name in RECORDED_COMMANDS));
  assert.deepEqual(
    others.filter((name) => !UNRECORDED.includes(name)),
    [],
  );
  for (const [name, operation] of Object.entries(RECORDED_COMMANDS)) {
    assert.ok(names.includes(name), name);
    assert.ok(operation === null || operation in endpoints, name);
  }
});

test('a change has its operation and its subject; what is refused is not in it, and no secret is', async () => {
  const created = JSON.parse((await run('keys', 'create', '--name', 'shop', '--json')).stdout);
  await run('keys', 'revoke', created.id);
  await run('keys', 'revoke', 'key_unknown');
  await run('synonyms', 'add', 'sofa, chesterfield');
  await run('networks', 'add', 'linkwell');
  await run('networks', 'rotate', 'linkwell');
  const url = 'https://hooks.example/?token=secret';
  const { id, secret } = JSON.parse((await run('webhooks', 'add', url, '--events', 'webhook.test', '--json')).stdout);
  await run('webhooks', 'test', String(id));
  await run('webhooks', 'resend', String(id), '1');
  await run('webhooks', 'resend', String(id), '--since', '2026-01-01T00:00:00Z');
  await run('export', 'clicks');
  await run('erase', '--email', 'ann@example.com');
  const found = await entries();
  assert.deepEqual(
    found.map(({ action, subject }) => [action, subject]),
    [
      ['createKey', created.id],
      ['revokeKey', created.id],
      ['addSynonyms', 'sofa, chesterfield'],
      ['networks add', 'linkwell'],
      ['networks rotate', 'linkwell'],
      ['createWebhook', String(id)],
      ['testWebhook', String(id)],
      ['resendDelivery', `${id}/1`],
      ['resendUndelivered', String(id)],
      ['exportFacts', 'clicks'],
    ],
  );
  for (const { key_id, key_name, request_id } of found)
    assert.deepEqual([key_id, key_name, request_id], ['command line', 'command line', null]);
  for (const each of [created.key, secret, 'token=secret', 'ann@'])
    assert.ok(!JSON.stringify(found).includes(each), each);
});

test('an erasure is in it without its subject', async () => {
  const store = await openSqliteStore({ folder: DATA_DIR, own: false });
  const now_ms = Date.parse('2026-03-04T05:06:07Z');
  const click = { program: 'gold', convo_id: 'c1', presentation_id: 'p1', click_id: 'k1' };
  await store.recordClick({ ...click, email: 'ann@example.com', click_at_ms: now_ms, now_ms });
  await store.close();
  await run('erase', '--email', 'ann@example.com');
  const { action, subject } = (await entries()).at(-1)!;
  assert.deepEqual([action, subject], ['erasePerson', null]);
});
