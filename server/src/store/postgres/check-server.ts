// Refuses a server that would break the promises of the service.
import type pg from 'pg';
import { StartError } from '../../start-error.ts';

const OLDEST_VERSION = 14;
/** Leases, due times and expiry compare times of different machines. */
const MAX_CLOCK_SKEW_MS = 2000;

export interface ServerSettings {
  version_num: number;
  encoding: string;
  fsync: string;
  full_page_writes: string;
  synchronous_commit: string;
  is_standby: boolean;
}

const READ = `SELECT current_setting('server_version_num')::int AS version_num,
  current_setting('server_encoding') AS encoding, current_setting('fsync') AS fsync,
  current_setting('full_page_writes') AS full_page_writes,
  current_setting('synchronous_commit') AS synchronous_commit, pg_is_in_recovery() AS is_standby`;
const READ_CLOCK = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms';

export async function checkServer(client: pg.Client, now_ms = Date.now): Promise<void> {
  const refusal = refuseSettings(await readSettings(client)) ?? refuseClock(await clockSkew_ms(client, now_ms));
  if (refusal) throw new StartError(refusal);
}

export const readSettings = async (client: pg.Client): Promise<ServerSettings> =>
  (await client.query<ServerSettings>(READ)).rows[0]!;

/** Why a server with these settings cannot be used. */
export const refuseSettings = (settings: ServerSettings): string | undefined =>
  refuseServer(settings) ?? refuseDurability(settings);

/** As `refuseSettings`, without the durability of commits. */
export function refuseServer(settings: ServerSettings): string | undefined {
  const version = Math.floor(settings.version_num / 10_000);
  if (version < OLDEST_VERSION) return `PostgreSQL ${version} is too old: use version ${OLDEST_VERSION} or later`;
  if (settings.encoding !== 'UTF8')
    return `the database has the encoding ${settings.encoding}: create it with the encoding UTF8`;
  if (settings.is_standby)
    return 'the server of DATABASE_URL is a standby or is being recovered and takes no writes: use the primary';
  return undefined;
}

function refuseDurability(settings: ServerSettings): string | undefined {
  const off = (['fsync', 'full_page_writes', 'synchronous_commit'] as const).find((name) => settings[name] === 'off');
  return off && `PostgreSQL runs with ${off} = off and could lose acknowledged writes in a crash: turn ${off} on`;
}

const refuseClock = (skew_ms: number): string | undefined =>
  skew_ms > MAX_CLOCK_SKEW_MS
    ? `the clocks of this machine and of PostgreSQL differ by ${(skew_ms / 1000).toFixed(1)} s: synchronise them`
    : undefined;

/** A lower bound: the server read its clock at some time during the round trip. */
export async function clockSkew_ms(client: pg.Client, now_ms: () => number): Promise<number> {
  const sent_ms = now_ms();
  const { rows } = await client.query<{ now_ms: number }>(READ_CLOCK);
  const received_ms = now_ms();
  return Math.max(sent_ms - rows[0]!.now_ms, rows[0]!.now_ms - received_ms, 0);
}
