// The log of imports: each start and each end once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryStore } from '../../../test/support/temporary-store.ts';
import { systemClock } from '../clock.ts';
import type { Notices } from '../log.ts';
import { RunNotices } from './run-notices.ts';
import { thisRunner } from './runner.ts';

const store = await temporaryStore();
const now_ms = Date.now();

const begin = async (feed: string, runner = thisRunner()): Promise<number> => {
  const started = await store.beginRun({ feed, mode: 'full', source: `${feed}.csv`, runner, now_ms });
  assert.ok('run_id' in started);
  return started.run_id;
};
const end = (id: number) => store.finishRun({ id, now_ms, state: 'done', message: '', report: '{}' });

test('the end of a long import is logged even if many others have started and ended meanwhile', {
  timeout: 30_000,
}, async (t) => {
  const lines: string[] = [];
  const note = (fields: { run: number }, message: string) => lines.push(`${fields.run} ${message}`);
  const logged = async (line: string) => {
    while (!lines.includes(line)) await sleep(20, undefined, { signal: t.signal });
  };
  const log = { info: note, warn: note } as unknown as Notices;
  const notices = new RunNotices({ store, clock: systemClock }, log, assert.ifError);
  t.after(() => notices.stop());
  const long = await begin('long');
  notices.start();
  await logged(`${long} import started`);
  for (let i = 0; i < 30; i++) await end(await begin(`short-${i}`));
  const last = await begin('last');
  await logged(`${last} import started`);
  await end(long);
  await logged(`${long} import finished`);
  await end(last);
  await logged(`${last} import finished`);
  assert.equal(lines.filter((line) => line.startsWith(`${long} `)).length, 2);
});
