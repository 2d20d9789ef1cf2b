// Import quality on real feeds: `npm run bench -- feeds DIR` imports every file below a folder and prints kept and
// rejected rows.
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { importProducts } from '../server/src/catalogue/import-products.ts';
import { readFeed } from '../server/src/catalogue/read-feed.ts';
import { systemClock } from '../server/src/clock.ts';
import { openSqliteStore } from '../server/src/store/sqlite/open-sqlite-store.ts';

const top = (counts: Record<string, number>) =>
  Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .slice(0, 3)
    .map(([reason, count]) => `${count} ${reason}`)
    .join('; ');

export async function run([dir]: string[]): Promise<void> {
  if (!dir) throw new Error('a folder is required: npm run bench -- feeds DIR');
  const files = globSync('**/*', { cwd: dir, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const table: Record<string, object> = {};
  const totals = { rows: 0, kept: 0 };
  for (const path of files) {
    // A separate catalogue per file, so that products of one feed do not count as repeats in another.
    const folder = mkdtempSync(join(tmpdir(), 'finderfee-bench-'));
    const store = await openSqliteStore({ folder, own: true });
    const name = relative(dir, path);
    try {
      const reading = await readFeed({ path, now_ms: Date.now() });
      const report = await importProducts({ store, clock: systemClock }, '', reading.rows);
      const repeated = report.updated + report.unchanged;
      table[name] = {
        format: reading.format,
        rows: report.rows,
        kept: report.inserted,
        repeated,
        rejected: report.rejected,
        reasons: [top(report.reasons), ...reading.ending.notes].filter(Boolean).join('; '),
        'dropped values': top(report.dropped),
      };
      totals.rows += report.rows - repeated;
      totals.kept += report.inserted;
    } catch (error) {
      table[name] = { format: 'none', reasons: (error as Error).message };
    } finally {
      await store.close();
      rmSync(folder, { recursive: true });
    }
  }
  console.table(table);
  console.log(
    `${totals.kept} of ${totals.rows} distinct products kept: ${((100 * totals.kept) / totals.rows).toFixed(2)} %`,
  );
}
