// Staging of full feeds in PostgreSQL: rows are compared and staged while the file is read, and applied once it is complete.
import { hash } from 'node:crypto';
import type {
  AppliedStep,
  ComparedProduct,
  DeletedStep,
  ProductKey,
  ProductWrite,
  StageOutcome,
} from '../catalogue-store.ts';
import { flag, number, type Row, text } from '../columns.ts';
import { toStagedRow, toStepEnd } from '../rows/staged-product-row.ts';
import { compareProduct, isForeign, productId, stagedId } from '../rules/compare-product.ts';
import { dataOf, type PackedProducts, pack } from '../rules/packed-products.ts';
import { countStaged, repackStaged, type StagedContent, stagedContent } from '../rules/stage-rows.ts';
import { findMerchants } from './merchants.ts';
import { deleteByNumber, findStored } from './products.ts';
import { statement } from './statement.ts';
import type { Queryable, Transaction } from './transaction.ts';
import { planBatch, writeBatch } from './upsert-products.ts';

const FIND = statement(`
  SELECT s.id, s.is_same FROM unnest($2::text[]) AS wanted (id) CROSS JOIN LATERAL (
    SELECT id, data IS NULL AS is_same FROM finderfee.staged_products
    WHERE run_id = $1 AND id_digest = sha256(convert_to(wanted.id, 'UTF8')) OFFSET 0
  ) s`);

/** Content comes as lines of JSON; an empty line is none. Rows are numbered in the order of the input. */
const STAGE = statement(`
  INSERT INTO finderfee.staged_products (run_id, id, id_digest, about, data)
  SELECT $1, id, sha256(convert_to(id, 'UTF8')), about, data
  FROM unnest($2::text[], string_to_array($3, E'\\n', ''), string_to_array($4, E'\\n', ''))
    WITH ORDINALITY AS staged (id, about, data, position) ORDER BY position
  ON CONFLICT (run_id, id_digest) DO UPDATE SET about = excluded.about, data = excluded.data`);

const NEXT_SIZES = statement(`
  SELECT no, octet_length(data) AS bytes FROM finderfee.staged_products
  WHERE run_id = $1 AND no > $2 AND data IS NOT NULL ORDER BY no LIMIT $3`);
const STEP = statement(`
  SELECT no, id, about, data FROM finderfee.staged_products
  WHERE run_id = $1 AND no > $2 AND no <= $3 AND data IS NOT NULL ORDER BY no`);

/** Rows that were staged under the same final id, or that this step has staged twice. */
const DELETE_REPLACED = statement(`
  DELETE FROM finderfee.staged_products WHERE run_id = $1
    AND (id_digest = ANY (ARRAY(SELECT sha256(convert_to(id, 'UTF8')) FROM unnest($2::text[]) AS final (id)))
      OR no = ANY ($3::bigint[]))`);
const RENAME = statement(`
  INSERT INTO finderfee.staged_products (no, run_id, id, id_digest)
  SELECT no, $1, id, sha256(convert_to(id, 'UTF8')) FROM unnest($2::bigint[], $3::text[]) AS renamed (no, id)
  ON CONFLICT (no) DO UPDATE SET id = excluded.id, id_digest = excluded.id_digest`);

/** Read after the staged rows: they are complete if the run is running then, because only those of ended runs are cleared. */
const IS_RUNNING = statement(`SELECT 1 FROM finderfee.feed_runs WHERE id = $1 AND state = 'running'`);

/** A scalar subquery, because a join could read all rows of the run for every step. */
const NEXT_OF_FEED = statement(`
  SELECT product_no, (
    SELECT s.no FROM finderfee.staged_products s
    WHERE s.run_id = $1 AND s.id_digest = sha256(convert_to(p.id, 'UTF8'))
  ) IS NOT NULL AS is_staged
  FROM finderfee.products p WHERE feed = $2 AND product_no > $3 ORDER BY product_no LIMIT $4`);

/** Seeks from run to run, because a running import may have staged a million rows. */
const NEXT_RUN = statement(`
  SELECT run_id, (SELECT r.state FROM finderfee.feed_runs r WHERE r.id = run_id) = 'running' AS is_running
  FROM finderfee.staged_products WHERE run_id > $1 ORDER BY run_id LIMIT 1`);
const CLEAR = statement(`
  DELETE FROM finderfee.staged_products WHERE no = ANY (ARRAY(
    SELECT no FROM finderfee.staged_products WHERE run_id = $1 ORDER BY no LIMIT $2))`);

export async function stage(
  tx: Transaction,
  { run_id, ...batch }: { run_id: number; feed: string; products: ProductWrite[] },
): Promise<StageOutcome> {
  const { feed, products } = pack(batch);
  const compared = await comparePacked(tx, { feed, products });
  const ids = [...new Set(compared.map(({ id }) => id))];
  const found = await tx.rows(FIND, run_id, ids);
  const staged = new Map(found.map((row) => [text(row, 'id'), { is_same: flag(row, 'is_same') }]));
  const outcome: StageOutcome = { added: 0, known: 0, unchanged: 0, repeated: 0, refused: [] };
  const contents = new Map<string, StagedContent>();
  for (const [i, { id, status }] of compared.entries()) {
    if (status === 'foreign') {
      outcome.refused.push(i);
      continue;
    }
    countStaged(outcome, status, staged.get(id));
    staged.set(id, { is_same: status === 'same' });
    contents.set(id, stagedContent(products, i, status));
  }
  const lines = (field: keyof StagedContent) => [...contents.values()].map((each) => each[field] ?? '').join('\n');
  if (contents.size > 0) tx.send(STAGE, run_id, [...contents.keys()], lines('about'), lines('data'));
  return outcome;
}

