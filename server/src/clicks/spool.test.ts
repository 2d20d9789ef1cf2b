// The click spool: clicks stay on disk until the store commits them, each once, in few and small files.
import assert from 'node:assert/strict';
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { click } from '@finderfee/contract/examples.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { AppError } from '../app-error.ts';
import type { Store } from '../store/store.ts';
import { ClickSpool } from './spool.ts';

const spooled = (n: number, email = '') => ({ ...click, email, click_id: `k${n}`, click_at_ms: 1, now_ms: 2 });

/** Delivers the clicks of a folder until `isDone`; returns the delivered clicks and the reported errors. */
async function deliver(folder: string, isDone: () => boolean, mustWait?: () => boolean) {
  const [delivered, faults] = [[] as string[], [] as string[]];
  const spool = await ClickSpool.open(folder);
  const recordClick: Store['recordClick'] = async ({ click_id }) => {
    delivered.push(click_id);
    return 'recorded';
  };
  spool.startDelivery({ recordClick }, (error) => faults.push(String(error)), mustWait);
  while (!isDone()) await new Promise((resolve) => setImmediate(resolve));
  await spool.stop();
  return { delivered, faults };
}

test('clicks left in the spool are delivered after the next start, except for a partial line', async () => {
  const folder = temporaryFolder();
  const spool = await ClickSpool.open(folder);
  const clicks = Array.from({ length: 50 }, (_, n) => ({ ...click, click_id: `k${n}`, click_at_ms: 1, now_ms: 2 }));
  await Promise.all(clicks.map((each) => spool.add(each)));
  const [name] = readdirSync(folder);
  assert.equal(readFileSync(join(folder, name!), 'utf8').split('\n').length, 51, 'they share one file');
  await spool.stop();
  appendFileSync(join(folder, name!), '{"program":"go');

  const delivered: string[] = [];
  const next = await ClickSpool.open(folder);
  next.startDelivery(
    {
      recordClick: async ({ click_id }) => {
        delivered.push(click_id);
        return 'recorded';
      },
    },
    (error) => assert.fail(String(error)),
  );
  while (readdirSync(folder).length > 0) await sleep(50);
  await next.stop();
  assert.deepEqual(delivered.sort(), clicks.map(({ click_id }) => click_id).sort());
  rmSync(folder, { recursive: true });
});

test('a long store outage does not multiply spool files', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const folder = temporaryFolder();
  const spool = await ClickSpool.open(folder);
  let attempts = 0;
  const recordClick = () => {
    attempts++;
    return Promise.reject(new AppError('store_unavailable'));
  };
  spool.startDelivery({ recordClick }, () => {});
  for (let n = 0; attempts < 6; n++) {
    await spool.add({ ...click, click_id: `k${n}`, click_at_ms: 1, now_ms: 2 });
    for (const before = attempts; attempts === before; ) {
      t.mock.timers.tick(5000);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  assert.equal(readdirSync(folder).length, 2, 'one being retried, one being written');
  await spool.stop();
  rmSync(folder, { recursive: true });
});

test('a damaged line is reported and skipped, the others are delivered', async () => {
  const folder = temporaryFolder();
  const lines = [JSON.stringify(spooled(1)), '{"program":', JSON.stringify(spooled(2)), ''];
  writeFileSync(join(folder, 'clicks-1.jsonl'), lines.join('\n'));
  writeFileSync(join(folder, 'notes.txt'), 'not ours');
  const { delivered, faults } = await deliver(folder, () => readdirSync(folder).length === 1);
  assert.deepEqual([delivered, faults], [['k1', 'k2'], ['Error: skipped a damaged line in the click spool']]);
  assert.deepEqual(readdirSync(folder), ['notes.txt']);
  rmSync(folder, { recursive: true });
});

test('delivery pauses while it must wait', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'clicks-1.jsonl'), `${JSON.stringify(spooled(1))}\n`);
  let calls = 0;
  const { delivered } = await deliver(
    folder,
    () => calls > 0,
    () => ++calls > 0,
  );
  assert.deepEqual([delivered, readdirSync(folder)], [[], ['clicks-1.jsonl']]);
  rmSync(folder, { recursive: true });
});

