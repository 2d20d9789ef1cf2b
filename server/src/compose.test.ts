import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { countSignups, signupWrite } from '../../test/support/stored-facts.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { compose } from './compose.ts';
import { readConfig } from './config.ts';

const composeWith = (env: Record<string, string>) =>
  compose({
    config: readConfig({ SEARCH_THREADS: '1', ...env }),
    baseUrl: () => '',
    onFault: (error) => {
      throw error;
    },
  });

test('a failed start releases the data folder', async () => {
  const DATA_DIR = temporaryFolder();
  await assert.rejects(composeWith({ DATA_DIR, SPOOL_DIR: '/dev/null/spool' }));
  const { stop } = await composeWith({ DATA_DIR });
  await stop();
});

test('background tasks run only after startBackground', async () => {
  const { deps, startBackground, stop } = await composeWith({ DATA_DIR: temporaryFolder() });
  try {
    await deps.store.acceptSignup(signupWrite({ message_id: 'm1' }));
    // The index takes longer than the first rounds of the background loops would take.
    while (!deps.isIndexReady()) await sleep(20);
    assert.deepEqual(await deps.store.countJobs({}), { waiting: 1, dead: 0 });
    startBackground();
    while ((await deps.store.countJobs({})).waiting > 0) await sleep(20);
    assert.equal(await countSignups(deps.store, 'gold'), 1);
  } finally {
    await stop();
  }
});
