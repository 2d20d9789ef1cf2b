// How the command starts: which Node it finds, and what it sets before Node starts.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { after, test } from 'node:test';

const root = realpathSync(mkdtempSync(`${tmpdir()}/finderfee-command-`));
after(() => rmSync(root, { recursive: true }));
const BIN = `${root}/server/bin`;
const BROUGHT = `${root}/node_modules/node/bin`;
const ON_PATH = `${root}/path`;
cpSync(`${import.meta.dirname}/../server/bin`, BIN, { recursive: true });
// As npm links it.
mkdirSync(`${root}/node_modules/.bin`, { recursive: true });
symlinkSync('../../server/bin/finderfee', `${root}/node_modules/.bin/finderfee`);
addNode(BROUGHT);
addNode(ON_PATH);

/** Something in place of Node that tells how it was called. */
function addNode(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/node`, '#!/bin/sh\nprintf "%s\\n" "$(readlink -f "$0")" "$MALLOC_MMAP_THRESHOLD_" "$@"\n');
  chmodSync(`${folder}/node`, 0o755);
}

function callOfNode(args: string[], env: NodeJS.ProcessEnv = {}) {
  const { MALLOC_MMAP_THRESHOLD_: _, ...rest } = process.env;
  const options = { encoding: 'utf8', env: { ...rest, PATH: `${ON_PATH}:${process.env.PATH}`, ...env } } as const;
  const output = execFileSync(`${root}/node_modules/.bin/finderfee`, args, options);
  const [path, threshold, script, ...given] = output.trimEnd().split('\n');
  return { path, threshold, script, given };
}

test('freed buffers of a megabyte and more go back to the system, unless the operator sets another size', () => {
  assert.equal(callOfNode(['serve']).threshold, String(2 ** 20));
  assert.equal(callOfNode(['serve'], { MALLOC_MMAP_THRESHOLD_: '4096' }).threshold, '4096');
});

test('arguments arrive as they were given', () => {
  const args = ['synonyms', 'add', 'laptop, notebook', '$HOME *'];
  const { script, given } = callOfNode(args);
  assert.deepEqual([script, ...given], [`${BIN}/finderfee.mjs`, ...args]);
});

test('the Node that the project brings comes before the one on the PATH', () => {
  assert.equal(callOfNode([]).path, `${BROUGHT}/node`);
});

test('without it the Node on the PATH is used, and without any the command says what to do', (t) => {
  rmSync(`${root}/node_modules/node`, { recursive: true });
  t.after(() => addNode(BROUGHT));
  assert.equal(callOfNode([]).path, `${ON_PATH}/node`);
  // A PATH with what the script needs, and without Node.
  const tools = `${root}/tools`;
  mkdirSync(tools);
  for (const tool of ['dirname', 'readlink']) symlinkSync(realpathSync(`/usr/bin/${tool}`), `${tools}/${tool}`);
  const { status, stderr } = spawnSync(`${BIN}/finderfee`, [], { encoding: 'utf8', env: { PATH: tools } });
  assert.equal(status, 2);
  assert.match(stderr, /^finderfee: Node is missing: run `npm install`/);
});
