// `finderfee import`: stdin, broken input, dry runs and terminal output.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { baseEnv, CLI, runCommand } from './support/server-process.ts';
import { temporaryFolder } from './support/temporary-folder.ts';
import { zip } from './support/zip.ts';

const folder = temporaryFolder();
after(() => rmSync(folder, { recursive: true }));
const env = { DATA_DIR: `${folder}/data` };
const path = `${folder}/feed.csv`;

const LAMPS = 'id,title,link,image_link,price\n1,Lamp,https://l.example/1,,5 EUR\n2,Vase,https://l.example/2,,6 EUR\n';

const startPiped = (...args: string[]) => {
  const child = spawn(process.execPath, [CLI, 'import', '-', ...args], { env: { ...baseEnv, ...env } });
  const output = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { child, ended: output.then(([stdout, stderr, [code]]) => ({ stdout, stderr, code })) };
};
const piped = (content: string | Uint8Array, ...args: string[]) => {
  const { child, ended } = startPiped(...args);
  child.stdin.on('error', () => {}).end(content);
  return ended;
};

test('import - reads stdin, plain and gzip, and detects the format', async () => {
  const plain = await piped(LAMPS);
  assert.match(plain.stdout, /^format google: .*\n2 rows: 2 products \(2 new, 0 changed, 0 unchanged\)/);
  const packed = await piped(gzipSync(LAMPS));
  assert.match(packed.stdout, /2 rows: 2 products \(0 new, 0 changed, 2 unchanged\)/);
  const runs = await runCommand(['feeds', 'show', '1'], env);
  assert.match(runs.stdout, /^run 1 .* done {2}stdin$/m);
});

test('import - refuses a zip with a message', async () => {
  const refused = await piped(zip({ 'a.csv': LAMPS }));
  assert.deepEqual(
    [refused.code, refused.stderr],
    [1, 'stdin: a zip cannot be read from stdin: save it to a file first\n'],
  );
});

test('import - ends at a broken gzip even if the writer keeps the pipe open', async (t) => {
  const { child, ended } = startPiped();
  t.after(() => child.kill());
  child.stdin.on('error', () => {}).write(gzipSync(randomBytes(400_000)).fill(0xff, 10));
  const { code, stderr } = await ended;
  assert.equal(code, 1);
  assert.match(stderr, /^stdin: cannot be read: invalid block type$/m);
});

test('without a terminal, progress is a line every few seconds without control characters', async () => {
  const { child, ended } = startPiped();
  child.stdin.write(LAMPS);
  await once(child.stderr, 'data');
  child.stdin.end();
  const { stderr, code } = await ended;
  assert.match(stderr, /^(?:waiting for the source|reading .* rows .*)\n/);
  assert.doesNotMatch(stderr, /[^\P{Cc}\n]/u);
  assert.equal(code, 0);
});

test('a dry run predicts new, changed, unchanged and deleted products, and the guards of a full feed', async () => {
  const google = (...rows: string[]) => writeFileSync(path, `id,title,link,image_link,price\n${rows.join('\n')}\n`);
  const row = (id: number, price = '5,50 EUR') => `${id},Teapot ${id},https://t.example/${id},,"${price}"`;
  const teapots = { DATA_DIR: `${folder}/teapots` };
  const load = (...args: string[]) =>
    runCommand(['import', path, '--feed', 'teapots', '--mode', 'full', ...args], teapots);
  google(row(1), row(2), row(3), row(4), row(4, '6 EUR'));
  const first = await load('--dry-run');
  assert.match(first.stdout, /^5 rows: 4 products \(4 new, 0 changed, 0 unchanged\), 0 rejected, 1 repeated$/m);
  const sample = '  Teapot 1\n    5.50 EUR, no availability, T\n    https://t.example/1\n  Teapot 2\n';
  assert.ok(first.stdout.includes(`the first products:\n${sample}`), first.stdout);
  assert.equal(existsSync(teapots.DATA_DIR), false, 'it creates no data folder');
  await load();
  google(row(1), row(2, '7 EUR'), row(5));
  const predicted = await load('--dry-run');
  const counts = /^3 rows: 3 products \(1 new, 1 changed, 1 unchanged\), 0 rejected, 2 deleted$/m;
  assert.match(predicted.stdout, counts);
  assert.match((await load()).stdout, counts);
  google(row(1));
  const stopped = /^stopped: the file has 1 products, and the feed had 3: nothing was changed$/m;
  for (const { code, stdout } of [await load('--dry-run'), await load()])
    assert.deepEqual([code, stopped.test(stdout)], [1, true]);
});

