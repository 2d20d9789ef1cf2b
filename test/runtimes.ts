// The client on runtimes that npm has: Node 20, Bun, Deno and the runtime of Cloudflare's workers.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { addProgram, projectWithClient } from './support/built-client.ts';
import { run } from './support/installed-package.ts';
import { runProgram, ServerProcess } from './support/server-process.ts';

const TARGET = `${process.platform}-${process.arch}`;
const PACKAGES = [`node-${TARGET}@20.20.2`, `@oven/bun-${TARGET}@1.4.4`, 'deno@2.9.6', 'miniflare@4.20260730.0'];
const folder = resolve(import.meta.dirname, '../node_modules/.cache/runtimes');
const packages = `${folder}/node_modules`;

/** Installed once per list of packages. */
function installRuntimes(): void {
  const stamp = `${folder}/installed.txt`;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === PACKAGES.join()) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  run('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, ...PACKAGES], folder);
  writeFileSync(stamp, PACKAGES.join());
}

let project: string;
before(() => {
  installRuntimes();
  project = projectWithClient();
});
after(() => rmSync(project, { recursive: true }));

/** Each program expects a server of its own. */
async function withServer(use: (url: string) => Promise<void>): Promise<void> {
  const server = await ServerProcess.start({ OFFER_LINK_HOSTS: '*', FEED_PRIVATE_HOSTS: '127.0.0.1' });
  try {
    await server.ready();
    await use(server.url);
  } finally {
    await server.remove();
  }
}

const COMMANDS = {
  'Node 20': [`${packages}/node-${TARGET}/bin/node`],
  Bun: [`${packages}/@oven/bun-${TARGET}/bin/bun`, 'run'],
  Deno: [
    `${packages}/.bin/deno`,
    'run',
    '--no-prompt',
    '--node-modules-dir=manual',
    '--allow-net',
    '--allow-env',
    '--allow-read',
  ],
};

for (const [name, command] of Object.entries(COMMANDS))
  test(`${name} makes every call`, () =>
    withServer(async (url) => {
      const program = await addProgram(project, `${import.meta.dirname}/client/program.ts`);
      const env = { FINDERFEE_URL: url, FINDERFEE_API_KEY: 'test-key' };
      const { code, stderr } = await runProgram([...command, program], env);
      assert.equal(code, 0, stderr);
    }));

interface Miniflare {
  dispatchFetch(url: string): Promise<Response>;
  dispose(): Promise<void>;
}

test("Cloudflare's workers search, stream and verify", () =>
  withServer(async (url) => {
    const { Miniflare } = createRequire(`${folder}/`)('miniflare') as { Miniflare: new (options: object) => Miniflare };
    const program = await addProgram(project, `${import.meta.dirname}/client/worker.ts`, { isBundled: true });
    const worker = new Miniflare({
      ...{ modules: true, script: readFileSync(program, 'utf8'), compatibilityDate: '2026-07-01' },
    });
    try {
      const reply = await worker.dispatchFetch(`http://worker.example/?url=${encodeURIComponent(url)}`);
      assert.deepEqual(await reply.json(), { found: 0, last: 'done', refusal: 'WebhookSignatureError' });
    } finally {
      await worker.dispose();
    }
  }));