export const compare = (db: Queryable, batch: { feed: string; products: ProductWrite[] }): Promise<ComparedProduct[]> =>
  comparePacked(db, pack(batch));

async function comparePacked(
  db: Queryable,
  { feed, products }: { feed: string; products: PackedProducts },
): Promise<ComparedProduct[]> {
  const merchants = await findMerchants(db, products.merchants);
  const merchantIds = products.merchants.map((merchant) => merchants.find(merchant));
  const ids = products.rows.map((row) => productId(row.id, merchantIds[row.merchant], row.is_source_id));
  const stored = await findStored(
    db,
    ids.filter((id) => id !== undefined),
  );
  return products.rows.map((row, i) => {
    const merchantId = merchantIds[row.merchant];
    const key = { id: row.id, is_source_id: row.is_source_id, merchant: products.merchants[row.merchant]! };
    return {
      id: stagedId(key, merchantId),
      status: compareProduct(stored.get(ids[i]!), {
        ...{ feed, merchantId },
        hasSameData: ({ id, digest }) => digest === hash('sha1', dataOf(row, id)),
      }),
    };
  });
}

export async function find(
  db: Queryable,
  { feed, keys }: { feed: string; keys: ProductKey[] },
): Promise<{ id: string; exists: boolean }[]> {
  const merchants = await findMerchants(
    db,
    keys.map(({ merchant }) => merchant),
  );
  const ids = keys.map((key) => stagedId(key, merchants.find(key.merchant)));
  const stored = await findStored(db, ids);
  return ids.map((id) => {
    const old = stored.get(id);
    return { id, exists: old !== undefined && !isForeign(old, feed) };
  });
}

export async function apply(
  tx: Transaction,
  by: { run_id: number; feed: string; after: number; limit: number; now_ms: number },
): Promise<AppliedStep> {
  const next = tx.rows(NEXT_SIZES, by.run_id, by.after, by.limit);
  const { rows: sizes, has_ended } = await whileRunning(tx, by.run_id, next);
  const { last, isEnd } = toStepEnd(sizes, by);
  const staged = last > by.after ? await tx.rows(STEP, by.run_id, by.after, last) : [];
  const rows = staged.map(toStagedRow);
  const products = repackStaged(rows);
  const batch = await planBatch(tx, { feed: by.feed, products, now_ms: by.now_ms });
  const finalIds = rows.map(({ about }) => stagedId(about, batch.merchants.find(about.merchant)));
  renameStaged(tx, by.run_id, staged, finalIds);
  await writeBatch(tx, batch);
  const { refused: _, ...outcome } = batch.plan.outcome;
  return { ...outcome, next: isEnd ? null : last, has_ended };
}

/** The rows that a run reads; none if it has ended. */
async function whileRunning(tx: Transaction, run_id: number, read: Promise<Row[]>) {
  const [rows, running] = await Promise.all([read, tx.row(IS_RUNNING, run_id)]);
  const has_ended = running === undefined;
  return { rows: has_ended ? [] : rows, has_ended };
}

/** After the step, all merchants have ids. Staged rows get their final ids, so that deleteUnstaged finds their products. */
function renameStaged(tx: Transaction, run_id: number, staged: readonly Row[], finalIds: string[]): void {
  const renamed = staged
    .map((row, i) => ({ no: number(row, 'no'), id: finalIds[i]!, isRenamed: finalIds[i] !== text(row, 'id') }))
    .filter(({ isRenamed }) => isRenamed);
  if (renamed.length === 0) return;
  const lastOf = new Map(renamed.map(({ no, id }) => [id, no]));
  const replaced = renamed.filter(({ no, id }) => lastOf.get(id) !== no).map(({ no }) => no);
  tx.send(DELETE_REPLACED, run_id, [...lastOf.keys()], replaced);
  tx.send(RENAME, run_id, [...lastOf.values()], [...lastOf.keys()]);
}

export async function deleteUnstaged(
  tx: Transaction,
  { run_id, feed, after, limit }: { run_id: number; feed: string; after: number; limit: number },
): Promise<DeletedStep> {
  const { rows, has_ended } = await whileRunning(tx, run_id, tx.rows(NEXT_OF_FEED, run_id, feed, after, limit));
  const absent = rows.filter((row) => !flag(row, 'is_staged')).map((row) => number(row, 'product_no'));
  const next = rows.length < limit ? null : number(rows.at(-1)!, 'product_no');
  return { ...(await deleteByNumber(tx, absent)), next, has_ended };
}

export async function clear(tx: Transaction, { limit }: { limit: number }): Promise<number> {
  let cleared = 0;
  for (let after = -1; cleared < limit; ) {
    const row = await tx.row(NEXT_RUN, after);
    if (!row) break;
    after = number(row, 'run_id');
    if (row.is_running !== true) cleared += await tx.run(CLEAR, after, limit - cleared);
  }
  return cleared;
}