test('an interrupted dry run leaves no temporary installation', async (t) => {
  const TMPDIR = `${folder}/tmp`;
  mkdirSync(TMPDIR);
  const args = [CLI, 'import', '-', '--dry-run', '--data-dir', `${folder}/none`];
  const child = spawn(process.execPath, args, { env: { ...baseEnv, TMPDIR }, stdio: ['pipe', 'ignore', 'ignore'] });
  t.after(() => child.kill('SIGKILL'));
  const files = () => readdirSync(TMPDIR, { recursive: true }).map((name) => basename(String(name)));
  while (!files().includes('catalogue.db')) await sleep(20);
  child.kill('SIGINT');
  assert.deepEqual(await once(child, 'close'), [130, null]);
  assert.deepEqual(readdirSync(TMPDIR), []);
});

test('a dry run does not migrate a data folder of an older version', async () => {
  const old = { DATA_DIR: `${folder}/old` };
  writeFileSync(path, LAMPS);
  await runCommand(['import', path], old);
  const sessions = new DatabaseSync(`${old.DATA_DIR}/sessions.db`);
  sessions.exec('PRAGMA user_version = 3');
  const { code, stderr } = await runCommand(['import', path, '--dry-run'], old);
  assert.deepEqual([code, /is of an older version: start this version once/.test(stderr)], [2, true]);
  assert.equal(sessions.prepare('PRAGMA user_version').get()?.user_version, 3);
  sessions.close();
});

test('a broken mapping file is reported before anything starts', async () => {
  writeFileSync(path, LAMPS);
  const mapping = `${folder}/map.json`;
  const faults: [string, RegExp][] = [
    ['{"fields":', /not JSON: /],
    ['[]', /invalid mapping: must be an object/],
    ['{"fields": {"id": "id", "name": 5}}', /fields.name must be the name of a column, or a list of names/],
    ['{"fields": {"id": "id", "nmae": "title"}}', /unknown field "nmae" in fields; the fields are id, name, /],
    ['{"fields": {"id": "id", "name": "title"}, "column": 1}', /unknown key "column"; a mapping has fields, /],
  ];
  for (const [content, reason] of faults) {
    writeFileSync(mapping, content);
    const { code, stderr } = await runCommand(['import', path, '--mapping', mapping], env);
    assert.ok(stderr.startsWith(`finderfee: --mapping ${mapping}: `), stderr);
    assert.deepEqual([code, reason.test(stderr)], [2, true], stderr);
  }
  const missing = ['feeds', 'add', 'https://l.example/f', '--every', '1d', '--mapping', '/nowhere.json'];
  const { code, stderr } = await runCommand(missing, env);
  assert.deepEqual([code, /^finderfee: --mapping \/nowhere.json: cannot be read: ENOENT/.test(stderr)], [2, true]);
});

test('control characters of a feed do not reach the terminal', async () => {
  writeFileSync(path, `${LAMPS}3,Lamp,\x1b[2Jx,,5 EUR,too,many\n`);
  const { stderr } = await runCommand(['import', path], env);
  assert.match(stderr, /^line 4: has 7 columns instead of 5: 3,Lamp,\ufffd\[2Jx/m);
  const hostile = zip({ '../\x1b[2Jx.csv': LAMPS });
  // Sets the UTF-8 flag of the name: in code page 437 the byte of ESC is an arrow.
  hostile[hostile.lastIndexOf('PK\x01\x02') + 9] = 8;
  writeFileSync(path, hostile);
  const refused = await runCommand(['import', path, '--feed', 'zipped'], env);
  assert.match(refused.stderr, /the zip cannot be read: .*\ufffd\[2Jx/);
  for (const words of [['list'], ['show', 'zipped']])
    assert.match((await runCommand(['feeds', ...words], env)).stdout, /failed: the zip cannot be read: .*\ufffd\[2Jx/);
});
