// `finderfee feeds …`: manages registered feeds and shows the runs of any feed.
import { ERRORS } from '@finderfee/contract/errors.ts';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { AppError } from '../app-error.ts';
import { isWebAddress, shortenUrl } from '../fetching/download.ts';
import { printable } from '../printable.ts';
import type { CatalogueStore } from '../store/catalogue-store.ts';
import type { FeedRun, RegisteredFeed } from '../store/feed-store.ts';
import type { WithDeps } from '../store-deps.ts';
import { toIso } from '../text/to-iso.ts';
import type { CatalogueDeps } from './catalogue-deps.ts';
import { changeFeed } from './change-feed.ts';
import { addFeedFlags, type FeedFlags, feedName, readFlags } from './feed-flags.ts';
import { ImportProgress } from './import-progress.ts';
import { describeFeeds, listAllFeeds } from './list-feeds.ts';
import { type FeedChoices, readInterval, registerFeed, toWire } from './registered-feed.ts';
import { rejectedCsv } from './rejected-csv.ts';
import { removeFeed } from './remove-feed.ts';
import type { FetchEnvironment } from './run-feed.ts';
import { effectiveRun } from './runner.ts';
import { showProgress } from './show-progress.ts';
import { describeFeedError, describeRun, type ShowFlags, showRun } from './show-run.ts';

const SHOWN_RUNS = 10;
const MODE_HELP = 'full: delete products that are missing from the file; delta: keep them';

export function addFeedsCommand(
  program: Command,
  withDeps: WithDeps<CatalogueStore>,
  fetchEnv: () => FetchEnvironment,
): void {
  const feeds = program
    .command('feeds')
    .description('manage feeds that are fetched on a schedule, and show their runs');
  addAdd(feeds, withDeps);
  addChange(feeds, withDeps);
  addList(feeds, withDeps);
  addShow(feeds, withDeps);
  addRun(feeds, withDeps, fetchEnv);
  const change = (is_paused: boolean) => (id: string) =>
    withDeps(async ({ store, clock }) => {
      const next = is_paused ? {} : { next_run_at_ms: clock.now_ms() };
      if (!(await store.updateFeed({ id, is_paused, ...next }))) return unknown(id);
      return say(`${id} is ${is_paused ? 'paused' : 'due now'}`);
    });
  feeds.command('pause <id>').description('stop scheduled fetches until the feed is resumed').action(change(true));
  feeds.command('resume <id>').description('resume scheduled fetches, starting now').action(change(false));
  feeds
    .command('remove <id>')
    .description('remove a feed; its products stay unless --products is given')
    .option('--products', 'also delete its products')
    .action((id: string, { products = false }) =>
      withDeps(async (deps) => {
        const removed = await removeFeed(deps, id, products);
        return removed ? say(`${id} is removed${products ? `, with ${removed.deleted} products` : ''}`) : unknown(id);
      }),
    );
}

const say = (text: string) => {
  console.log(text);
  return 0;
};

const unknown = (id: string) => {
  console.error(`there is no feed ${id}`);
  return 1;
};

interface AddFlags extends FeedFlags {
  every: number;
  feed?: string;
  mode: 'delta' | 'full';
  json?: boolean;
}

interface RunFlags extends ShowFlags {
  force?: boolean;
  anew?: boolean;
  file?: string;
  fileName?: string;
  dryRun?: boolean;
}

interface ChangeFlags extends FeedFlags {
  url?: string;
  every?: string;
  mode?: 'delta' | 'full';
}

const rejectUrl = () => {
  console.error('the feed must be an http or https URL');
  return 2;
};

