// Goal 17: SQLite and PostgreSQL give the same answers to the same calls.
import { rmSync } from 'node:fs';
import { openPostgresStore } from '../../server/src/store/postgres/open-postgres-store.ts';
import { openSqliteStore } from '../../server/src/store/sqlite/open-sqlite-store.ts';
import { compareStores } from '../comparing/compare-stores.ts';
import { temporaryDatabase } from '../support/postgres-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { Fault, Outcome, Round } from './fault.ts';

async function run({ count, random }: Round): Promise<Outcome> {
  const folder = temporaryFolder();
  const sqlite = await openSqliteStore({ folder, own: true });
  const postgres = await openPostgresStore({ url: await temporaryDatabase(), pool: 14, prepare: true, own: true });
  try {
    const { difference, ...figures } = await compareStores([sqlite, postgres], count, random);
    return { figures, violations: difference ? [difference] : [] };
  } finally {
    await Promise.all([sqlite.close(), postgres.close()]);
    rmSync(folder, { recursive: true });
  }
}

export const differingStores: Fault = {
  goal: 17,
  promise: 'SQLite and PostgreSQL give the same answers to the same calls',
  round_size: 5_000,
  torture_size: 100_000,
  run,
};