test('a spool file is rotated at 4 MiB', async () => {
  for (const [bytes, files] of [
    [4 * 1024 ** 2 - 1, 1],
    [4 * 1024 ** 2, 2],
  ] as const) {
    const folder = temporaryFolder();
    const spool = await ClickSpool.open(folder);
    const rest = bytes - Buffer.byteLength(`${JSON.stringify(spooled(0))}\n`);
    // Two-byte characters, because the limit counts bytes.
    await spool.add(spooled(0, 'é'.repeat(Math.floor(rest / 2)) + 'e'.repeat(rest % 2)));
    await spool.add(spooled(1));
    assert.equal(readdirSync(folder).length, files);
    await spool.stop();
    rmSync(folder, { recursive: true });
  }
});

test('a spool of 256 files refuses further clicks', async () => {
  const folder = temporaryFolder();
  for (let n = 0; n < 255; n++) writeFileSync(join(folder, `clicks-${n}.jsonl`), '');
  const [last, full] = [await ClickSpool.open(folder), await ClickSpool.open(folder)];
  await last.add(spooled(1));
  await assert.rejects(full.add(spooled(2)), /the click spool is full/);
  await last.add(spooled(3));
  for (const spool of [last, full]) await spool.stop();
  rmSync(folder, { recursive: true });
});

test('a spool folder that cannot be written fails the start with a clear message', async () => {
  await assert.rejects(ClickSpool.open(import.meta.filename), /SPOOL_DIR .*spool\.test\.ts cannot be written/);
});

async function fileHandlePrototype(): Promise<FileHandle> {
  const handle = await open(import.meta.filename);
  await handle.close();
  return Object.getPrototypeOf(handle);
}

/** Makes the next call of a file handle's method fail as on a full disk, after an optional effect. */
async function failNext(
  t: TestContext,
  method: 'appendFile' | 'datasync' | 'sync',
  effect: (handle: FileHandle) => Promise<unknown> = async () => {},
): Promise<void> {
  const mocked = t.mock.method(await fileHandlePrototype(), method, async function (this: FileHandle) {
    mocked.mock.restore();
    await effect(this);
    throw new Error('ENOSPC');
  });
}

test('after a partial write the next click goes to another file', async (t) => {
  const folder = temporaryFolder();
  const spool = await ClickSpool.open(folder);
  await spool.add(spooled(1));
  await failNext(t, 'appendFile', (handle) => handle.write('{"program":"go'));
  await assert.rejects(spool.add(spooled(2)), /ENOSPC/);
  await spool.add(spooled(3));
  assert.equal(readdirSync(folder).length, 2);
  await spool.stop();
  const { delivered, faults } = await deliver(folder, () => readdirSync(folder).length === 0);
  assert.deepEqual([delivered.sort(), faults], [['k1', 'k3'], []]);
  rmSync(folder, { recursive: true });
});

test('a click is refused if its line or its directory entry could not be flushed', async (t) => {
  for (const method of ['datasync', 'sync'] as const) {
    const folder = temporaryFolder();
    const spool = await ClickSpool.open(folder);
    await failNext(t, method);
    await assert.rejects(spool.add(spooled(1)), /ENOSPC/, method);
    await spool.stop();
    rmSync(folder, { recursive: true });
  }
});

test('clicks that share a flush fail together', async (t) => {
  const folder = temporaryFolder();
  const spool = await ClickSpool.open(folder);
  await failNext(t, 'appendFile');
  const outcomes = await Promise.allSettled([1, 2, 3].map((n) => spool.add(spooled(n))));
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  );
  await spool.stop();
  rmSync(folder, { recursive: true });
});

test('a click that arrives while a file is being created goes into that file', async () => {
  const folder = temporaryFolder();
  const spool = await ClickSpool.open(folder);
  const first = spool.add(spooled(1));
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  await Promise.all([first, spool.add(spooled(2))]);
  assert.equal(readdirSync(folder).length, 1);
  await spool.stop();
  rmSync(folder, { recursive: true });
});

