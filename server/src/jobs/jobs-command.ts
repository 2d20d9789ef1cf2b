// `finderfee jobs …`: lists jobs and retries dead ones.
import { type Command, Option } from 'commander';
import { commandHint } from '../command-hint.ts';
import { printable } from '../printable.ts';
import type { LedgerStore } from '../store/ledger-store.ts';
import type { WithDeps } from '../store-deps.ts';
import { jobToWire } from './manage-jobs.ts';

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
        const all = (await store.listJobs({ state, kind: null, before: null, limit: MAX_LISTED })).map(jobToWire);
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
        const shown = jobToWire(job);
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
