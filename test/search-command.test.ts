// `finderfee search`: results and explanations.
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { runCommand } from './support/server-process.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const folder = temporaryFolder();
const finderfee = (...args: string[]) => runCommand(args, { DATA_DIR: folder });

before(async () => {
  const merchant = { id: '7', name: 'Kettle House' };
  const products = [
    { id: 'a', name: 'Blue kettle', brand: 'Acme', sale_price: 20, regular_price: 30, currency: 'EUR', merchant },
    { id: 'b', name: 'Kettle descaler for a blue kettle', brand: 'Zig', merchant },
    { id: 'c', name: 'Couch', merchant },
  ];
  writeFileSync(`${folder}/feed.jsonl`, products.map((product) => JSON.stringify(product)).join('\n'));
  assert.equal((await finderfee('import', `${folder}/feed.jsonl`)).code, 0);
});
after(() => rmSync(folder, { recursive: true }));

test('prints filtered results and the correction of a misspelt word', async () => {
  const { code, stdout } = await finderfee('search', 'blue kettel', '--filter', 'final_price <= 25');
  assert.equal(code, 0);
  assert.equal(
    stdout,
    'no product contains "kettel": searched for "kettle"\n  1. Blue kettle [a], 20 EUR, Kettle House\n',
  );
  assert.equal((await finderfee('search', 'zzzqx')).stdout, 'nothing found\n');
});

test('explains each hit: matched terms, and signals that add up to its score', async () => {
  const { stdout } = await finderfee('search', 'sofa kettle', '--explain', '--json');
  const { hits } = JSON.parse(stdout);
  assert.deepEqual(hits.map(({ id }: { id: string }) => id).sort(), ['a', 'b', 'c']);
  for (const { score, contributions } of hits) {
    const sum = Object.values(contributions as Record<string, number>).reduce((all, points) => all + points, 0);
    assert.ok(Math.abs(sum - score) < 1e-9);
  }
  const couch = hits.find(({ id }: { id: string }) => id === 'c');
  assert.deepEqual([couch.words[0].word, couch.words[0].by, couch.words[0].why], ['sofa', 'couch', 'synonym']);
  assert.match(
    (await finderfee('search', 'sofa', '--explain')).stdout,
    /score .*lexical \+1\.000.*\n.*sofa matched couch \(synonym\)/,
  );
});

test('an invalid filter is reported with exit code 2', async () => {
  for (const [filter, message] of [
    ['brand', /must be a filter like/],
    ['bran = x', /Expected 'any' \| 'name/],
    ['on_sale = maybe', /value: /],
  ] as const) {
    const { code, stderr } = await finderfee('search', 'x', '--filter', filter);
    assert.equal(code, 2);
    assert.match(stderr, message);
  }
});
