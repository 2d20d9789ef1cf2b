// How the command begins, before it is Node's turn.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { after, test } from 'node:test';

const BIN = realpathSync(`${import.meta.dirname}/../server/bin`);
const folder = mkdtempSync(`${tmpdir()}/finderfee-command-`);
after(() => rmSync(folder, { recursive: true }));
// As npm links it, and in place of Node something that tells how it was called.
symlinkSync(`${BIN}/finderfee`, `${folder}/finderfee`);
writeFileSync(`${folder}/node`, '#!/bin/sh\nprintf "%s\\n" "$MALLOC_MMAP_THRESHOLD_" "$@"\n');
chmodSync(`${folder}/node`, 0o755);

function callOfNode(args: string[], env: NodeJS.ProcessEnv = {}): string[] {
  const { MALLOC_MMAP_THRESHOLD_: _, ...rest } = process.env;
  const options = { encoding: 'utf8', env: { ...rest, PATH: `${folder}:${process.env.PATH}`, ...env } } as const;
  return execFileSync(`${folder}/finderfee`, args, options).trimEnd().split('\n');
}

test('the command has freed buffers of a megabyte and more go back to the system', () => {
  assert.equal(callOfNode(['serve'])[0], String(2 ** 20));
});

test('an operator can set it otherwise', () => {
  assert.equal(callOfNode(['serve'], { MALLOC_MMAP_THRESHOLD_: '4096' })[0], '4096');
});

test('arguments arrive as they were given', () => {
  const args = ['synonyms', 'add', 'laptop, notebook', '$HOME *'];
  assert.deepEqual(callOfNode(args).slice(1), [`${BIN}/finderfee.mjs`, ...args]);
});
