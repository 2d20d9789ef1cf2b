// `finderfee conversions …`: imports report files, matches conversions by hand, and lists rejected postbacks.
import { writeFileSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import { printable } from '../printable.ts';
import { FeedError, feedErrorMessage } from '../reading/feed-error.ts';
import { CSV_HEADER, csvLine, showRejected } from '../reading/rejected-rows.ts';
import type { ConversionStore } from '../store/conversion-store.ts';
import type { WithDeps } from '../store-deps.ts';
import { maskSecrets, maskTexts } from '../text/mask.ts';
import { toIso } from '../text/to-iso.ts';
import { withRefusals } from '../with-refusals.ts';
import { dialectOf } from './dialect-of.ts';
import type { ReportImport } from './import-reports.ts';
import { matchConversion } from './match-conversion.ts';
import { networkName, readReportMapping } from './networks-command.ts';

const LISTED_FAULTS = 1000;
const SHOWN_POSTBACKS = 100;

interface ImportFlags {
  network: string;
  mapping?: unknown;
  dryRun?: boolean;
  rejected?: string;
  json?: boolean;
}

export function addConversionsCommand(
  program: Command,
  withDeps: WithDeps<ConversionStore>,
  rewardMaxPct: () => number,
): void {
  const conversions = program
    .command('conversions')
    .description('import report files of networks, match conversions by hand, and list rejected postbacks');
  addImport(conversions, withDeps, rewardMaxPct);
  conversions
    .command('match')
    .argument('<id>', 'id of the conversion', wholeNumber)
    .description('match a conversion to a click; later reports do not change it')
    .requiredOption('--click <click-id>', 'id of the click, or its network form')
    .option('--program <program>', 'program of the click, if the id occurs in several')
    .action((id: number, { click, program: of }) =>
      withRefusals(withDeps)(async (deps) => {
        await matchConversion({ ...deps, reward_max_pct: rewardMaxPct() }, id, { click_id: click, program: of });
        console.log(printable(`conversion ${id} is matched to the click ${click}`));
        return 0;
      }),
    );
  conversions
    .command('rejected')
    .description(`list the last ${SHOWN_POSTBACKS} postbacks that could not be read, with the reasons`)
    .option('--network <name>', 'only those of this account', networkName)
    .option('--json', 'print JSON')
    .action(({ network = null, json }) =>
      withDeps(async ({ store }) => {
        const found = await store.listPostbacks({ network, is_rejected: true, before: null, limit: SHOWN_POSTBACKS });
        const shown = found.map(({ no, network: of, received_at_ms, reason, fields }) => ({
          ...{ id: no, network: of, received_at: toIso(received_at_ms), reason: maskSecrets(reason ?? '') },
          fields: maskTexts(JSON.parse(fields), maskSecrets) as object,
        }));
        if (json) console.log(JSON.stringify(shown));
        else if (shown.length === 0) console.log('no rejected postbacks');
        else for (const one of shown) console.log(printable(describePostback(one)));
        return 0;
      }),
    );
}

const describePostback = (one: { received_at: string; network: string; reason: string; fields: object }) =>
  `${one.received_at}  ${one.network}  ${one.reason}  ${JSON.stringify(one.fields)}`;

function wholeNumber(value: string): number {
  if (!/^[1-9]\d{0,15}$/.test(value)) throw new InvalidArgumentError('must be the number of a conversion');
  return Number(value);
}

function addImport(conversions: Command, withDeps: WithDeps<ConversionStore>, rewardMaxPct: () => number): void {
  conversions
    .command('import <file>')
    .description('record the reports of a file or stdin (-): CSV, TSV, JSON or JSON Lines, plain, gzip or zip')
    .requiredOption('--network <name>', 'account that the reports belong to', networkName)
    .option('--mapping <file>', 'JSON file with your own field names and status words', readReportMapping)
    .option('--dry-run', 'record nothing; report what would be rejected')
    .option('--rejected <file>', 'write the rejected rows to this file, as CSV')
    .option('--json', 'print the report as one line of JSON')
    .action((file: string, { network, mapping, dryRun = false, ...flags }: ImportFlags) =>
      withDeps(async (deps) => {
        // Imported here so that other commands start without the file readers.
        const { readReportFile } = await import('./read-report-file.ts');
        const { importReports } = await import('./import-reports.ts');
        const account = await deps.store.getNetwork({ name: network });
        const own = account ?? { name: network, dialect: null, mapping: null };
        const dialect = dialectOf(mapping === undefined ? own : { ...own, mapping: JSON.stringify(mapping) });
        try {
          const job = { network, dialect, dryRun, file: await readReportFile(file, dialect) };
          const result = await importReports({ ...deps, reward_max_pct: rewardMaxPct() }, job);
          if (!account && !dryRun) result.notes.unshift(`${network} is a new account`);
          return showImport(result, dryRun, flags);
        } catch (error) {
          const fault = feedErrorMessage(error);
          if (fault === undefined) throw error;
          console.error(printable(`${file === '-' ? 'stdin' : file}: ${fault}`));
          return 1;
        }
      }),
    );
}

/** Prints the result and returns the exit code: 1 if every row was rejected. */
function showImport(result: ReportImport, dryRun: boolean, { rejected: path, json }: Partial<ImportFlags>): number {
  const { rows, recorded, updated, unchanged, rejected, unmatched, notes, faults } = result;
  showRejected(result);
  if (path !== undefined) writeRejected(path, result);
  const accepted = dryRun
    ? `${rows - rejected} can be read`
    : `${recorded} recorded, ${updated} updated, ${unchanged} unchanged`;
  if (json) console.log(JSON.stringify({ ...result, faults: faults.slice(0, LISTED_FAULTS), is_dry_run: dryRun }));
  else {
    console.log(
      `${rows} ${rows === 1 ? 'row' : 'rows'} of ${result.network} (${result.dialect}): ${accepted}, ${rejected} rejected`,
    );
    if (unmatched > 0) console.log(`${unmatched} without a known click`);
    for (const note of notes) console.log(printable(note));
    if (dryRun) console.log('dry run: nothing was recorded');
  }
  return rows > 0 && rejected === rows ? 1 : 0;
}

function writeRejected(path: string, { faults }: ReportImport): void {
  try {
    writeFileSync(path, CSV_HEADER + faults.map(csvLine).join(''));
  } catch (error) {
    throw new FeedError(`the rejected rows cannot be written: ${(error as Error).message}`);
  }
}
