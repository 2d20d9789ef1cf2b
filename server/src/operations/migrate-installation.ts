// Moves an embedded installation to another engine: copies table by table, then compares both sides row by row.
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Column, MigrationSource, MigrationTarget } from '../store/migration-port.ts';
import { MOVED_TABLES, type MovedTable } from '../store/moved-tables.ts';

export interface MigrationProgress {
  step: 'copying' | 'verifying';
  table: string;
  /** Of all tables. */
  rows: number;
  total: number;
}

interface MovedRows {
  table: string;
  rows: number;
}

export type MigrationOutcome =
  | { moved: MovedRows[] }
  /** An earlier run has completed the migration. */
  | { complete: true }
  /** The same, and the source has other rows since. */
  | { changed: string }
  /** Both sides differ. The migration stays unfinished. */
  | { differing: { table: string; source_rows: number; target_rows: number } };

interface Migration {
  source: MigrationSource;
  target: MigrationTarget;
  /** Called before the first row is copied, and not by runs that continue. */
  onBegin: () => Promise<void>;
  onProgress: (progress: MigrationProgress) => void;
}

interface TableState extends MovedTable {
  columns: Column[];
}

export async function migrateInstallation({
  source,
  target,
  onBegin,
  onProgress,
}: Migration): Promise<MigrationOutcome> {
  const state = await target.begin(source.id);
  if (state === 'complete') return compareCounts(source, target);
  if (state === 'begun') await onBegin();
  const total = MOVED_TABLES.reduce((sum, table) => sum + source.countRows(table), 0);
  const tables: TableState[] = [];
  for (const table of MOVED_TABLES) tables.push({ ...table, columns: await target.columnsOf(table) });

  const counterOf = (step: MigrationProgress['step']) => {
    let rows = 0;
    return (table: MovedTable) => (more: number) => {
      rows += more;
      onProgress({ step, table: table.name, rows, total });
    };
  };
  // In reverse, because of foreign keys.
  for (const table of tables.toReversed()) if (table.file === 'sessions') await target.restart(table);
  const copied = counterOf('copying');
  for (const table of tables) await copyTable(source, target, table, copied(table));
  for (const table of tables)
    for (const { name } of table.columns.filter(({ isIdentity }) => isIdentity))
      await target.setLastNumber(table, name, source.lastNumber(table, name));

  for (const table of tables) await target.analyse(table);

  source.freeze();
  const verified = counterOf('verifying');
  const moved: MovedRows[] = [];
  for (const table of tables) {
    const [written, read] = await Promise.all([
      digestOfTarget(target, table),
      digestOfSource(source, table, verified(table)),
    ]);
    if (read.rows !== written.rows || read.digest !== written.digest)
      return { differing: { table: table.name, source_rows: read.rows, target_rows: written.rows } };
    moved.push({ table: table.name, rows: read.rows });
  }
  source.refuseWriter();
  await target.finish();
  source.retire();
  return { moved };
}

/** Sessions do not count: a read-only server goes on with them. */
async function compareCounts(source: MigrationSource, target: MigrationTarget): Promise<MigrationOutcome> {
  for (const table of MOVED_TABLES.filter(({ file }) => file !== 'sessions')) {
    const { rows } = await target.progressOf(table);
    if (source.countRows(table) !== rows) return { changed: table.name };
  }
  source.retire();
  return { complete: true };
}

async function copyTable(
  source: MigrationSource,
  target: MigrationTarget,
  table: TableState,
  onRows: (rows: number) => void,
): Promise<void> {
  const { last_key, rows, isComplete } = await target.progressOf(table);
  onRows(rows);
  if (isComplete) return;
  const { columns, forwardReference } = table;
  const copied = columns.filter(({ name }) => name !== forwardReference);
  for (const batch of source.batches(table, copied, last_key)) {
    await target.append(table, copied, batch);
    onRows(batch.rows);
  }
  await target.complete(table, forwardReference ? source.references(table, forwardReference) : []);
}

interface Digest {
  rows: number;
  digest: string;
}

/** Reads the source again: what has changed there since it was copied is a difference too. */
async function digestOfSource(
  source: MigrationSource,
  table: TableState,
  onRows: (rows: number) => void,
): Promise<Digest> {
  const hash = createHash('sha256');
  let rows = 0;
  for (const batch of source.batches(table, table.columns, null)) {
    hash.update(batch.text);
    rows += batch.rows;
    onRows(batch.rows);
    // Lets the rows of the target in.
    await setImmediate();
  }
  return { rows, digest: hash.digest('hex') };
}

async function digestOfTarget(target: MigrationTarget, table: TableState): Promise<Digest> {
  const hash = createHash('sha256');
  let rows = 0;
  await target.read(table, table.columns, (line) => {
    hash.update(line);
    rows++;
  });
  return { rows, digest: hash.digest('hex') };
}
