// The funnel report on PostgreSQL. Facts log deltas in their transactions; a background call folds them into cells.
import { flag, number } from '../columns.ts';
import type { PurgeBy } from '../purge-by.ts';
import { FUNNEL_DIMENSIONS, type FunnelSpan, type FunnelSums, WIDTHS_MS } from '../report-store.ts';
import {
  CELL_KEY,
  DELTA_COLUMNS,
  deltaValues,
  keyInDimension,
  SUMS,
  sumsOf,
  toFunnelSums,
  VALUE_COLUMNS,
} from '../rows/funnel-row.ts';
import { FUNNEL_SERIES, type FunnelDelta, sumDeltas, weekOf } from '../rules/funnel-deltas.ts';
import { columnsOf } from './columns-of.ts';
import { statement } from './statement.ts';
import type { Queryable, Transaction } from './transaction.ts';

const TEXTS = ['program', 'merchant', 'network', 'kind', 'detail', 'currency'];
const INSERT_DELTAS = statement(`
  INSERT INTO finderfee.funnel_deltas (${DELTA_COLUMNS.join(', ')})
  SELECT * FROM unnest(${DELTA_COLUMNS.map((column, i) => `$${i + 1}::${TEXTS.includes(column) ? 'text' : 'bigint'}[]`).join(', ')})`);

/** Of a batch: one per cell. */
export function logDeltas(tx: Transaction, deltas: readonly FunnelDelta[]): void {
  const sums = sumDeltas(deltas);
  if (sums.length > 0) tx.send(INSERT_DELTAS, ...columnsOf(sums.map(deltaValues), ...DELTA_COLUMNS));
}

/** Identifies the fold among the advisory locks of the database. */
const FOLD_LOCK = 0x66_66_66;
const TRY_LOCK = statement('SELECT pg_try_advisory_xact_lock($1) AS is_mine');
/** Cells are written in the order of their keys, so that a purge and a fold do not deadlock. */
const FOLD = statement(`
  WITH taken AS (
    DELETE FROM finderfee.funnel_deltas WHERE no = ANY (ARRAY(
      SELECT no FROM finderfee.funnel_deltas ORDER BY no LIMIT $1))
    RETURNING *),
  added AS (
    INSERT INTO finderfee.funnel_cells AS c (${[...CELL_KEY, ...VALUE_COLUMNS].join(', ')})
    SELECT g.dimension, w.width_ms, d.kind, d.at_ms - (d.at_ms % w.width_ms + w.width_ms) % w.width_ms, k.key,
      d.detail, d.currency, ${SUMS}
    FROM taken d CROSS JOIN unnest($2::bigint[]) AS w (width_ms) CROSS JOIN unnest($3::text[]) AS g (dimension)
      CROSS JOIN LATERAL (SELECT ${keyInDimension('d', 'g.dimension')} AS key) k
    WHERE k.key IS NOT NULL
    GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 1, 2, 3, 4, 5, 6, 7
    ON CONFLICT (${CELL_KEY.join(', ')}) DO UPDATE
    SET ${VALUE_COLUMNS.map((column) => `${column} = c.${column} + excluded.${column}`).join(', ')})
  SELECT count(*) AS folded FROM taken`);

/** One instance folds at a time. */
export async function fold(tx: Transaction, { limit }: { limit: number }): Promise<number> {
  const lock = await tx.row(TRY_LOCK, FOLD_LOCK);
  if (!flag(lock!, 'is_mine')) return 0;
  return number((await tx.row(FOLD, limit, WIDTHS_MS, FUNNEL_DIMENSIONS))!, 'folded');
}

const SPANS = `unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[])
  AS s (row_no, dimension, key, kind, width_ms, from_ms, to_ms)`;
const SUMS_OF_REPORT = sumsOf(
  (sum) => `${sum}::bigint`,
  (sum) => `${sum}::text`,
);
const KEY_OF_DELTA = keyInDimension('d', 's.dimension');
/** One statement, so that a delta is read either from the log or from its cells. */
const READ = statement(`
  SELECT row_no, dimension, key, kind, detail, currency, ${SUMS_OF_REPORT}
  FROM (
    SELECT s.row_no, s.dimension, c.key, s.kind, c.detail, c.currency, ${VALUE_COLUMNS.join(', ')}
    FROM ${SPANS} CROSS JOIN LATERAL (SELECT * FROM finderfee.funnel_cells f
      WHERE f.dimension = s.dimension COLLATE "C" AND f.width_ms = s.width_ms AND f.kind = s.kind COLLATE "C"
        AND f.at_ms >= s.from_ms AND f.at_ms < s.to_ms AND (s.key IS NULL OR f.key = s.key COLLATE "C") OFFSET 0) c
    UNION ALL
    SELECT s.row_no, s.dimension, ${KEY_OF_DELTA}, s.kind, d.detail, d.currency, ${VALUE_COLUMNS.join(', ')}
    FROM ${SPANS} JOIN finderfee.funnel_deltas d
      ON d.kind = s.kind COLLATE "C" AND d.at_ms >= s.from_ms AND d.at_ms < s.to_ms
        AND (s.key IS NULL OR ${KEY_OF_DELTA} = s.key)) found
  WHERE key IS NOT NULL
  GROUP BY row_no, dimension, key, kind, detail, currency`);

export async function read(db: Queryable, { spans }: { spans: FunnelSpan[] }): Promise<FunnelSums[]> {
  const columns = columnsOf(spans, 'row_no', 'dimension', 'key', 'kind', 'width_ms', 'from_ms', 'to_ms');
  return (await db.rows(READ, ...columns)).map(toFunnelSums);
}

const PURGE = statement(`
  DELETE FROM finderfee.funnel_cells WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM finderfee.funnel_cells WHERE dimension = $1 AND width_ms = $2 AND kind = $3 AND at_ms < $4
    ORDER BY at_ms LIMIT $5 FOR UPDATE SKIP LOCKED))`);

export async function purge(tx: Transaction, { before_ms, limit }: PurgeBy): Promise<number> {
  const before = weekOf(before_ms);
  const purged = await Promise.all(FUNNEL_SERIES.map((series) => tx.run(PURGE, ...series, before, limit)));
  return purged.reduce((sum, rows) => sum + rows, 0);
}
