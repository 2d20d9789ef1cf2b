// The activity of the demo in a real server, which is killed while it fills, on both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryDatabase } from './support/postgres-server.ts';
import { runCommand, ServerProcess } from './support/server-process.ts';
import { poll } from './support/until.ts';

const ENGINES: Record<string, () => Promise<Record<string, string>>> = {
  SQLite: async () => ({}),
  PostgreSQL: async () => ({ DATABASE_URL: await temporaryDatabase() }),
};

const dateAt = (at_ms: number) => new Date(at_ms).toISOString().slice(0, 10);
const [FROM, TODAY] = [dateAt(Date.now() - 40 * 86_400_000), dateAt(Date.now())];

/** A fill takes seconds, and minutes on a machine that is busy with other tests. */
const PATIENTLY = { within_ms: 300_000, every_ms: 100 };

for (const [engine, settings] of Object.entries(ENGINES))
  test(`a new demo on ${engine} is filled once, also if the server is killed meanwhile, and is removed without a trace`, async () => {
    const env: Record<string, string> = { ...(await settings()), DEMO_ACTIVITY: 'true' };
    const server = await ServerProcess.start(env, ['--demo']);
    const command = async (...args: string[]) => {
      const { code, stdout, stderr } = await runCommand(args, { ...env, DATA_DIR: server.folder });
      assert.equal(code, 0, stderr);
      return stdout;
    };
    const report = () => command('report', 'funnel', '--from', FROM, '--to', TODAY, '--group-by', 'day');
    const isFilled = () => server.output.stderr.includes('filled the demo with the activity');
    try {
      // The fill begins when the index is ready.
      await server.ready();
      await poll(async () => (await totals(server)).offers > 100, PATIENTLY);
      assert.equal(isFilled(), false);
      await server.signal('SIGKILL');
      await server.begin();
      assert.ok(await poll(isFilled, PATIENTLY));
      const filled = await report();
      // Other facts have keys of their own, so that none can be there twice.
      const robots = (await command('export', 'non_clicks'))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      const places = new Set(robots.map(({ convo_id, presentation_id }) => `${convo_id} ${presentation_id}`));
      assert.ok(robots.length > 30);
      assert.equal(places.size, robots.length);
      assert.equal(await server.signal('SIGTERM'), 0);
      await server.begin();
      await server.ready();
      assert.equal(await report(), filled, 'a second start changes nothing');
      assert.match(await command('demo', 'activity'), /the demo has the activity/);
      assert.match(await command('demo', 'remove'), /and the activity of the demo/);
      const { offers, searches, clicks, signups, amounts } = await totals(server);
      assert.deepEqual([offers, searches, clicks, signups, amounts], [0, 0, 0, 0, []]);
      assert.equal(server.output.stderr.includes('"error"'), false, server.output.stderr);
    } finally {
      await server.remove();
    }
  });

async function totals(
  server: ServerProcess,
): Promise<Record<'offers' | 'searches' | 'clicks' | 'signups', number> & { amounts: object[] }> {
  const reply = await server.request(`/v1/reports/funnel?from=${FROM}&to=${TODAY}`);
  // biome-ignore lint/suspicious/noExplicitAny: a report, whose shape is tested elsewhere.
  return ((await reply.json()) as any).rows[0];
}
