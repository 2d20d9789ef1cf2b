// The command: which Node and which code it runs, and the environment it sets.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { after, test } from 'node:test';

const root = realpathSync(mkdtempSync(`${tmpdir()}/finderfee-command-`));
after(() => rmSync(root, { recursive: true }));
const BIN = `${root}/server/bin`;
const BUNDLED = `${root}/node_modules/node/bin`;
const ON_PATH = `${root}/path`;
cpSync(`${import.meta.dirname}/../server/bin`, BIN, { recursive: true });
// The link that npm creates.
mkdirSync(`${root}/node_modules/.bin`, { recursive: true });
symlinkSync('../../server/bin/finderfee', `${root}/node_modules/.bin/finderfee`);
addNode(BUNDLED);
addNode(ON_PATH);

/** Installs a fake Node that prints how it was called. */
function addNode(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/node`, '#!/bin/sh\nprintf "%s\\n" "$(readlink -f "$0")" "$MALLOC_MMAP_THRESHOLD_" "$@"\n');
  chmodSync(`${folder}/node`, 0o755);
}

function nodeCall(args: string[], env: NodeJS.ProcessEnv = {}) {
  const { MALLOC_MMAP_THRESHOLD_: _, ...rest } = process.env;
  const options = { encoding: 'utf8', env: { ...rest, PATH: `${ON_PATH}:${process.env.PATH}`, ...env } } as const;
  const output = execFileSync(`${root}/node_modules/.bin/finderfee`, args, options);
  const [path, threshold, script, ...given] = output.trimEnd().split('\n');
  return { path, threshold, script, given };
}

test('buffers of 1 MB or more are returned to the system when freed, unless the operator sets another threshold', () => {
  assert.equal(nodeCall(['serve']).threshold, String(2 ** 20));
  assert.equal(nodeCall(['serve'], { MALLOC_MMAP_THRESHOLD_: '4096' }).threshold, '4096');
});

test('arguments are passed on unchanged', () => {
  const args = ['synonyms', 'add', 'laptop, notebook', '$HOME *'];
  const { script, given } = nodeCall(args);
  assert.deepEqual([script, ...given], [`${BIN}/finderfee.mjs`, ...args]);
});

test("the project's own Node takes precedence over the one on the PATH", () => {
  assert.equal(nodeCall([]).path, `${BUNDLED}/node`);
});

test('the Node on the PATH is the fallback; without any Node, the command explains what to do', (t) => {
  rmSync(`${root}/node_modules/node`, { recursive: true });
  t.after(() => addNode(BUNDLED));
  assert.equal(nodeCall([]).path, `${ON_PATH}/node`);
  // A PATH with the tools of the script, but without Node.
  const tools = `${root}/tools`;
  mkdirSync(tools);
  for (const tool of ['dirname', 'readlink']) symlinkSync(realpathSync(`/usr/bin/${tool}`), `${tools}/${tool}`);
  const { status, stderr } = spawnSync(`${BIN}/finderfee`, [], { encoding: 'utf8', env: { PATH: tools } });
  assert.equal(status, 2);
  assert.match(stderr, /^finderfee: Node 24 or later is required, found none: in a clone, `npm install`/);
});

test('a clone runs its sources, built or not; the package runs compiled code', (t) => {
  t.after(() => rmSync(`${root}/server/dist`, { recursive: true }));
  for (const [file, text] of [
    ['src/cli.ts', "console.log('sources');"],
    ['dist/cli.js', "console.log('compiled');"],
  ] as const) {
    mkdirSync(`${root}/server/${dirname(file)}`);
    writeFileSync(`${root}/server/${file}`, text);
  }
  const run = () => execFileSync(process.execPath, [`${BIN}/finderfee.mjs`, 'serve'], { encoding: 'utf8' });
  assert.equal(run(), 'sources\n');
  rmSync(`${root}/server/src`, { recursive: true });
  assert.equal(run(), 'compiled\n');
});
