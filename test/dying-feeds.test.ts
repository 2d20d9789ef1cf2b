// Runs of registered feeds that die: the failure is recorded, counted and logged, and no file is left.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { FeedScheduler } from '../server/src/catalogue/feed-scheduler.ts';
import { registerFeed } from '../server/src/catalogue/registered-feed.ts';
import { systemClock } from '../server/src/clock.ts';
import { readConfig } from '../server/src/config.ts';
import { startFeedRun } from '../server/src/start-feed-run.ts';
import { openSqliteStore } from '../server/src/store/sqlite/open-sqlite-store.ts';
import { hostileFeed } from './support/hostile-feeds.ts';
import { SEED, seeded } from './support/seeded.ts';
import { ServerProcess } from './support/server-process.ts';
import { temporaryFolder } from './support/temporary-folder.ts';
import { until } from './support/until.ts';

const FEEDS = '/v1/catalogue/feeds';
let server: ServerProcess;
let url = '';
let answer = (response: ServerResponse): void => void response.end();
const source = createServer((_, response) => answer(response));

before(async () => {
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(source.address() as AddressInfo).port}/SECRET-PATH`;
  server = await ServerProcess.start({ LOG_LEVEL: 'error', FEED_PRIVATE_HOSTS: '127.0.0.1' });
});
after(async () => {
  source.closeAllConnections();
  source.close();
  await server.remove();
});

const get = async (path: string) => JSON.parse(await (await server.request(FEEDS + path)).text());
const register = (id: string) =>
  server.request(FEEDS, { method: 'POST', body: JSON.stringify({ id, url, every: '1d' }) });
const failed = (id: string) =>
  until(async () => {
    const [feed, { items }] = [await get(`/${id}`), await get(`/${id}/runs`)];
    // The schedule is set first. Until the end is recorded, a run whose process is gone is shown as interrupted.
    return feed.failures > 0 && items[0]?.finished_at ? { ...feed, run: items[0] } : undefined;
  });
const downloads = () => {
  const folder = `${server.folder}/downloads`;
  return existsSync(folder) ? readdirSync(folder) : [];
};
const children = (): number[] => {
  const { pid } = server.child;
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
};
const isSoon = (time: string) => Date.parse(time) - Date.now() < 6 * 60_000;

test('a run killed during its download is recorded and counted, retried soon, and leaves no file', async () => {
  answer = (response) => void response.write('id,title\n'.repeat(1000));
  await register('cut');
  await until(() => downloads().length > 0);
  process.kill(children()[0]!, 'SIGKILL');
  const { failures, next_run_at, run } = await failed('cut');
  assert.deepEqual([failures, run.state, run.message], [1, 'failed', 'its process was ended by SIGKILL']);
  assert.ok(isSoon(next_run_at), next_run_at);
  await until(() => downloads().length === 0);
  const logged = /the run of feed cut ended unexpectedly: its process was ended by SIGKILL/;
  await until(() => logged.test(server.output.stderr));
});

test('a run that dies before it is recorded is recorded by the service', async () => {
  await register('early');
  process.kill(await until(() => children()[0]), 'SIGKILL');
  const { failures, run } = await failed('early');
  assert.deepEqual([failures, run.state, run.message], [1, 'failed', 'its process was ended by SIGKILL']);
});

test('20 million open tags end in a recorded message, and their download is removed', async () => {
  const { bytes } = hostileFeed('open tags', seeded(SEED));
  answer = (response) => void response.end(bytes);
  await register('tags');
  const { failures, run } = await failed('tags');
  assert.deepEqual([failures, run.message], [1, 'XML elements nest more than 1000 levels deep']);
  await until(() => downloads().length === 0);
  assert.doesNotMatch(server.output.stderr, /SECRET/);
});

test('a run that cannot start says why, in the feed and in the log', async () => {
  const folder = temporaryFolder();
  const store = await openSqliteStore({ folder, own: true });
  const deps = { store, clock: systemClock };
  await registerFeed(deps, { id: 'lamps', url, mode: 'full', every_ms: 86_400_000, choices: {} });
  const config = { ...readConfig({ DATA_DIR: folder }), FEED_MAX_MB: -1 };
  const logged: string[] = [];
  const onFault = (error: unknown) => void logged.push(String(error));
  const scheduler = new FeedScheduler(deps, {
    start: (id, request) => startFeedRun(id, request, config),
    max_concurrent: 1,
    onFault,
  });
  scheduler.start();
  const feed = await until(async () => {
    const now = await store.getFeed({ id: 'lamps' });
    return now?.failures === 1 ? now : undefined;
  });
  await scheduler.stop();
  const [run] = await store.listRuns({ feed: 'lamps', before: null, limit: 1 });
  assert.equal(run?.state, 'failed');
  assert.match(run?.message ?? '', /^its process ended with exit code 2: .*FEED_MAX_MB/);
  assert.match(
    logged.join(),
    /the run of feed lamps ended unexpectedly: its process ended with exit code 2: .*FEED_MAX_MB/,
  );
  assert.ok(feed.next_run_at_ms - Date.now() < 6 * 60_000);
  await store.close();
});
