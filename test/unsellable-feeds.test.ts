// Feeds with products that cannot be sold: the report warns, and a strict import rejects them.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { runCommand } from './support/server-process.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const folder = temporaryFolder();
after(() => rmSync(folder, { recursive: true }));
const env = { DATA_DIR: `${folder}/data`, FEED_PRIVATE_HOSTS: '127.0.0.1' };
const finderfee = (...args: string[]) => runCommand(args, env);

const HEADER = 'aw_product_id,product_name,search_price,currency,merchant_id,merchant_name,aw_deep_link';
const link = (id: number) => `https://www.awin1.com/pclick.php?p=${id}&a=PUBLISHER_ID`;
const AWIN = [
  HEADER,
  `1,Lamp,5,EUR,9,Lamps,${link(1)}`,
  `2,Vase,5,,9,Lamps,${link(2)}`,
  '3,Pot,5,EUR,9,Lamps,',
  '',
].join('\n');

const path = `${folder}/awin.csv`;
writeFileSync(path, AWIN);

test('an import warns with counts and instructions', async () => {
  const { code, stdout } = await finderfee('import', path);
  assert.equal(code, 0);
  assert.match(stdout, /^3 rows: 3 products/m);
  assert.match(stdout, /^warning: 1 product has no currency; set it with --currency CODE$/m);
  assert.match(stdout, /^warning: 1 product has no link; /m);
  assert.match(stdout, /^warning: 2 products have a placeholder .*; set it with --publisher-id ID$/m);
  assert.match(stdout, /--strict rejects them$/m);
  const helped = await finderfee('import', path, '--publisher-id', '77', '--currency', 'EUR', '--json');
  assert.deepEqual(JSON.parse(helped.stdout).warnings, { 'product_url and merchant_url are missing': 1 });
});

test('a strict import rejects them by line, field and reason', async () => {
  const { code, stderr, stdout } = await finderfee('import', path, '--strict', '--feed', 'strict', '--json');
  const { products, rejected, warnings } = JSON.parse(stdout);
  assert.deepEqual([code, products, rejected, warnings], [1, 0, 3, {}]);
  assert.deepEqual(stderr.split('\n').slice(0, 3), [
    'line 2: merchant_url contains a placeholder instead of your publisher id: PUBLISHER_ID',
    'line 3: currency is missing',
    'line 4: product_url and merchant_url are missing',
  ]);
});

test('a product without a price is counted once, whatever its currency, and rejected by a strict import', async () => {
  const unpriced = `${folder}/unpriced.csv`;
  writeFileSync(unpriced, `${HEADER}\n1,Lamp,,,11,Lamps,https://lamps.example/1\n`);
  for (const currency of [[], ['--currency', 'EUR']]) {
    const warned = await finderfee('import', unpriced, ...currency, '--json');
    assert.deepEqual(JSON.parse(warned.stdout).warnings, { 'price is missing': 1 });
    const { code, stderr } = await finderfee('import', unpriced, ...currency, '--strict');
    assert.deepEqual([code, stderr], [1, 'line 2: price is missing\n']);
  }
  assert.match((await finderfee('import', unpriced)).stdout, /^warning: 1 product has no price; /m);
});

test('an empty publisher id is refused', async () => {
  for (const words of [
    ['import', path],
    ['feeds', 'change', 'kept'],
    ['feeds', 'add', 'https://l.example/f', '--every', '1d'],
  ]) {
    const { code, stderr } = await finderfee(...words, '--publisher-id', ' ');
    assert.deepEqual(
      [code, /'--publisher-id <id>' argument ' ' is invalid\. must not be empty/.test(stderr)],
      [2, true],
    );
  }
});

test('our own JSONL is filled and checked in the same way', async () => {
  const own = `${folder}/own.jsonl`;
  const pot = { id: 'pot', name: 'Pot', merchant: { name: 'Pots' }, regular_price: 5, merchant_url: link(1) };
  writeFileSync(own, JSON.stringify(pot));
  assert.equal((await finderfee('import', own, '--strict')).code, 1);
  assert.equal((await finderfee('import', own, '--strict', '--currency', 'EUR', '--publisher-id', '77')).code, 0);
  const { merchant_url: product_url, ...rest } = pot;
  writeFileSync(own, [pot, { ...rest, id: 'pan', product_url }].map((one) => JSON.stringify(one)).join('\n'));
  const { stdout } = await finderfee('import', own, '--currency', 'EUR');
  assert.deepEqual(stdout.match(/^warning: .* placeholder/gm), ['warning: 2 products have a placeholder']);
});

test('a registered feed keeps its warnings in the run, and its publisher id and strictness', async (t) => {
  const source = createServer((_, response) => response.end(AWIN.replaceAll(',9,', ',10,'))).listen(0, '127.0.0.1');
  t.after(() => source.close());
  await once(source, 'listening');
  const url = `http://127.0.0.1:${(source.address() as AddressInfo).port}/feed.csv`;
  await finderfee('feeds', 'add', url, '--every', '1d', '--feed', 'kept', '--publisher-id', '77');
  await finderfee('feeds', 'run', 'kept');
  const shown = await finderfee('feeds', 'show', 'kept');
  assert.match(shown.stdout, /^ {2}publisher_id: 77\n(?:.*\n)* {2}warning: 1 product has no currency/m);
  assert.doesNotMatch(shown.stdout, /placeholder/);
  const strict = await finderfee('feeds', 'change', 'kept', '--strict');
  assert.match(strict.stdout, /^ {2}strict: true$/m);
  await finderfee('feeds', 'run', 'kept', '--force');
  assert.match((await finderfee('feeds', 'show', 'kept')).stdout, /3 rows: 1 products .* 2 rejected/);
  assert.doesNotMatch((await finderfee('feeds', 'change', 'kept', '--no-strict')).stdout, /strict/);
});
