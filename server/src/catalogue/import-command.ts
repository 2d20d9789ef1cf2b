// `finderfee import FILE|URL`: products into the catalogue, beside a running server.
import { readFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { StoreDeps } from '../deps.ts';
import { FORMAT_NAMES } from './formats/format.ts';
import { mappedFormat } from './formats/mapped.ts';
import { importProducts, tryProducts } from './import-products.ts';
import { ImportReport } from './import-report.ts';
import { isCurrency } from './normalising/price.ts';
import { templateFault } from './normalising/tracked-link.ts';
import { type FeedOptions, readFeed } from './read-feed.ts';
import { isKnownEncoding } from './reading/decode-text.ts';
import { FeedError } from './reading/feed-error.ts';
import { showProgress } from './show-progress.ts';

const SHOWN_FAULTS = 20;

/** What may be said of a feed beside its address: the same when it is imported once and when it is registered. */
const addFeedOptions = (command: Command): Command =>
  command
    .addOption(new Option('--format <name>', 'what it is').choices(['auto', ...FORMAT_NAMES]).default('auto'))
    .option('--mapping <file>', 'a JSON file that says which column holds which field')
    .option('--merchant-id <id>', 'the merchant, where the feed does not name it')
    .option('--merchant-name <name>', "the merchant's name")
    .option('--domain <domain>', "the merchant's domain, like shop.example", domain)
    .option('--currency <code>', 'the currency of prices that name none', currency)
    .option(
      '--link-template <link>',
      'how a tracked link is built: https://track.example/deep?u={url}&sid={click_id}',
      template,
    )
    .option('--publisher-id <id>', 'your id with the network, where its links leave the place open')
    .option('--encoding <name>', 'the encoding, where it is neither UTF-8 nor Latin-1', encoding);

interface FeedFlags {
  format: string;
  mapping?: string;
  merchantId?: string;
  merchantName?: string;
  domain?: string;
  currency?: string;
  linkTemplate?: string;
  publisherId?: string;
  encoding?: string;
}

export function addImportCommand(
  program: Command,
  withDeps: (action: (deps: StoreDeps) => Promise<number>) => Promise<void>,
): void {
  addFeedOptions(program.command('import <file>'))
    .description('import products from a feed, plain, gzip or zip; a running server finds them within a second')
    .option('--feed <name>', 'the feed that the products belong to', '')
    .option('--dry-run', 'read everything, change nothing')
    .option('--json', 'print the report as one line of JSON')
    .action((file: string, flags: FeedFlags & { feed: string; dryRun?: boolean; json?: boolean }) =>
      withDeps(async (deps) => {
        try {
          const report = await run(deps, file, flags);
          show(report, flags.json ?? false);
          return report.rows > 0 && report.rejected === report.rows ? 1 : 0;
        } catch (error) {
          const said = sayable(error, file);
          if (said === undefined) throw error;
          console.error(said);
          return 1;
        }
      }),
    );
}

async function run(
  deps: StoreDeps,
  file: string,
  flags: FeedFlags & { feed: string; dryRun?: boolean },
): Promise<ImportReport> {
  const reading = await readFeed({ path: file, now_ms: deps.clock.now_ms(), ...(await readFlags(flags)) });
  const report = new ImportReport();
  report.format = reading.format;
  report.recognised_by = reading.reason;
  const stop = showProgress(reading, report);
  try {
    if (flags.dryRun) await tryProducts(reading.rows, report);
    else await importProducts(deps, flags.feed, reading.rows, report);
  } finally {
    stop();
  }
  report.notes = reading.ending.notes;
  return report;
}

async function readFlags(flags: FeedFlags): Promise<Omit<FeedOptions, 'path' | 'now_ms'>> {
  const given = <T extends object>(fields: T) =>
    Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
      [K in keyof T]?: NonNullable<T[K]>;
    };
  const { format, mapping, encoding: name } = flags;
  return {
    ...given({ encoding: name, format: format === 'auto' ? undefined : (format as FeedOptions['format']) }),
    ...(mapping ? { mapping: await readMapping(mapping) } : {}),
    settings: given({
      merchant_id: flags.merchantId,
      merchant_name: flags.merchantName,
      domain: flags.domain,
      currency: flags.currency,
      link_template: flags.linkTemplate,
      publisher_id: flags.publisherId,
    }),
  } as Omit<FeedOptions, 'path' | 'now_ms'>;
}

async function readMapping(path: string) {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new FeedError(`the mapping cannot be read: ${error.message}`);
  });
  try {
    return mappedFormat(JSON.parse(text));
  } catch (error) {
    throw new FeedError((error as Error).message);
  }
}

const READ_FAULTS = new Set(['ENOENT', 'EISDIR', 'EACCES', 'Z_DATA_ERROR', 'Z_BUF_ERROR']);

/** What went wrong with the feed, for people; undefined when it is no fault of the feed's. */
function sayable(error: unknown, file: string): string | undefined {
  if (error instanceof FeedError) return `${file}: ${error.message}`;
  if (READ_FAULTS.has((error as NodeJS.ErrnoException).code ?? ''))
    return `${file} cannot be read: ${(error as Error).message}`;
  return undefined;
}

function show(report: ImportReport, json: boolean): void {
  for (const { line, field, reason } of report.faults.slice(0, SHOWN_FAULTS)) {
    console.error(`line ${line}: ${field ? `${field} ` : ''}${reason}`);
  }
  if (report.faults.length > SHOWN_FAULTS) console.error(`… and ${report.rejected - SHOWN_FAULTS} more rejected`);
  if (json) {
    console.log(JSON.stringify(report));
    return;
  }
  const { rows, products, inserted, updated, unchanged, deleted, rejected, dropped } = report;
  console.log(`format ${report.format}: ${report.recognised_by}`);
  console.log(
    `${rows} rows: ${products} products (${inserted} new, ${updated} changed, ${unchanged} unchanged), ${rejected} rejected${deleted > 0 ? `, ${deleted} deleted` : ''}`,
  );
  for (const note of report.notes) console.log(note);
  for (const [fault, count] of Object.entries(dropped)) console.log(`${count} values left out: ${fault}`);
}

function checked(holds: (value: string) => boolean, message: string) {
  return (value: string): string => {
    if (!holds(value)) throw new InvalidArgumentError(message);
    return value;
  };
}

const domain = checked(
  (value) => /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9-]+)+$/i.test(value),
  'must be like shop.example',
);
const encoding = checked(isKnownEncoding, 'is not a known encoding');
const currency = (value: string) => checked(isCurrency, 'is not an ISO 4217 currency')(value.toUpperCase());
const template = (value: string) => {
  const fault = templateFault(value);
  if (fault) throw new InvalidArgumentError(fault);
  return value;
};