function addAdd(feeds: Command, withDeps: WithDeps<CatalogueStore>): void {
  addFeedFlags(feeds.command('add <url>'))
    .description('register a feed that the service fetches on a schedule, starting within a second')
    .requiredOption('--every <time>', 'interval between fetches: 30min, 6h, 1d', every)
    .option('--feed <name>', 'name of the feed (default: host of the URL)', feedName)
    .addOption(new Option('--mode <mode>', MODE_HELP).choices(['delta', 'full']).default('full'))
    .option('--json', 'print JSON')
    .action((url: string, flags: AddFlags) => {
      const check = async () => (isWebAddress(url) ? 0 : rejectUrl());
      return withDeps(async (deps) => {
        const id = flags.feed ?? new URL(url).hostname.replace(/[^\w.-]/g, '').slice(0, 64);
        try {
          const choices = readFlags(flags);
          const feed = await registerFeed(deps, { id, url, mode: flags.mode, every_ms: flags.every, choices });
          say(flags.json ? JSON.stringify(toWire(feed)) : `${id} is registered: ${shortenUrl(url)}`);
          return { code: 0, subject: id };
        } catch (error) {
          const message = error instanceof AppError ? ERRORS[error.code].detail : describeFeedError(error, id);
          if (message === undefined) throw error;
          console.error(message);
          return 1;
        }
      }, check);
    });
}

function addChange(feeds: Command, withDeps: WithDeps<CatalogueStore>): void {
  addFeedFlags(feeds.command('change <id>'), {})
    .description('change the given settings of a feed; it is fetched again if they affect how it is read')
    .option('--url <url>', 'URL of the feed')
    .option('--every <time>', 'interval between fetches: 30min, 6h, 1d', (value: string) => every(value) && value)
    .addOption(new Option('--mode <mode>', MODE_HELP).choices(['delta', 'full']))
    .option('--no-strict', 'accept products that cannot be sold (the default)')
    .action((id: string, { url, every: often, mode, ...flags }: ChangeFlags) =>
      withDeps(async (deps) => {
        if (url !== undefined && !isWebAddress(url)) return rejectUrl();
        const { settings, ...choices } = readFlags(flags);
        const format = flags.format === 'auto' ? { format: 'auto' } : {};
        const input = { url, every: often, mode, ...choices, ...format, ...settings };
        if (!(await deps.store.getFeed({ id }))) return unknown(id);
        return say(describeFeed(await changeFeed(deps, id, input)));
      }),
    );
}

function every(value: string): number {
  const every_ms = readInterval(value);
  if (every_ms === undefined) throw new InvalidArgumentError('must be an interval such as 30min, 6h or 1d');
  return every_ms;
}

function addList(feeds: Command, withDeps: WithDeps<CatalogueStore>): void {
  feeds
    .command('list')
    .description('list registered and imported feeds with their products and last runs')
    .option('--json', 'print JSON')
    .action(({ json = false }) =>
      withDeps(async ({ store }) => {
        const all = await listAllFeeds({ store });
        if (json)
          return say(
            JSON.stringify(
              all.map(({ registered, ...feed }) => ({ ...registered, ...feed, is_registered: registered !== null })),
            ),
          );
        if (all.length === 0) return say('no feeds');
        for (const line of describeFeeds(all, process.stdout.isTTY ? process.stdout.columns || 80 : Infinity))
          console.log(line);
        return 0;
      }),
    );
}

function addRun(feeds: Command, withDeps: WithDeps<CatalogueStore>, fetchEnv: () => FetchEnvironment): void {
  feeds
    .command('run <id>')
    .description('fetch and import a feed now')
    .option('--force', 'apply a full feed even if it lost half of its products or a fifth of its rows are rejected')
    .option('--anew', 'fetch even if the source reports no change')
    .option('--file <path>', 'import this file with the settings of the feed, instead of fetching it')
    .addOption(new Option('--file-name <name>', 'display name of the file').hideHelp())
    .option('--dry-run', 'change nothing; report what would be added, changed and deleted, and show the first products')
    .option('--json', 'print the report as one line of JSON')
    .action((id: string, flags: RunFlags) =>
      withDeps(async (deps) => {
        const feed = await deps.store.getFeed({ id });
        if (!feed) return unknown(id);
        try {
          return showRun(await runOnce(deps, fetchEnv(), feed, flags), flags);
        } catch (error) {
          const message = describeFeedError(error, id);
          if (message === undefined) throw error;
          console.error(message);
          return 1;
        }
      }),
    );
}

