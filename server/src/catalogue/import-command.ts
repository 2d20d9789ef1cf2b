// `finderfee import FILE|URL`: imports products, also while the server is running.
import { type Command, Option } from 'commander';
import { isWebAddress, shortenUrl } from '../fetching/download.ts';
import { FeedError } from '../reading/feed-error.ts';
import { STDIN } from '../reading/stdin.ts';
import type { CatalogueStore } from '../store/catalogue-store.ts';
import type { RunMode } from '../store/feed-store.ts';
import type { WithDeps } from '../store-deps.ts';
import { addFeedFlags, type FeedFlags, feedName, readFlags } from './feed-flags.ts';
import type { FetchEnvironment } from './run-feed.ts';
import { describeFeedError, type ShowFlags, showRun } from './show-run.ts';

interface ImportFlags extends FeedFlags, ShowFlags {
  feed?: string;
  mode: RunMode;
  force?: boolean;
  dryRun?: boolean;
}

export function addImportCommand(
  program: Command,
  withDeps: WithDeps<CatalogueStore>,
  fetchEnv: () => FetchEnvironment,
): void {
  addFeedFlags(program.command('import <file-or-url>'))
    .description(
      'import products from a file, a URL or stdin (-), plain, gzip or zip; a running server finds them within a second',
    )
    .option('--feed <name>', 'feed that the products belong to', feedName)
    .addOption(
      new Option(
        '--mode <mode>',
        'delta: add and update products; full: also delete products of the feed that are missing from the file',
      )
        .choices(['delta', 'full'])
        .default('delta'),
    )
    .option('--force', 'apply a full feed even if it lost half of its products or a fifth of its rows are rejected')
    .option('--dry-run', 'change nothing; report what would be added, changed and deleted, and show the first products')
    .option('--json', 'print the report as one line of JSON')
    .action(async (file: string, flags: ImportFlags) => {
      const explained = async (action: () => Promise<number>) => {
        try {
          return await action();
        } catch (error) {
          const message = describeFeedError(
            error,
            isWebAddress(file) ? shortenUrl(file) : file === STDIN ? 'stdin' : file,
          );
          if (message === undefined) throw error;
          console.error(message);
          return 1;
        }
      };
      // Imported here so that other commands start without the feed readers.
      const { checkSource, importSource } = await import('./import-source.ts');
      const check = async (isNew: boolean) => {
        if (flags.mode === 'full' && !flags.feed)
          throw new FeedError('a full import replaces all products of a feed: name the feed with --feed NAME');
        // An existing installation records the missing file as a failed run instead.
        if (isNew) await checkSource(file);
        return 0;
      };
      const { feed = '', mode, force = false, dryRun: dry_run = false } = flags;
      const job = { file, feed, mode, force, dry_run, choices: readFlags(flags) };
      await withDeps(
        (deps) => explained(async () => showRun(await importSource(deps, fetchEnv(), job), flags)),
        (isNew) => explained(() => check(isNew)),
      );
    });
}
