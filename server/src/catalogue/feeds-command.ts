// `finderfee feeds`: what the runs of feeds did.
import type { Command } from 'commander';
import type { StoreDeps } from '../deps.ts';
import type { FeedRun } from '../store/catalogue-port.ts';
import { describeRun } from './show-run.ts';

type WithDeps = (action: (deps: StoreDeps) => Promise<number>) => Promise<void>;
const STEP = 1000;
const SHOWN_RUNS = 10;

export function addFeedsCommand(program: Command, withDeps: WithDeps): void {
  const feeds = program.command('feeds').description('feeds and what their runs did');
  feeds
    .command('show <id>')
    .description('the last runs of a feed, or one run by its number')
    .option('--rejected', 'print the rejected rows of a run as CSV')
    .option('--json', 'print as JSON')
    .action((id: string, { rejected = false, json = false }) =>
      withDeps(async (deps) => {
        const run = /^\d+$/.test(id) ? await deps.store.getRun({ id: Number(id) }) : null;
        const runs = run ? [run] : await deps.store.listRuns({ feed: id, before: null, limit: SHOWN_RUNS });
        if (runs.length === 0) {
          console.error(`there is no run or feed ${id}`);
          return 1;
        }
        if (rejected) await printRejected(deps, runs[0]!.id);
        else if (json) console.log(JSON.stringify(runs.map(toShown)));
        else for (const one of runs) console.log(describe(one).join('\n'));
        return 0;
      }),
    );
}

const toShown = ({ report, ...run }: FeedRun) => ({ ...run, report: JSON.parse(report) });

function describe(run: FeedRun): string[] {
  const report = { dropped: {}, notes: [], ...JSON.parse(run.report) };
  const head = `run ${run.id}  ${new Date(run.started_at_ms).toISOString()}  ${run.mode}  ${run.state}  ${run.source}`;
  if (report.rows === undefined) return [head, ...(run.message ? [`  ${run.message}`] : [])];
  const reasons = Object.entries(report.reasons).map(([reason, count]) => `${count} rejected: ${reason}`);
  return [head, ...[...describeRun({ ...run, run_id: run.id, report }), ...reasons].map((line) => `  ${line}`)];
}

async function printRejected({ store }: StoreDeps, run_id: number): Promise<void> {
  console.log('line,field,value,reason');
  for (let after = 0; ; ) {
    const rows = await store.listRejectedRows({ run_id, after, limit: STEP });
    for (const { line, field, value, reason } of rows)
      console.log([line, ...[field, value, reason].map(quote)].join(','));
    if (rows.length < STEP) return;
    after = rows.at(-1)!.no;
  }
}

/** A cell that a spreadsheet takes as text: one that begins like a formula is made one that does not. */
const quote = (text: string) =>
  `"${text
    .replace(/^(?=[=+@-])/, "'")
    .replaceAll('"', '""')
    .replace(/\r?\n/g, ' ')}"`;