async function runOnce(deps: CatalogueDeps, env: FetchEnvironment, feed: RegisteredFeed, flags: RunFlags) {
  const { force = false, anew = false, dryRun: dry_run = false, file, fileName: name } = flags;
  if (file !== undefined || dry_run) {
    // Imported here so that other commands start without the feed readers.
    const { importSource } = await import('./import-source.ts');
    const { id, mode, url, options } = feed;
    const choices = JSON.parse(options) as FeedChoices;
    // A server that has started this process waits for the run to begin.
    const onBegin = (run_id: number) => process.send?.({ run_id });
    return importSource(deps, env, { file: file ?? url, name, feed: id, mode, force, dry_run, choices, onBegin });
  }
  const progress = new ImportProgress();
  const stop = showProgress(progress);
  const { runFeed } = await import('./run-feed.ts');
  return runFeed(deps, env, feed, { force, anew, progress }).finally(() => stop());
}

function addShow(feeds: Command, withDeps: WithDeps<CatalogueStore>): void {
  feeds
    .command('show <id>')
    .description('show the last runs of a feed, or one run by its id')
    .option('--rejected', 'print the rejected rows of a run as CSV')
    .option('--json', 'print JSON')
    .action((id: string, { rejected = false, json = false, dataDir }) =>
      withDeps(async (deps) => {
        const run = /^\d+$/.test(id) ? await deps.store.getRun({ id: Number(id) }) : null;
        const stored = run ? [run] : await deps.store.listRuns({ feed: id, before: null, limit: SHOWN_RUNS });
        const runs = stored.map(effectiveRun);
        const feed = run ? null : await deps.store.getFeed({ id });
        if (feed && !json && !rejected) console.log(describeFeed(feed));
        if (runs.length === 0 && feed) return say(`${id} has not run yet`);
        if (runs.length === 0) return unknown(id);
        if (json)
          return say(
            JSON.stringify(runs.map(({ report, runner: _, ...one }) => ({ ...one, report: JSON.parse(report) }))),
          );
        if (!rejected) for (const one of runs) console.log(describe(one, dataDir).map(printable).join('\n'));
        else for await (const piece of rejectedCsv(deps, runs[0]!.id)) process.stdout.write(piece);
        return 0;
      }),
    );
}

/** The settings of a feed, without its secrets. */
function describeFeed(feed: RegisteredFeed): string {
  const {
    id,
    mode,
    every: often,
    url,
    type: _,
    failures: _failures,
    next_run_at,
    created_at: _at,
    ...settings
  } = toWire(feed);
  const lines = Object.entries({ ...settings, next_run_at })
    .filter(([, value]) => value !== null && value !== false && value !== 'auto')
    .map(([name, value]) => `  ${name}: ${value}`);
  return [`${id}  ${mode}  every ${often}  ${url}`, ...lines].map(printable).join('\n');
}

function describe(run: FeedRun, dataDir: string | undefined): string[] {
  const report = { dropped: {}, warnings: {}, notes: [], ...JSON.parse(run.report) };
  const head = `run ${run.id}  ${toIso(run.started_at_ms)}  ${run.mode}  ${run.state}  ${run.source}`;
  if (report.rows === undefined) return [head, ...(run.message ? [`  ${run.message}`] : [])];
  const reasons = Object.entries(report.reasons).map(([reason, count]) => `${count} rejected: ${reason}`);
  return [
    head,
    ...[...describeRun({ ...run, run_id: run.id, report }, dataDir), ...reasons].map((line) => `  ${line}`),
  ];
}
