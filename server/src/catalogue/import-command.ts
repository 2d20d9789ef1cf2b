// `finderfee import FILE|URL`: products into the catalogue, beside a running server.
import { type Command, Option } from 'commander';
import type { StoreDeps } from '../deps.ts';
import { isWebAddress, shortenUrl } from '../fetching/download.ts';
import { addFeedFlags, feedName } from './feed-flags.ts';
import type { ImportFlags } from './import-source.ts';
import { FeedError } from './reading/feed-error.ts';
import { STDIN } from './reading/stdin.ts';
import type { FetchEnvironment } from './run-feed.ts';
import { sayable, showRun } from './show-run.ts';

export function addImportCommand(
  program: Command,
  withDeps: (action: (deps: StoreDeps) => Promise<number>) => Promise<void>,
  fetchEnv: () => FetchEnvironment,
): void {
  addFeedFlags(program.command('import <file-or-url>'))
    .description(
      'import products from a file, a web address, or stdin (-); plain, gzip or zip; a running server finds them within a second',
    )
    .option('--feed <name>', 'the feed that the products belong to', feedName)
    .addOption(
      new Option('--mode <mode>', 'delta adds and changes; full replaces what the same feed brought before')
        .choices(['delta', 'full'])
        .default('delta'),
    )
    .option('--force', 'apply a full feed that has lost half of its products, or a fifth of its rows')
    .option('--dry-run', 'change nothing; say what would be new, changed and deleted, and show the first products')
    .option('--json', 'print the report as one line of JSON')
    .action((file: string, flags: ImportFlags) =>
      withDeps(async (deps) => {
        try {
          if (flags.mode === 'full' && !flags.feed)
            throw new FeedError('a full import replaces what a feed brought before: name the feed with --feed NAME');
          // Loaded only here: the other commands start without the readers of feeds.
          const { importSource } = await import('./import-source.ts');
          return showRun(await importSource(deps, fetchEnv(), file, flags), flags.json ?? false);
        } catch (error) {
          const said = sayable(error, isWebAddress(file) ? shortenUrl(file) : file === STDIN ? 'stdin' : file);
          if (said === undefined) throw error;
          console.error(said);
          return 1;
        }
      }),
    );
}