const FILES = '/proc/self/fd';
const skip = !existsSync(FILES) && 'this system does not list open files';
/** Number of files below a folder, including deleted ones, that this process has open. */
const openIn = (folder: string) =>
  readdirSync(FILES).filter((name) => {
    try {
      return readlinkSync(join(FILES, name)).startsWith(realpathSync(folder));
    } catch {
      // The descriptor used for listing is already closed.
      return false;
    }
  }).length;

test('a stopped spool has ended delivery and closed its files', { skip }, async () => {
  const folder = temporaryFolder();
  const spool = await ClickSpool.open(folder);
  await spool.add(spooled(1));
  assert.equal(openIn(folder), 1);
  const { promise, resolve } = Promise.withResolvers<'recorded'>();
  let calls = 0;
  const recordClick = () => {
    calls++;
    return promise;
  };
  spool.startDelivery({ recordClick }, (error) => assert.fail(String(error)));
  while (calls === 0) await readdir(folder);
  await spool.add(spooled(2));
  assert.equal(openIn(folder), 1);
  let isStopped = false;
  const stopped = spool.stop().then(() => {
    isStopped = true;
  });
  for (let turn = 0; turn < 20; turn++) await readdir(folder);
  assert.equal(isStopped, false);
  resolve('recorded');
  await stopped;
  assert.equal(openIn(folder), 0);
  rmSync(folder, { recursive: true });
});

test('a file is removed only after all its clicks are committed', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'clicks-1.jsonl'), [1, 2].map((n) => `${JSON.stringify(spooled(n))}\n`).join(''));
  const waiting: (() => void)[] = [];
  const recordClick = () => new Promise<'recorded'>((resolve) => waiting.push(() => resolve('recorded')));
  const spool = await ClickSpool.open(folder);
  spool.startDelivery({ recordClick }, (error) => assert.fail(String(error)));
  while (waiting.length < 2) await readdir(folder);
  waiting[0]!();
  for (let turn = 0; turn < 20; turn++) await readdir(folder);
  assert.deepEqual(readdirSync(folder), ['clicks-1.jsonl']);
  waiting[1]!();
  while (readdirSync(folder).length > 0) await readdir(folder);
  await spool.stop();
  rmSync(folder, { recursive: true });
});

test('delivery pauses between rounds and then takes new clicks', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const folder = temporaryFolder();
  const spool = await ClickSpool.open(folder);
  const delivered: string[] = [];
  const recordClick: Store['recordClick'] = async ({ click_id }) => {
    delivered.push(click_id);
    return 'recorded';
  };
  let rounds = 0;
  spool.startDelivery(
    { recordClick },
    (error) => assert.fail(String(error)),
    () => ++rounds < 0,
  );
  const settle = async () => {
    for (let turn = 0; turn < 50; turn++) await readdir(folder);
  };
  await settle();
  assert.equal(rounds, 1);
  await spool.add(spooled(1));
  t.mock.timers.tick(1000);
  while (delivered.length === 0) await readdir(folder);
  await settle();
  assert.deepEqual([rounds, delivered, readdirSync(folder)], [2, ['k1'], []]);
  await spool.stop();
  rmSync(folder, { recursive: true });
});

test('two processes that share a folder lose no click and report no missing file', async () => {
  const folder = temporaryFolder();
  const [delivered, faults] = [new Set<string>(), [] as unknown[]];
  const recordClick: Store['recordClick'] = async ({ click_id }) => {
    await new Promise((resolve) => setImmediate(resolve));
    delivered.add(click_id);
    return 'recorded';
  };
  const [writer, other] = [await ClickSpool.open(folder), await ClickSpool.open(folder)];
  for (let n = 0; n < 300; n++) {
    await writer.add(spooled(n));
    // Delivers what the writer has open.
    if (n % 30 !== 0) continue;
    const next = await ClickSpool.open(folder);
    next.startDelivery({ recordClick }, (error) => faults.push(error));
    await Promise.all([writer.add(spooled(1000 + n)), next.stop()]);
  }
  for (const spool of [writer, other]) spool.startDelivery({ recordClick }, (error) => faults.push(error));
  while (readdirSync(folder).length > 0) await sleep(20);
  await Promise.all([writer.stop(), other.stop()]);
  assert.deepEqual([delivered.size, faults], [310, []]);
  rmSync(folder, { recursive: true });
});
