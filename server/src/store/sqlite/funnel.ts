// The funnel report in SQLite. Facts log deltas in their transactions; a background call folds them into cells.
import { number, numberOrNull } from '../columns.ts';
import type { PurgeBy } from '../purge-by.ts';
import { FUNNEL_DIMENSIONS, type FunnelSpan, type FunnelSums, WIDTHS_MS } from '../report-store.ts';
import {
  CELL_KEY,
  DELTA_COLUMNS,
  deltaValues,
  keyInDimension,
  SUMS,
  sumsOf,
  toCountedClick,
  toFunnelSums,
  VALUE_COLUMNS,
} from '../rows/funnel-row.ts';
import {
  clickMoved,
  FUNNEL_SERIES,
  type FunnelDelta,
  MAX_MOVED_CLICKS,
  offerDelta,
  sumDeltas,
  weekOf,
} from '../rules/funnel-deltas.ts';
import type { Connection } from './connection.ts';

const INSERT_DELTA = `INSERT INTO funnel_deltas (${DELTA_COLUMNS.join(', ')})
  VALUES (${DELTA_COLUMNS.map(() => '?').join(', ')})`;

export function logDeltas(db: Connection, deltas: readonly FunnelDelta[]): void {
  for (const delta of deltas.length > 1 ? sumDeltas(deltas) : deltas) {
    const values = deltaValues(delta);
    db.run(INSERT_DELTA, ...DELTA_COLUMNS.map((column) => values[column]));
  }
}

interface NewOffer {
  id: number;
  program: string;
  convo_id: string;
  presentation_id: string;
  merchant_id: number | null;
}

/** Also gives the offer to the clicks of its presentment that have none. */
export function countOffer(db: Connection, offer: NewOffer, now_ms: number): void {
  const { id, convo_id, presentation_id, merchant_id } = offer;
  const clicks = db.all(
    `SELECT click_no, program, merchant_id, click_at_ms, is_unique FROM clicks
     WHERE convo_id = ? AND presentation_id = ? AND offer_id IS NULL LIMIT ?`,
    convo_id,
    presentation_id,
    MAX_MOVED_CLICKS,
  );
  for (const row of clicks) db.run(CLAIM, id, merchant_id, number(row, 'click_no'));
  const moved = clicks.flatMap((row) => clickMoved(toCountedClick(row), merchant_id));
  logDeltas(db, [offerDelta(offer, now_ms), ...moved]);
}

const CLAIM = 'UPDATE clicks SET offer_id = ?, merchant_id = ? WHERE click_no = ?';

const FOLD = `INSERT INTO funnel_cells (${[...CELL_KEY, ...VALUE_COLUMNS].join(', ')})
  SELECT dimension, width_ms, kind, at_ms - (at_ms % width_ms + width_ms) % width_ms, key, detail, currency, ${SUMS}
  FROM (SELECT funnel_deltas.*, g.value AS dimension, w.value AS width_ms,
      ${keyInDimension('funnel_deltas', 'g.value')} AS key
    FROM funnel_deltas CROSS JOIN json_each(?2) w CROSS JOIN json_each(?3) g WHERE no <= ?1)
  WHERE key IS NOT NULL
  GROUP BY 1, 2, 3, 4, 5, 6, 7
  ON CONFLICT DO UPDATE SET ${VALUE_COLUMNS.map((column) => `${column} = ${column} + excluded.${column}`).join(', ')}`;

export function fold(db: Connection, { limit }: { limit: number }): number {
  const last = numberOrNull(
    db.get('SELECT max(no) AS last FROM (SELECT no FROM funnel_deltas ORDER BY no LIMIT ?)', limit)!,
    'last',
  );
  if (last === null) return 0;
  db.run(FOLD, last, JSON.stringify(WIDTHS_MS), JSON.stringify(FUNNEL_DIMENSIONS));
  return db.run('DELETE FROM funnel_deltas WHERE no <= ?', last);
}

const SUMS_OF_REPORT = sumsOf(
  (sum) => sum,
  (sum) => `CAST(${sum} AS TEXT)`,
);
const KEY_OF_DELTA = keyInDimension('funnel_deltas', 's.dimension');
/** One statement, so that a delta is read either from the log or from its cells. */
const READ = `WITH spans AS (
    SELECT value ->> 'row_no' AS row_no, value ->> 'dimension' AS dimension, value ->> 'key' AS only_key,
      value ->> 'kind' AS kind, value ->> 'width_ms' AS width_ms, value ->> 'from_ms' AS from_ms, value ->> 'to_ms' AS to_ms
    FROM json_each(?))
  SELECT row_no, dimension, key, kind, detail, currency, ${SUMS_OF_REPORT}
  FROM (
    SELECT s.row_no, s.dimension, key, s.kind, detail, currency, ${VALUE_COLUMNS.join(', ')}
    FROM spans s CROSS JOIN funnel_cells
    WHERE funnel_cells.dimension = s.dimension AND funnel_cells.width_ms = s.width_ms AND funnel_cells.kind = s.kind
      AND at_ms >= s.from_ms AND at_ms < s.to_ms AND (only_key IS NULL OR key = only_key)
    UNION ALL
    SELECT s.row_no, s.dimension, ${KEY_OF_DELTA}, s.kind, detail, currency, ${VALUE_COLUMNS.join(', ')}
    FROM spans s CROSS JOIN funnel_deltas
    WHERE funnel_deltas.kind = s.kind AND at_ms >= s.from_ms AND at_ms < s.to_ms
      AND (only_key IS NULL OR ${KEY_OF_DELTA} = only_key))
  WHERE key IS NOT NULL
  GROUP BY key, detail, currency, row_no, kind, dimension`;

export const read = (db: Connection, { spans }: { spans: FunnelSpan[] }): FunnelSums[] =>
  db.all(READ, JSON.stringify(spans)).map(toFunnelSums);

export function purge(db: Connection, { before_ms, limit }: PurgeBy): number {
  const before = weekOf(before_ms);
  let purged = 0;
  for (const series of FUNNEL_SERIES) {
    const { last } = db.get(
      `SELECT max(at_ms) AS last FROM (SELECT at_ms FROM funnel_cells
         WHERE dimension = ? AND width_ms = ? AND kind = ? AND at_ms < ? ORDER BY at_ms LIMIT ?)`,
      ...[...series, before, limit - purged],
    )!;
    if (last === null) continue;
    purged += db.run(
      'DELETE FROM funnel_cells WHERE dimension = ? AND width_ms = ? AND kind = ? AND at_ms <= ?',
      ...[...series, last!],
    );
    if (purged >= limit) break;
  }
  return purged;
}
