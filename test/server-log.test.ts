// The log of a running service: readiness, imports and failing feeds.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { terminalLine } from '../server/src/terminal-line.ts';
import { runCommand, ServerProcess } from './support/server-process.ts';

let server: ServerProcess;
before(async () => {
  // Allows the feed below, whose port nothing listens on.
  server = await ServerProcess.start({ FEED_PRIVATE_HOSTS: '127.0.0.1' });
});
after(() => server.remove());

type Line = Record<string, unknown>;

/** Waits for a line with this message and these fields. */
async function logged(msg: string, fields: Line = {}): Promise<Line> {
  const matches = (line: Line) =>
    line.msg === msg && Object.entries(fields).every(([name, value]) => line[name] === value);
  for (;;) {
    const lines = server.output.stderr
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Line);
    const found = lines.find(matches);
    if (found) return found;
    await sleep(50);
  }
}

test('readiness is logged with the time it took', async () => {
  const { level, products, seconds } = await logged('ready: searches are answered');
  assert.deepEqual([level, products, typeof seconds], ['info', 0, 'number']);
});

test('an import by another process is logged with its counts', async () => {
  const file = `${server.folder}/kettles.csv`;
  writeFileSync(
    file,
    'id,title,link,price\n1,Kettle,https://kettles.example/1,5 EUR\n2,,https://kettles.example/2,5 EUR\n',
  );
  await runCommand(['import', file, '--merchant-name', 'Kettle House'], { DATA_DIR: server.folder });
  const { run } = await logged('import started', { mode: 'delta' });
  const { level, rows, inserted, rejected } = await logged('import finished', { run });
  assert.deepEqual([level, rows, inserted, rejected], ['info', 2, 1, 1]);
});

test('a failed feed run is logged with the reason and the time of the next run', async () => {
  const feed = { id: 'kettles', url: 'http://127.0.0.1:9/feed.csv?key=secret-of-the-feed', every: '1h' };
  const created = await server.request('/v1/catalogue/feeds', { method: 'POST', body: JSON.stringify(feed) });
  assert.equal(created.status, 201, await created.text());
  const { level, reason, failures, next_run_at } = await logged('import failed', { feed: 'kettles' });
  assert.deepEqual([level, failures], ['warn', 1]);
  assert.equal(reason, 'the connection failed (ECONNREFUSED)');
  assert.ok(Date.parse(String(next_run_at)) < Date.now() + 10 * 60_000, `${next_run_at} is not a retry`);
  assert.doesNotMatch(server.output.stderr, /secret-of-the-feed/);
});

test('terminal output is short and free of control characters', () => {
  const time = '2026-11-17T12:00:00.000Z';
  const clock = new Date(time).toTimeString().slice(0, 8);
  const lines: [Line, string][] = [
    [{ level: 'info', time, products: 3, step: 'filling', msg: 'ready' }, `${clock} ready products=3 step=filling\n`],
    [
      { level: 'warn', time, reason: 'no\u001b[2J room', msg: 'failed' },
      `${clock} WARN failed reason="no\\u001b[2J room"\n`,
    ],
    [
      {
        level: 'debug',
        time,
        request_id: 'a',
        method: 'GET',
        route: '/',
        url: '/',
        status: 200,
        ms: 1.5,
        msg: 'request',
      },
      `${clock} GET / 200 1.5 ms\n`,
    ],
    [
      { level: 'error', time, err: { stack: 'Error: \u001bbad\n    at x' }, msg: 'oh' },
      `${clock} ERROR oh\nError:  bad\n    at x\n`,
    ],
  ];
  for (const [line, shown] of lines) assert.equal(terminalLine(JSON.stringify(line)), shown);
});
