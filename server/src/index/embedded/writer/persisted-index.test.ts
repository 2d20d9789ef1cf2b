// The persisted index: a start resumes from the last commit point, after a crash too, and damage is detected.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { BATCH, changesBetween, openPersisted } from '../../../../../test/support/index-writer-process.ts';
import { SEED, seeded } from '../../../../../test/support/seeded.ts';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import { measureLengths } from '../../ranking/field-lengths.ts';
import { openSegmentIndex, type SegmentIndex } from '../open-segment-index.ts';

const WRITER = join(import.meta.dirname, '../../../../../test/support/index-writer-process.ts');
const KILLS = 6;
const random = seeded(SEED);
const QUERIES = ['kettle', 'umbrella number 7', 'lamp round 3', 'number 1500'];

const failOnFault = (error: unknown) => {
  throw error;
};

async function foundIn(index: SegmentIndex): Promise<number[][]> {
  const results = QUERIES.map((text) => index.search({ text, criteria: [], exclude: [], limit: 1000 }));
  return (await Promise.all(results)).map(({ product_nos }) => [...product_nos]);
}

/** The persisted index plus the remaining changes finds the same as an index built from all changes. */
async function assertComplete(t: TestContext, folder: string, up_to: number): Promise<void> {
  const copy = folderOf(t);
  if (existsSync(folder)) cpSync(folder, copy, { recursive: true });
  const [persisted, fresh] = [await openPersisted(copy, failOnFault), await openPersisted(folderOf(t), failOnFault)];
  try {
    assert.ok(persisted.appliedUpTo() <= up_to, 'no change from the future');
    await persisted.apply(changesBetween(persisted.appliedUpTo(), up_to));
    await fresh.apply(changesBetween(0, up_to));
    assert.equal(persisted.figures().products, fresh.figures().products);
    assert.deepEqual(await foundIn(persisted), await foundIn(fresh));
  } finally {
    await Promise.all([persisted.close(), fresh.close()]);
  }
}

function folderOf(t: TestContext): string {
  const folder = temporaryFolder();
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'index');
}

/** Kills a process that writes the index, at a random moment once `isDue`. Returns where it started and how far it got. */
async function writeAndKill(folder: string, isDue: () => boolean): Promise<{ opened: number; applied: number }> {
  const child = spawn(process.execPath, [WRITER, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  let [opened, applied, kill_ms] = [0, 0, Number.POSITIVE_INFINITY];
  for await (const line of createInterface(child.stdout)) {
    const number = Number(/\d+$/.exec(line)![0]);
    if (line.startsWith('opened')) opened = number;
    if (kill_ms === Number.POSITIVE_INFINITY && isDue()) kill_ms = performance.now() + random() * 700;
    applied = number;
    if (performance.now() > kill_ms) child.kill('SIGKILL');
  }
  if (child.signalCode === null) await once(child, 'exit');
  assert.equal(child.signalCode, 'SIGKILL');
  return { opened, applied };
}

test('after a kill at any moment, the last commit point plus later changes is complete', async (t) => {
  const folder = folderOf(t);
  let [last, resumed] = [0, 0];
  for (let kill = 0; kill < KILLS; kill++) {
    // The first kill may come before the first commit.
    const isDue = () => kill === 0 || existsSync(join(folder, 'manifest.json'));
    const { opened, applied } = await writeAndKill(folder, isDue);
    resumed += Number(opened > 0);
    // It may have applied one batch more than it reported.
    last = Math.max(last, applied) + BATCH;
    await assertComplete(t, folder, last);
  }
  assert.ok(resumed >= KILLS / 2, `only ${resumed} starts found a commit point`);
  const files = readdirSync(folder).filter((file) => file.endsWith('.bin'));
  assert.ok(files.length < 80, `unreferenced files are removed: ${files.length} files`);
});

test('a start resumes from the last commit point, and a read-only index writes nothing', async (t) => {
  const folder = folderOf(t);
  const first = await openPersisted(folder, failOnFault);
  await first.apply(changesBetween(0, 900));
  const found = await foundIn(first);
  await first.close();
  const files = readdirSync(folder);
  const second = await openSegmentIndex({ folder, lengths: measureLengths([]), threads: 1, is_read_only: true });
  assert.equal(second.appliedUpTo(), 900);
  assert.deepEqual(await foundIn(second), found);
  await second.apply(changesBetween(900, 1000));
  await second.close();
  assert.deepEqual(readdirSync(folder), files);
});

test('a rebuilt index replaces the persisted one, even if it is empty', async (t) => {
  const folder = folderOf(t);
  const old = await openPersisted(folder, failOnFault);
  await old.apply(changesBetween(0, 300));
  await old.close();
  const rebuilt = await openSegmentIndex({ folder, lengths: measureLengths([]), threads: 1, mode: 'rebuild' });
  assert.equal(rebuilt.appliedUpTo(), 0);
  await rebuilt.close();
  const next = await openPersisted(folder, failOnFault);
  assert.equal(next.appliedUpTo(), 0);
  await next.close();
});

test('after a rebuild request the old index is ignored, and the new one is persisted once it is promoted', async (t) => {
  const folder = folderOf(t);
  const lengths = measureLengths([]);
  const old = await openPersisted(folder, failOnFault);
  await old.apply(changesBetween(0, 300));
  await old.close();
  const beside = await openSegmentIndex({ folder, lengths, threads: 1, rebuilds: 1, mode: 'beside' });
  assert.equal(beside.appliedUpTo(), 0);
  await beside.apply(changesBetween(0, 100));
  const files = readdirSync(folder);
  await beside.promote();
  await beside.close();
  assert.notDeepEqual(readdirSync(folder), files);
  for (const [rebuilds, up_to] of [
    [1, 100],
    [2, 0],
  ] as const) {
    const next = await openSegmentIndex({ folder, lengths, threads: 1, rebuilds, is_read_only: true });
    assert.equal(next.appliedUpTo(), up_to);
    await next.close();
  }
});

const DAMAGES: [name: string, damage: (folder: string, segment: string) => void][] = [
  ['a flipped bit in a segment', (folder, segment) => flipBit(join(folder, segment), 0.7)],
  ['a truncated segment', (folder, segment) => truncate(join(folder, segment))],
  ['a missing segment', (folder, segment) => unlinkSync(join(folder, segment))],
  ['a truncated manifest', (folder) => truncate(join(folder, 'manifest.json'))],
];

for (const [name, damage] of DAMAGES) {
  test(`damage is reported once and the index rebuilt: ${name}`, async (t) => {
    const folder = folderOf(t);
    const first = await openPersisted(folder, failOnFault);
    await first.apply(changesBetween(0, 600));
    await first.close();
    damage(folder, readdirSync(folder).find((file) => file.startsWith('segment-'))!);
    const faults: unknown[] = [];
    const second = await openPersisted(folder, (error) => faults.push(error));
    assert.deepEqual(
      faults.map((error) => (error as Error).message),
      ['the index on disk is damaged and will be rebuilt'],
    );
    assert.equal(second.appliedUpTo(), 0);
    await second.apply(changesBetween(0, 600));
    await second.close();
    await assertComplete(t, folder, 600);
  });
}

function flipBit(file: string, position: number): void {
  const bytes = readFileSync(file);
  bytes[Math.floor(bytes.length * position)]! ^= 0x10;
  writeFileSync(file, bytes);
}

const truncate = (file: string) => writeFileSync(file, readFileSync(file).subarray(0, -100));
