// `finderfee migrate`.
import type { Command } from 'commander';
import { progressLine, showProgressLine } from '../progress-line.ts';
import { StartError } from '../start-error.ts';
import type { MigrationSides } from '../store/migration-port.ts';
import { textTable } from '../text-table.ts';
import { type MigrationOutcome, type MigrationProgress, migrateInstallation } from './migrate-installation.ts';

const START_OVER = 'drop the schema finderfee and start again.';

interface MigrateActions {
  /** Opens the data folder of `--from` and the database of `--to`. */
  open: () => Promise<MigrationSides>;
  /** Delivers the clicks that wait in SPOOL_DIR. */
  deliverSpool: () => Promise<void>;
}

export function addMigrateCommand(program: Command, { open, deliverSpool }: MigrateActions): void {
  program
    .command('migrate')
    .description('move an embedded installation to PostgreSQL; run it again to continue after an interruption')
    .option('--from <folder>', 'data folder of the installation (DATA_DIR)')
    .option('--to <url>', 'database, postgres://user:password@host:5432/database (DATABASE_URL)')
    .action(async () => {
      process.exitCode = await run(await open(), deliverSpool);
    });
}

async function run({ source, target, close }: MigrationSides, deliverSpool: () => Promise<void>): Promise<number> {
  const display = showMigration();
  try {
    // The clicks of a read-only server stay in its spool, for the instances on PostgreSQL to deliver.
    const onBegin = async () => {
      if (source.isStopped) await deliverSpool();
    };
    const outcome = await migrateInstallation({ source, target, onBegin, onProgress: display.update });
    display.stop();
    return report(outcome);
  } catch (error) {
    if (error instanceof StartError) throw error;
    const { message, code } = error as Error & { code?: string };
    // A key that exists already, or a reference to a missing row.
    const isChanged = code?.startsWith('23');
    console.error(
      `the migration was interrupted: ${message}\n${isChanged ? `The data folder was changed between two runs: ${START_OVER}` : 'Run the same command again to continue.'}`,
    );
    return 1;
  } finally {
    display.stop();
    await close();
  }
}

function report(outcome: MigrationOutcome): number {
  if ('differing' in outcome) {
    const { table, source_rows, target_rows } = outcome.differing;
    console.error(
      `the table ${table} differs after copying: ${source_rows} rows in the data folder, ${target_rows} in PostgreSQL.\n` +
        `The migration is not finished. If the data folder was changed meanwhile, ${START_OVER}`,
    );
    return 1;
  }
  if ('changed' in outcome) {
    console.error(
      `this migration is complete already, but the data folder was changed since (${outcome.changed}): use a new database`,
    );
    return 1;
  }
  if ('complete' in outcome) {
    console.log('this migration is complete already');
    return 0;
  }
  const moved = outcome.moved.filter(({ rows }) => rows > 0);
  console.log(textTable([['TABLE', 'ROWS'], ...moved.map(({ table, rows }) => [table, String(rows)])]));
  console.log(
    'Migrated and verified: counts and contents are equal. Start the service with DATABASE_URL, and do not start it on the data folder again.',
  );
  return 0;
}

function showMigration() {
  let progress: MigrationProgress | undefined;
  let since_ms = performance.now();
  let rowsBefore = 0;
  const stop = showProgressLine((withBar) => {
    if (!progress) return 'opening';
    const { step, table, rows, total } = progress;
    // Rows of earlier runs say nothing about the speed of this one.
    const elapsed_ms = performance.now() - since_ms;
    const rate = Math.round((rows - rowsBefore) / Math.max(0.001, elapsed_ms / 1000));
    const facts = [`${rows} of ${total} rows`, `${rate} rows/s`];
    return progressLine({ name: `${step} ${table}`, share: rows / Math.max(1, total), facts, elapsed_ms, withBar });
  });
  const update = (next: MigrationProgress) => {
    if (next.step !== progress?.step) {
      since_ms = performance.now();
      rowsBefore = next.rows;
    }
    progress = next;
  };
  return { update, stop };
}
