// `finderfee synonyms` beside a running server.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { runCommand, ServerProcess } from './support/server-process.ts';

let server: ServerProcess;
before(async () => {
  server = await ServerProcess.start({ LOG_LEVEL: 'error' });
});
after(() => server.remove());

const synonyms = (...args: string[]) => runCommand(['synonyms', ...args], { DATA_DIR: server.folder });
/** Runs the command, expects success, and returns its output. */
const said = async (...args: string[]) => {
  const { code, stdout, stderr } = await synonyms(...args);
  assert.equal(code, 0, stderr);
  return stdout.trim();
};
const listed = async (...options: string[]): Promise<Record<string, unknown>[]> =>
  JSON.parse(await said('list', '--json', ...options));
const namesOf = async (...options: string[]) => (await listed(...options)).map(({ synonyms }) => synonyms);

test('the built-in list is active from the start', async () => {
  assert.match(await said('list'), /^on {3}built-in {2}trainers, sneakers$/m);
  assert.equal(await said('list', '--own'), 'no synonyms');
  assert.deepEqual(
    (await listed()).find(({ synonyms }) => synonyms === 'fridge, refrigerator'),
    {
      synonyms: 'fridge, refrigerator',
      inputs: ['fridge', 'refrigerator'],
      outputs: ['fridge', 'refrigerator'],
      source: 'built-in',
      state: 'on',
    },
  );
});

test('a group is added once and removed again, in any order of its members', async () => {
  assert.equal(await said('add', 'Laptop,  notebook'), 'added: Laptop, notebook');
  assert.equal(await said('add', 'notebook, laptop'), 'already exists: notebook, laptop');
  assert.equal(await said('add', 'soda => fizzy drink'), 'added: soda => fizzy drink');
  assert.equal(await said('list', '--own'), 'on   own       Laptop, notebook\non   own       soda => fizzy drink');
  assert.deepEqual((await namesOf()).slice(-2), ['Laptop, notebook', 'soda => fizzy drink']);
  assert.equal(await said('remove', 'notebook, laptop'), 'removed: notebook, laptop');
  assert.equal(await said('remove', 'soda => fizzy drink'), 'removed: soda => fizzy drink');
  assert.deepEqual(await namesOf('--own'), []);
});

test('a built-in group is disabled and enabled again', async () => {
  const group = 'fridge, refrigerator';
  assert.equal(await said('remove', 'refrigerator, fridge'), 'disabled: refrigerator, fridge');
  assert.equal(await said('remove', group), `already disabled: ${group}`);
  assert.ok(!(await namesOf()).includes(group));
  assert.ok((await namesOf('--all')).includes(group));
  assert.equal(await said('list', '--own'), `off  built-in  ${group}`);
  assert.equal(await said('add', group), `enabled: ${group}`);
  assert.equal(await said('add', group), `already exists: ${group}`);
  assert.deepEqual(await namesOf('--own'), []);
});

test('removing an unknown group fails and suggests similar ones', async () => {
  const { code, stderr } = await synonyms('remove', 'sofa, couches');
  assert.equal(code, 1);
  assert.match(stderr, /^there is no group "sofa, couches": see npx finderfee synonyms list\n.*"sofa, couch, settee"/);
  assert.equal((await synonyms('remove', 'sofa => couch, settee')).code, 1, 'the direction matters');
});

test('an invalid group is refused with a clear message', async () => {
  const refused = async (reason: RegExp, ...args: string[]) => {
    const { code, stderr } = await synonyms(...args);
    assert.equal(code, 2, args.join(' '));
    assert.match(stderr, reason);
  };
  await Promise.all([
    refused(/at least two members/, 'add', 'sofa'),
    refused(/"sofa" and "sofas" are the same in a search/, 'add', 'sofa, sofas'),
    refused(/a member is empty/, 'remove', 'sofa, , couch'),
    refused(/missing required argument/, 'add'),
    refused(/cannot be used with/, 'list', '--all', '--own'),
  ]);
  assert.deepEqual(await namesOf('--own'), []);
});
