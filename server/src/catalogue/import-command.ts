// `finderfee import FILE`: products into the catalogue, beside a running server.
import type { Command } from 'commander';
import type { StoreDeps } from '../deps.ts';
import { type ImportReport, importProducts } from './import-products.ts';
import { readJsonl } from './read-jsonl.ts';

const SHOWN_FAULTS = 20;

export function addImportCommand(
  program: Command,
  withDeps: (action: (deps: StoreDeps) => Promise<number>) => Promise<void>,
): void {
  program
    .command('import <file>')
    .description('import products from our JSONL, plain or gzip; a running server finds them within a second')
    .option('--json', 'print the report as one line of JSON')
    .action((file, { json }) =>
      withDeps(async (deps) => {
        const report = await importProducts(deps, '', readJsonl(file)).catch((error: NodeJS.ErrnoException) => {
          if (
            error.code !== 'ENOENT' &&
            error.code !== 'EISDIR' &&
            error.code !== 'EACCES' &&
            error.code !== 'Z_DATA_ERROR' &&
            error.code !== 'Z_BUF_ERROR'
          )
            throw error;
          return `${file} cannot be read: ${error.message}`;
        });
        if (typeof report === 'string') {
          console.error(report);
          return 1;
        }
        show(report, json);
        return report.rows > 0 && report.products === 0 ? 1 : 0;
      }),
    );
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
  const { rows, products, inserted, updated, unchanged, rejected, dropped } = report;
  console.log(
    `${rows} rows: ${products} products (${inserted} new, ${updated} changed, ${unchanged} unchanged), ${rejected} rejected`,
  );
  for (const [fault, count] of Object.entries(dropped)) console.log(`${count} values left out: ${fault}`);
}
