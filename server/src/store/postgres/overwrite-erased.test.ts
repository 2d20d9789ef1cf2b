// After an erasure, VACUUM removes the old versions of the rows, if the role may run it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { queryDatabase } from '../../../../test/support/postgres-client.ts';
import { temporaryDatabase } from '../../../../test/support/postgres-server.ts';
import { openPostgresStore } from './open-postgres-store.ts';

test('an overwrite reports whether the role may vacuum the tables', async () => {
  const url = await temporaryDatabase();
  const options = { prepare: true, pool: 14, own: false };
  const owner = await openPostgresStore({ ...options, url });
  assert.deepEqual([await owner.overwriteLedger({}), await owner.overwriteSessions({})], [true, true]);
  const role = new URL(url).pathname.replace('/test', 'role');
  await queryDatabase(
    url,
    `CREATE ROLE ${role} LOGIN PASSWORD '${role}'; GRANT USAGE ON SCHEMA finderfee TO ${role};
     GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA finderfee TO ${role}`,
  );
  const restricted = await openPostgresStore({
    ...options,
    url: Object.assign(new URL(url), { username: role, password: role }).href,
  });
  assert.deepEqual([await restricted.overwriteLedger({}), await restricted.overwriteSessions({})], [false, false]);
  await Promise.all([owner.close(), restricted.close()]);
  await queryDatabase(url, `DROP OWNED BY ${role}; DROP ROLE ${role}`);
});
