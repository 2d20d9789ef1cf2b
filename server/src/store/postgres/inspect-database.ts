// The state of the database, for operators. Changes nothing.
import type pg from 'pg';
import type { DatabaseInspection } from '../store-inspection.ts';
import { clockSkew_ms, readSettings, refuseServer } from './check-server.ts';
import type { ConnectionOptions } from './connection-options.ts';
import { MIGRATIONS, readSchema } from './migrate.ts';
import { withStartConnection } from './start-connection.ts';

const READ = `SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS bytes,
  current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS max_connections`;
/** PostgreSQL 14 does not record the version. */
const RECORDS_COLLATION = 150_000;
const READ_COLLATION = `SELECT datcollversion AS recorded, pg_database_collation_actual_version(oid) AS actual
  FROM pg_database WHERE datname = current_database()`;
const COUNT_INSTANCES = 'SELECT count(*) AS live FROM finderfee.instances WHERE seen_at_ms BETWEEN $1 AND $2';

export const inspectDatabase = (
  connection: ConnectionOptions,
  { instance_ttl_ms }: { instance_ttl_ms: number },
): Promise<DatabaseInspection> =>
  withStartConnection(connection, async (client) => {
    const settings = await readSettings(client);
    const { version_num, fsync, full_page_writes, synchronous_commit } = settings;
    const { version, oldest_reader } = await readSchema(client);
    return {
      engine: 'postgres',
      ...(await firstRow<Pick<DatabaseInspection, 'version' | 'bytes' | 'max_connections'>>(client, READ)),
      ...{ fsync, full_page_writes, synchronous_commit },
      refusal: refuseServer(settings) ?? null,
      schema: version,
      program_schema: MIGRATIONS.length,
      oldest_reader,
      collation:
        version_num < RECORDS_COLLATION ? { recorded: null, actual: null } : await firstRow(client, READ_COLLATION),
      live_instances: version === 0 ? 0 : await countInstances(client, instance_ttl_ms),
      skew_ms: await clockSkew_ms(client, Date.now),
    };
  });

async function countInstances(client: pg.Client, ttl_ms: number): Promise<number> {
  const now_ms = Date.now();
  return (await firstRow<{ live: number }>(client, COUNT_INSTANCES, [now_ms - ttl_ms, now_ms + ttl_ms])).live;
}

const firstRow = async <T extends pg.QueryResultRow>(client: pg.Client, sql: string, values: unknown[] = []) =>
  (await client.query<T>(sql, values)).rows[0]!;
