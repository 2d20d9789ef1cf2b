// `finderfee jobs …`: lists jobs and retries dead ones.
import { type Command, Option } from 'commander';
import { commandHint } from '../command-hint.ts';
import { printable } from '../printable.ts';
import type { LedgerStore, StoredJob } from '../store/ledger-store.ts';
import type { WithDeps } from '../store-deps.ts';
import { toIso } from '../text/to-iso.ts';

const MAX_LISTED = 1000;

export function addJobsCommand(program: Command, withDeps: WithDeps<LedgerStore>): void {
  const jobs = program.command('jobs').description('show and retry background jobs');
  jobs
    .command('list')
    .description('list jobs, newest first')
    .addOption(new Option('--state <state>', 'only jobs in this state').choices(['waiting', 'done', 'dead']))
    .option('--json', 'print JSON')
    .action(({ state = null, json }) =>
      withDeps(async ({ store }) => {
        const all = (await store.listJobs({ state, limit: MAX_LISTED })).map(toJson);
        if (json) console.log(JSON.stringify(all));
        else if (all.length === 0) console.log('no jobs');
        else
          for (const job of all)
            console.log(printable([job.id, job.state.padEnd(7), job.kind, job.subject, job.created_at].join('  ')));
        return 0;
      }),
    );
  jobs
    .command('show <id>')
    .description('show one job; its id is the message_id of the acknowledgement')
    .option('--json', 'print JSON')
    .action((id, { json, dataDir }) =>
      withDeps(async ({ store }) => {
        const job = await store.getJob({ id });
        if (!job) return notFound('job', id, dataDir);
        const shown = toJson(job);
        if (json) console.log(JSON.stringify(shown));
        else
          for (const [name, value] of Object.entries(shown))
            console.log(printable(`${name.padEnd(12)} ${value ?? ''}`));
        return 0;
      }),
    );
  jobs
    .command('retry <id>')
    .description('retry a dead job')
    .action((id, { dataDir }) =>
      withDeps(async ({ store, clock }) => {
        if (await store.retryJob({ id, now_ms: clock.now_ms() })) {
          console.log(`${id} is waiting again`);
          return 0;
        }
        return notFound('dead job', id, dataDir);
      }),
    );
}

function notFound(what: string, id: string, dataDir: string | undefined): number {
  console.error(`there is no ${what} with the id ${id}: see ${commandHint('jobs list', dataDir)}`);
  return 1;
}

const toJson = ({ due_at_ms, created_at_ms, finished_at_ms, ...job }: StoredJob) => ({
  id: job.id,
  kind: job.kind,
  subject: job.subject,
  state: job.state,
  attempts: job.attempts,
  last_error: job.last_error,
  created_at: toIso(created_at_ms),
  due_at: job.state === 'waiting' ? toIso(due_at_ms) : null,
  finished_at: toIso(finished_at_ms),
});
