// Transactions of another instance, beside which a call of the store runs.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { queryDatabase } from './postgres-client.ts';

export interface OtherTransaction {
  run(sql: string): Promise<unknown>;
  end(how: 'COMMIT' | 'ROLLBACK'): Promise<void>;
}

/** One that has not committed yet. */
export async function beginElsewhere(url: string, sql: string): Promise<OtherTransaction> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`BEGIN; SET LOCAL lock_timeout = '500ms'; ${sql}`);
  return {
    run: (more) => client.query(more),
    end: async (how) => {
      await client.query(how);
      await client.end();
    },
  };
}

/** Starts a call beside a transaction of another instance, which ends when the call waits for it. */
export async function callBeside<T>(
  url: string,
  sql: string,
  call: () => Promise<T>,
  end = (other: OtherTransaction): Promise<void> => other.end('COMMIT'),
): Promise<T> {
  const other = await beginElsewhere(url, sql);
  let hasEnded = false;
  const answer = call().finally(() => {
    hasEnded = true;
  });
  await untilWaiting(url, 1, () => hasEnded);
  await end(other);
  return answer;
}

/** Resolves when this many transactions wait for a lock, or when `isOver`. */
export async function untilWaiting(url: string, count: number, isOver: () => boolean): Promise<void> {
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  while (!isOver() && (await queryDatabase(url, waiting)).length < count) await sleep(5);
}
