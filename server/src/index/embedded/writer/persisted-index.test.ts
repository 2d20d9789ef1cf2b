// The index on the disk: a start takes it up where it was left, a kill at any moment harms nothing, damage is noticed.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { BATCH, changesBetween, openKept } from '../../../../../test/support/index-writer-process.ts';
import { SEED, seeded } from '../../../../../test/support/seeded.ts';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import type { SearchIndex } from '../../port.ts';
import { measureLengths } from '../../ranking/field-lengths.ts';
import { openEmbeddedIndex } from '../open-embedded-index.ts';

const WRITER = join(import.meta.dirname, '../../../../../test/support/index-writer-process.ts');
const KILLS = 6;
const random = seeded(SEED);
const QUERIES = ['kettle', 'umbrella number 7', 'lamp round 3', 'number 1500'];

const failOnFault = (error: unknown) => {
  throw error;
};

async function foundIn(index: SearchIndex): Promise<number[][]> {
  const results = QUERIES.map((text) => index.search({ text, criteria: [], exclude: [], limit: 1000 }));
  return (await Promise.all(results)).map(({ product_nos }) => [...product_nos]);
}

/** Whatever was kept, with the rest of the changes it finds what an index finds that took all of them at once. */
async function assertComplete(t: TestContext, folder: string, up_to: number): Promise<void> {
  const copy = folderOf(t);
  if (existsSync(folder)) cpSync(folder, copy, { recursive: true });
  const [kept, fresh] = [await openKept(copy, failOnFault), await openKept(folderOf(t), failOnFault)];
  try {
    assert.ok(kept.appliedUpTo() <= up_to, 'nothing was kept that was never there');
    await kept.apply(changesBetween(kept.appliedUpTo(), up_to));
    await fresh.apply(changesBetween(0, up_to));
    assert.equal(kept.figures().products, fresh.figures().products);
    assert.deepEqual(await foundIn(kept), await foundIn(fresh));
  } finally {
    await Promise.all([kept.close(), fresh.close()]);
  }
}

function folderOf(t: TestContext): string {
  const folder = temporaryFolder();
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'index');
}

/**
 * Lets a process change the index, kills it at some moment, and tells where it began and how far it came. However slow
 * the machine is, the moment comes after `least`.
 */
async function writeAndKill(folder: string, least: () => boolean): Promise<{ opened: number; applied: number }> {
  const child = spawn(process.execPath, [WRITER, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  let [opened, applied, kill_ms] = [0, 0, Number.POSITIVE_INFINITY];
  for await (const line of createInterface(child.stdout)) {
    const number = Number(/\d+$/.exec(line)![0]);
    if (line.startsWith('opened')) opened = number;
    if (kill_ms === Number.POSITIVE_INFINITY && least()) kill_ms = performance.now() + random() * 700;
    applied = number;
    if (performance.now() > kill_ms) child.kill('SIGKILL');
  }
  if (child.signalCode === null) await once(child, 'exit');
  assert.equal(child.signalCode, 'SIGKILL');
  return { opened, applied };
}

test('a kill at any moment: the last manifest is taken up, and with the changes since nothing is missing', async (t) => {
  const folder = folderOf(t);
  let [last, takenUp] = [0, 0];
  for (let kill = 0; kill < KILLS; kill++) {
    // Before the first kill there may be nothing yet to take up, after the second there is.
    const least = () => kill === 0 || existsSync(join(folder, 'manifest.json'));
    const { opened, applied } = await writeAndKill(folder, least);
    takenUp += Number(opened > 0);
    // It may have applied one batch more than it could tell.
    last = Math.max(last, applied) + BATCH;
    await assertComplete(t, folder, last);
  }
  assert.ok(takenUp >= KILLS / 2, `only ${takenUp} starts found something that was kept`);
  const files = readdirSync(folder).filter((file) => file.endsWith('.bin'));
  assert.ok(files.length < 80, `what no manifest lists is removed: ${files.length} files`);
});

test('a start takes the index up where it was left, whole, and a read-only one writes nothing', async (t) => {
  const folder = folderOf(t);
  const first = await openKept(folder, failOnFault);
  await first.apply(changesBetween(0, 900));
  const found = await foundIn(first);
  await first.close();
  const files = readdirSync(folder);
  const second = await openEmbeddedIndex({ folder, lengths: measureLengths([]), threads: 1, is_read_only: true });
  assert.equal(second.appliedUpTo(), 900);
  assert.deepEqual(await foundIn(second), found);
  await second.apply(changesBetween(900, 1000));
  await second.close();
  assert.deepEqual(readdirSync(folder), files);
});

test('an index that is begun anew takes the place of the one that was kept, even with nothing in it', async (t) => {
  const folder = folderOf(t);
  const old = await openKept(folder, failOnFault);
  await old.apply(changesBetween(0, 300));
  await old.close();
  const anew = await openEmbeddedIndex({ folder, lengths: measureLengths([]), threads: 1, begins: 'anew' });
  assert.equal(anew.appliedUpTo(), 0);
  await anew.close();
  const next = await openKept(folder, failOnFault);
  assert.equal(next.appliedUpTo(), 0);
  await next.close();
});

test('an index that the operator asked anew is not taken up; one beside it is kept when it is told to be', async (t) => {
  const folder = folderOf(t);
  const lengths = measureLengths([]);
  const old = await openKept(folder, failOnFault);
  await old.apply(changesBetween(0, 300));
  await old.close();
  const beside = await openEmbeddedIndex({ folder, lengths, threads: 1, rebuilds: 1, begins: 'beside' });
  assert.equal(beside.appliedUpTo(), 0);
  await beside.apply(changesBetween(0, 100));
  const files = readdirSync(folder);
  await beside.keep();
  await beside.close();
  assert.notDeepEqual(readdirSync(folder), files);
  for (const [rebuilds, up_to] of [
    [1, 100],
    [2, 0],
  ] as const) {
    const next = await openEmbeddedIndex({ folder, lengths, threads: 1, rebuilds, is_read_only: true });
    assert.equal(next.appliedUpTo(), up_to);
    await next.close();
  }
});

const DAMAGES: [says: string, damage: (folder: string, segment: string) => void][] = [
  ['a byte of a segment', (folder, segment) => flip(join(folder, segment), 0.7)],
  ['a segment that is cut off', (folder, segment) => cut(join(folder, segment))],
  ['a segment that is gone', (folder, segment) => unlinkSync(join(folder, segment))],
  ['a manifest that is cut off', (folder) => cut(join(folder, 'manifest.json'))],
];

for (const [says, damage] of DAMAGES) {
  test(`damage is noticed, said once, and the index begun anew: ${says}`, async (t) => {
    const folder = folderOf(t);
    const first = await openKept(folder, failOnFault);
    await first.apply(changesBetween(0, 600));
    await first.close();
    damage(folder, readdirSync(folder).find((file) => file.startsWith('segment-'))!);
    const faults: unknown[] = [];
    const second = await openKept(folder, (error) => faults.push(error));
    assert.deepEqual(
      faults.map((error) => (error as Error).message),
      ['the index on the disk is damaged, and built again'],
    );
    assert.equal(second.appliedUpTo(), 0);
    await second.apply(changesBetween(0, 600));
    await second.close();
    await assertComplete(t, folder, 600);
  });
}

function flip(file: string, share: number): void {
  const bytes = readFileSync(file);
  bytes[Math.floor(bytes.length * share)]! ^= 0x10;
  writeFileSync(file, bytes);
}

const cut = (file: string) => writeFileSync(file, readFileSync(file).subarray(0, -100));
