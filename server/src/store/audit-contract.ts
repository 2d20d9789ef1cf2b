// Contract of every store adapter: the audit log.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditFilter, NewAuditEntry } from './audit-store.ts';
import type { Store } from './store.ts';

const ALL: AuditFilter = {
  ...{ key_id: null, action: null, subject: null, from_ms: null, to_ms: null },
  ...{ before: null, limit: 100 },
};

const entry = (subject: string | null, at_ms: number, rest: Partial<NewAuditEntry> = {}): NewAuditEntry => ({
  ...{ at_ms, key_id: 'key_1', key_name: 'é "quoted"', action: 'createFeed', subject, request_id: `r-${at_ms}` },
  ...rest,
});

export function auditContract(store: () => Store): void {
  const list = (by: Partial<AuditFilter> = {}) => store().listActions({ ...ALL, ...by });
  const subjects = async (by: Partial<AuditFilter> = {}) => (await list(by)).map(({ subject }) => subject);

  test('entries of the audit log are returned as given, newest first, in pages', async () => {
    const given = [
      entry('a', 10),
      entry('b', 30, { action: 'deleteFeed' }),
      entry(null, 20, { key_id: 'command line', request_id: null }),
      entry('a', 40, { action: 'deleteFeed' }),
    ];
    for (const each of given) await store().recordAction(each);
    const listed = await list();
    assert.deepEqual(
      listed.map(({ no: _, ...each }) => ({ ...each })),
      given.toReversed(),
    );
    const [newest, next] = await list({ limit: 2 });
    assert.ok(newest!.no > next!.no);
    assert.deepEqual(await subjects({ before: next!.no, limit: 1 }), ['b']);
  });

  test('the audit log is filtered by key, action, subject and time, and by all of them', async () => {
    assert.deepEqual(await subjects({ key_id: 'command line' }), [null]);
    assert.deepEqual(await subjects({ action: 'deleteFeed' }), ['a', 'b']);
    assert.deepEqual(await subjects({ subject: 'a' }), ['a', 'a']);
    assert.deepEqual(await subjects({ from_ms: 20, to_ms: 40 }), [null, 'b']);
    assert.deepEqual(await subjects({ from_ms: 0, subject: 'a', action: 'createFeed', key_id: 'key_1' }), ['a']);
    assert.deepEqual(await subjects({ key_id: 'key_1', action: 'createFeed', subject: 'a', to_ms: 10 }), []);
  });

  test('the audit log is purged in the order of its numbers, which are not used again', async () => {
    const last = (await list({ limit: 1 }))[0]!.no;
    assert.equal(await store().purgeActions({ before_ms: 25, limit: 10 }), 1);
    assert.deepEqual(await subjects(), ['a', null, 'b'], 'an old entry waits for those before it');
    assert.equal(await store().purgeActions({ before_ms: 100, limit: 2 }), 2);
    assert.equal(await store().purgeActions({ before_ms: 100, limit: 10 }), 1);
    await store().recordAction(entry('c', 50));
    assert.ok((await list())[0]!.no > last);
  });
}
