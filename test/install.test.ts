// `scripts/install.mjs`, with a fake npm.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { temporaryFolder } from './support/temporary-folder.ts';

test('dependencies are installed once, and again after the lockfile changes or development dependencies are removed', (t) => {
  const root = temporaryFolder();
  t.after(() => rmSync(root, { recursive: true }));
  for (const name of ['scripts', 'bin']) mkdirSync(`${root}/${name}`);
  copyFileSync(`${import.meta.dirname}/../scripts/install.mjs`, `${root}/scripts/install.mjs`);
  writeFileSync(`${root}/package-lock.json`, '{}');
  // Like npm with ignore-scripts: it does not call our postinstall script.
  const npm = `#!/bin/sh\necho "$@" >> "${root}/calls"\nmkdir -p "${root}/node_modules/typescript"\n`;
  writeFileSync(`${root}/bin/npm`, npm, { mode: 0o755 });
  const env = { PATH: `${root}/bin:${process.env.PATH}` };
  const install = (...args: string[]) => {
    const { status, stderr } = spawnSync(process.execPath, [`${root}/scripts/install.mjs`, ...args], { env });
    assert.equal(status, 0, String(stderr));
    return existsSync(`${root}/calls`) ? readFileSync(`${root}/calls`, 'utf8').trim().split('\n').length : 0;
  };
  assert.deepEqual([install(), install()], [1, 1]);
  rmSync(`${root}/node_modules/typescript`, { recursive: true });
  assert.equal(install('--installed'), 1, 'as after npm install --omit=dev');
  assert.deepEqual([install(), install()], [2, 2]);
  writeFileSync(`${root}/package-lock.json`, '{ }');
  assert.deepEqual([install(), install()], [3, 3]);
});
