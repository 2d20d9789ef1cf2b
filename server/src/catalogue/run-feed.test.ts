// A run of a registered feed, and the schedule that results.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { temporaryStore } from '../../../test/support/temporary-store.ts';
import { systemClock } from '../clock.ts';
import type { RegisteredFeed } from '../store/feed-store.ts';
import { registerFeed } from './registered-feed.ts';
import { runFeed } from './run-feed.ts';

const store = await temporaryStore();
const LAMPS = [
  'id,title,link,image_link,price',
  '1,Lamp,https://l.example/1,,5 EUR',
  '2,Vase,https://l.example/2,,6 EUR',
];

test('a run that is visible as ended has counted its failure and set the next due time', async (t) => {
  const folder = temporaryFolder();
  t.after(() => rmSync(folder, { recursive: true }));
  const answers: [number, string][] = [
    [404, ''],
    [200, LAMPS.join('\n')],
    [200, LAMPS[0]!],
  ];
  const source = createServer((_, reply) => {
    const [status, body] = answers.shift()!;
    reply.writeHead(status).end(body);
  });
  t.after(() => source.close());
  await once(source.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(source.address() as AddressInfo).port}/lamps.csv`;
  const every_ms = 3_600_000;
  const deps = { store, clock: systemClock };
  await registerFeed(deps, { id: 'lamps', url, mode: 'full', every_ms, choices: {} });

  const ended: { state: string; feed: RegisteredFeed }[] = [];
  const finishRun: typeof store.finishRun = async (run) => {
    ended.push({ state: run.state, feed: (await store.getFeed({ id: 'lamps' }))! });
    return store.finishRun(run);
  };
  const env = { private_hosts: ['127.0.0.1'], max_bytes: 1e6, folder, disk: { folder, min_bytes: 0 } };
  const run = async () => {
    const before_ms = Date.now();
    const feed = (await store.getFeed({ id: 'lamps' }))!;
    await runFeed({ ...deps, store: { ...store, finishRun } }, env, feed, { anew: true }).catch(() => {});
    const { state, feed: then } = ended.pop()!;
    assert.deepEqual(then, await store.getFeed({ id: 'lamps' }), 'nothing is set later');
    const delay_ms = then.next_run_at_ms - before_ms;
    return [state, then.failures, delay_ms >= every_ms ? 'in an hour' : delay_ms > 0 ? 'sooner' : 'past'];
  };
  assert.deepEqual(await run(), ['failed', 1, 'sooner']);
  assert.deepEqual(await run(), ['done', 0, 'in an hour']);
  assert.deepEqual(await run(), ['stopped', 1, 'in an hour']);
});
