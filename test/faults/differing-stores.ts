// Goal 17: two stores that get the same calls give the same answers, whichever engines they run on.
import { rmSync } from 'node:fs';
import { openSqliteStore } from '../../server/src/store/sqlite/open-sqlite-store.ts';
import { compareStores } from '../comparing/compare-stores.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { Fault, Outcome, Round } from './fault.ts';

async function run({ count, random }: Round): Promise<Outcome> {
  const folders = [temporaryFolder(), temporaryFolder()];
  const [one, other] = await Promise.all(folders.map((folder) => openSqliteStore({ folder, own: true })));
  try {
    const { difference, ...figures } = await compareStores([one!, other!], count, random);
    return { figures, violations: difference ? [difference] : [] };
  } finally {
    await Promise.all([one, other].map((store) => store?.close()));
    for (const folder of folders) rmSync(folder, { recursive: true });
  }
}

export const differingStores: Fault = {
  goal: 17,
  promise: 'two stores that get the same calls give the same answers',
  round_size: 2000,
  torture_size: 10_000,
  run,
};
