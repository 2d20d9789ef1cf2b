// The restore drill of the embedded store. That of PostgreSQL needs pg_dump: `npm run test:pgdump`.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import { runRestoreDrill } from './support/restore-drill.ts';
import { runCommand } from './support/server-process.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

test('a backup that was taken beside a running server restores its facts, keys and cursors', async () => {
  const folder = temporaryFolder();
  const [DATA_DIR, copy, restored] = ['live', 'copy', 'restored'].map((name) => `${folder}/${name}`) as [
    string,
    string,
    string,
  ];
  const run = async (words: string[], env: Record<string, string>) => {
    const { code, stderr } = await runCommand(words, env);
    assert.equal(code, 0, stderr);
  };
  await runRestoreDrill({
    ...{ from: { DATA_DIR }, to: { DATA_DIR: restored } },
    backUp: () => run(['backup', copy], { DATA_DIR }),
    restore: () => run(['restore', copy], { DATA_DIR: restored }),
  });
  rmSync(folder, { recursive: true });
});
