// The client as a package: it compiles in a project without zod, and runs on the supported versions of Node.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { addProgram, projectWithClient } from '../support/built-client.ts';
import { whereIs } from '../support/installed-package.ts';
import { runProgram, ServerProcess } from '../support/server-process.ts';

const root = `${import.meta.dirname}/../..`;
let project: string;
before(() => {
  project = projectWithClient();
});
after(() => rmSync(project, { recursive: true }));

const COMPILERS = { '7': `${root}/node_modules/typescript`, '5.9': `${root}/client/node_modules/typescript` };
const CONSUMER = {
  compilerOptions: {
    ...{ module: 'nodenext', target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'], types: [] },
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noEmit: true },
  },
  files: ['consumer.ts'],
};

for (const [version, compiler] of Object.entries(COMPILERS))
  test(`a project without zod compiles with TypeScript ${version}`, () => {
    writeFileSync(`${project}/tsconfig.json`, JSON.stringify(CONSUMER));
    copyFileSync(`${import.meta.dirname}/consumer.ts`, `${project}/consumer.ts`);
    assert.ok(!existsSync(`${project}/node_modules/zod`));
    const { stdout, status } = spawnSync(process.execPath, [`${compiler}/bin/tsc`, '-p', project], {
      encoding: 'utf8',
    });
    assert.deepEqual([status, stdout], [0, '']);
    const { stdout: printed } = spawnSync(process.execPath, [`${compiler}/bin/tsc`, '--version'], { encoding: 'utf8' });
    assert.ok(printed.startsWith(`Version ${version}`), printed);
  });

/** The machine's own is version 20 or later. */
const NODES = { project: process.execPath, machine: whereIs('node') };

for (const [owner, node] of Object.entries(NODES))
  test(`the package makes every call with the Node of the ${owner}`, async () => {
    const server = await ServerProcess.start({ OFFER_LINK_HOSTS: '*', FEED_PRIVATE_HOSTS: '127.0.0.1' });
    try {
      await server.ready();
      const program = await addProgram(project, `${import.meta.dirname}/program.ts`);
      const env = { FINDERFEE_URL: server.url, FINDERFEE_API_KEY: 'test-key' };
      const { code, stdout, stderr } = await runProgram([node, program], env);
      assert.equal(code, 0, stderr);
      assert.match(stdout, /^v\d+/);
    } finally {
      await server.remove();
    }
  });
