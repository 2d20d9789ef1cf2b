// Contract of every store adapter: console sessions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConsoleSession } from './console-store.ts';
import type { Store } from './store.ts';

const digestOf = (byte: number) => new Uint8Array(32).fill(byte);

const session = (byte: number, expires_at_ms: number): ConsoleSession => ({
  ...{ digest: digestOf(byte), key_digest: digestOf(200), created_at_ms: 1000, expires_at_ms },
});

export function consoleContract(store: () => Store): void {
  const get = async (byte: number) => {
    const found = await store().getConsoleSession({ digest: digestOf(byte) });
    return found && { ...found, digest: new Uint8Array(found.digest), key_digest: new Uint8Array(found.key_digest) };
  };

  test('a console session is returned as given, extended, and deleted', async () => {
    await store().insertConsoleSession(session(1, 5000));
    await store().insertConsoleSession(session(2, 5000));
    assert.deepEqual(await get(1), session(1, 5000));
    assert.equal(await get(3), null);
    await assert.rejects(store().insertConsoleSession(session(1, 9000)), 'a token is used once');
    await store().extendConsoleSession({ digest: digestOf(1), expires_at_ms: 7000 });
    assert.deepEqual([await get(1), await get(2)], [session(1, 7000), session(2, 5000)]);
    await store().deleteConsoleSession({ digest: digestOf(1) });
    await store().deleteConsoleSession({ digest: digestOf(1) });
    await store().extendConsoleSession({ digest: digestOf(1), expires_at_ms: 9000 });
    assert.deepEqual([await get(1), await get(2)], [null, session(2, 5000)]);
  });

  test('a purge of console sessions deletes the expired ones, oldest first, up to its limit', async () => {
    for (const [byte, expires_at_ms] of [
      [3, 5002],
      [4, 5001],
      [5, 5003],
    ] as const)
      await store().insertConsoleSession(session(byte, expires_at_ms));
    const purge = (before_ms: number, limit: number) => store().purgeConsoleSessions({ before_ms, limit });
    assert.deepEqual([await purge(5000, 10), await purge(5001, 10)], [0, 1]);
    assert.equal(await purge(5003, 1), 1);
    assert.deepEqual([await get(4), await get(3)], [null, session(3, 5002)]);
    assert.deepEqual([await purge(5003, 10), await purge(5004, 10)], [1, 1]);
  });
}
