// The recipes of the client's README, run as one program on the demo catalogue.
import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { projectWithClient } from '../support/built-client.ts';
import { runNode, ServerProcess } from '../support/server-process.ts';

test('every recipe of the README works as it is written', async (t) => {
  const project = projectWithClient();
  t.after(() => rmSync(project, { recursive: true }));
  const server = await ServerProcess.start({}, ['--demo']);
  t.after(() => server.remove());
  await server.ready();
  const readme = readFileSync(`${import.meta.dirname}/../../client/README.md`, 'utf8');
  const recipes = [...readme.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code);
  assert.ok(recipes.length >= 8);
  writeFileSync(`${project}/recipes.mjs`, recipes.join('\n').replaceAll('http://127.0.0.1:8080', server.url));
  const env = { FINDERFEE_URL: server.url, FINDERFEE_API_KEY: 'test-key' };
  const { code, stdout, stderr } = await runNode([`${project}/recipes.mjs`], env);
  assert.deepEqual([code, stderr], [0, 'body.query String should have at least 1 character\n'], stderr);
  for (const printed of [/Running Shoes/, /Boots/, /^offer \d+$/m, /^search \{|^offer \{/m])
    assert.match(stdout, printed);
});
