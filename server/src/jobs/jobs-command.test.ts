// `finderfee jobs`: listing jobs and retrying dead ones.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Command } from 'commander';
import { signupWrite } from '../../../test/support/stored-facts.ts';
import { temporaryStore } from '../../../test/support/temporary-store.ts';
import { exitCodeOf } from '../store-deps.ts';
import { addJobsCommand } from './jobs-command.ts';

const store = await temporaryStore();
const NOW_MS = Date.parse('2026-03-04T05:06:07.000Z');

/** Runs a command; returns its output and exit code. */
async function jobs(t: TestContext, ...words: string[]) {
  const [stdout, stderr] = [[] as string[], [] as string[]];
  t.mock.method(console, 'log', (line: string) => stdout.push(line));
  t.mock.method(console, 'error', (line: string) => stderr.push(line));
  let code: number | undefined;
  const program = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  addJobsCommand(program, async (action) => {
    code = exitCodeOf(await action({ store, clock: { now_ms: () => NOW_MS } }));
  });
  for (const group of program.commands)
    for (const command of group.commands) command.exitOverride().option('--data-dir <folder>');
  await program.parseAsync(['jobs', ...words], { from: 'user' });
  return { code, stdout, stderr };
}

const accept = (message_id: string, now_ms: number) => store.acceptSignup(signupWrite({ message_id, now_ms }));

test('an empty job list says so', async (t) => {
  assert.deepEqual(await jobs(t, 'list'), { code: 0, stdout: ['no jobs'], stderr: [] });
  assert.deepEqual((await jobs(t, 'list', '--json')).stdout, ['[]']);
});

test('jobs are listed newest first, optionally filtered by state', async (t) => {
  for (const [n, id] of ['j-done', 'j-dead', 'j-wait'].entries()) await accept(id, NOW_MS + n * 1000);
  await store.runJob({ id: 'j-done', reward_max_pct: 25, now_ms: NOW_MS + 5000 });
  await store.failJob({ id: 'j-dead', error: 'no \u001b[31mroom', due_at_ms: NOW_MS + 9000, max_attempts: 1 });
  assert.deepEqual(await jobs(t, 'list'), {
    code: 0,
    stdout: [
      'j-wait  waiting  record_signup  j-wait  2026-03-04T05:06:09.000Z',
      'j-dead  dead     record_signup  j-dead  2026-03-04T05:06:08.000Z',
      'j-done  done     record_signup  j-done  2026-03-04T05:06:07.000Z',
    ],
    stderr: [],
  });
  for (const [state, id] of Object.entries({ waiting: 'j-wait', done: 'j-done', dead: 'j-dead' })) {
    const [line] = (await jobs(t, 'list', '--state', state, '--json')).stdout;
    assert.deepEqual(
      JSON.parse(line!).map((job: { id: string }) => job.id),
      [id],
    );
  }
  await assert.rejects(jobs(t, 'list', '--state', 'lost'), { code: 'commander.invalidArgument' });
});

test('a job shows its due time while waiting, its end when done, and no control characters', async (t) => {
  const common = { kind: 'record_signup', attempts: 0, last_error: null, due_at: null, finished_at: null };
  for (const [id, expected] of Object.entries({
    'j-wait': { state: 'waiting', created_at: '2026-03-04T05:06:09.000Z', due_at: '2026-03-04T05:06:09.000Z' },
    'j-dead': { state: 'dead', created_at: '2026-03-04T05:06:08.000Z', attempts: 1, last_error: 'no \u001b[31mroom' },
    'j-done': {
      ...{ state: 'done', created_at: '2026-03-04T05:06:07.000Z', attempts: 1 },
      finished_at: '2026-03-04T05:06:12.000Z',
    },
  })) {
    const { code, stdout } = await jobs(t, 'show', id, '--json');
    assert.deepEqual([code, JSON.parse(stdout[0]!)], [0, { ...common, ...expected, id, subject: id }]);
  }
  assert.deepEqual((await jobs(t, 'show', 'j-dead')).stdout, [
    'id           j-dead',
    'kind         record_signup',
    'subject      j-dead',
    'state        dead',
    'attempts     1',
    'last_error   no \ufffd[31mroom',
    'created_at   2026-03-04T05:06:08.000Z',
    'due_at       ',
    'finished_at  ',
  ]);
});

test('a dead job is retried at once; a job that is not dead or does not exist is an error', async (t) => {
  assert.deepEqual(await jobs(t, 'retry', 'j-dead'), { code: 0, stdout: ['j-dead is waiting again'], stderr: [] });
  const { state, due_at_ms } = (await store.getJob({ id: 'j-dead' }))!;
  assert.deepEqual([state, due_at_ms], ['waiting', NOW_MS]);
  for (const [words, what] of [
    [['retry', 'j-dead'], 'dead job with the id j-dead'],
    [['retry', 'none'], 'dead job with the id none'],
    [['show', 'none'], 'job with the id none'],
  ] as const) {
    const hint = `there is no ${what}: see npx finderfee jobs list`;
    assert.deepEqual(await jobs(t, ...words), { code: 1, stdout: [], stderr: [hint] });
    assert.deepEqual((await jobs(t, ...words, '--data-dir', 'shop')).stderr, [`${hint} --data-dir shop`]);
  }
});
