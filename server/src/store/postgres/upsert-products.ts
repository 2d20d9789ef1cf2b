// Inserts and updates products in PostgreSQL: reads, decides by the rules, locks what changes, and writes it in a few
// set statements that share a round trip with the commit.
import { hash } from 'node:crypto';
import type { ProductWrite, UpsertOutcome } from '../catalogue-store.ts';
import { number, text } from '../columns.ts';
import { productId } from '../rules/compare-product.ts';
import type { MerchantDirectory } from '../rules/merchant-directory.ts';
import { type PackedProducts, pack } from '../rules/packed-products.ts';
import { planUpsert, type StoredDigest, type UpsertPlan } from '../rules/plan-upsert.ts';
import { recordedStates } from '../rules/price-states.ts';
import { logChanges } from './change-log.ts';
import { addLinkHosts } from './link-hosts.ts';
import { describableMerchants, keepMerchants, writeMerchants } from './merchants.ts';
import { lastStates, writeStates } from './price-changes.ts';
import { findStored, storedOf } from './products.ts';
import { statement } from './statement.ts';
import type { Transaction } from './transaction.ts';

const LOCK = statement(`
  SELECT id, product_no, merchant_id, feed, encode(digest, 'hex') AS digest, added_at_ms, data
  FROM finderfee.products WHERE id = ANY ($1::text[]) ORDER BY id FOR UPDATE`);

const NEW_NUMBERS = statement(`
  SELECT nextval('finderfee.products_product_no_seq') AS product_no FROM generate_series(1, $1::integer)`);

/**
 * New products have new numbers, so a conflict means an update. Another process that inserts the same id causes a unique
 * violation, which repeats the transaction. The data of all rows is one text of lines: JSON holds no line break.
 */
const WRITE = statement(`
  INSERT INTO finderfee.products AS p
    (product_no, id, merchant_id, feed, brand, category, data, digest, added_at_ms)
  SELECT product_no, id, merchant_id, $4, brand, category, data, decode(digest, 'hex'), $9
  FROM unnest($1::bigint[], $2::text[], $3::bigint[], $5::text[], $6::text[], string_to_array($7, E'\\n'), $8::text[])
    AS written (product_no, id, merchant_id, brand, category, data, digest)
  ON CONFLICT (product_no) DO UPDATE SET merchant_id = excluded.merchant_id, brand = excluded.brand,
    category = excluded.category, data = excluded.data, digest = excluded.digest`);

const digestOf = (data: string) => hash('sha1', data);

interface Batch {
  feed: string;
  products: PackedProducts;
  now_ms: number;
}

/** The plan of a batch, and the merchants as they are after it. */
interface PlannedBatch extends Batch {
  plan: UpsertPlan;
  merchants: MerchantDirectory;
}

export async function upsert(
  tx: Transaction,
  batch: Omit<Batch, 'products'> & { products: ProductWrite[] },
): Promise<UpsertOutcome> {
  const planned = await planBatch(tx, pack(batch));
  await writeBatch(tx, planned);
  return planned.plan.outcome;
}

export async function planBatch(tx: Transaction, batch: Batch): Promise<PlannedBatch> {
  const { feed, products } = batch;
  const directory = await describableMerchants(tx, products.merchants);
  const stored = new Map<string, StoredDigest | undefined>();
  let unread = knownIds(products, directory());
  for (;;) {
    for (const [id, version] of await findStored(tx, unread)) stored.set(id, version);
    const merchants = directory();
    const plan = planUpsert({ feed, products, stored, merchants, digestOf });
    if (plan.unread.length === 0) return { ...batch, plan, merchants };
    // Ids under merchants that the batch itself creates are known only now.
    unread = plan.unread;
  }
}

const knownIds = ({ rows, merchants }: PackedProducts, directory: MerchantDirectory): string[] => [
  ...new Set(
    rows.flatMap((row) => {
      const merchantId = row.is_source_id ? directory.find(merchants[row.merchant]!) : undefined;
      return productId(row.id, merchantId, row.is_source_id) ?? [];
    }),
  ),
];

/** To be called last: it locks the counter of the change log. */
export async function writeBatch(tx: Transaction, { feed, plan, merchants, now_ms }: PlannedBatch): Promise<void> {
  const ids = plan.writes.map(({ id }) => id);
  const [oldData, last, numbers] = await Promise.all([
    lockStored(tx, plan),
    lastStates(tx, ids),
    newNumbers(tx, plan.outcome.inserted),
    keepMerchants(
      tx,
      [...plan.tally.counts.keys()].filter((id) => !merchants.written.has(id)),
    ),
  ]);
  const rows = plan.writes.map((each) => ({ ...each, product_no: each.old?.product_no ?? numbers.pop()! }));
  const states = plan.writes.flatMap(({ id, old, versions }) => {
    const before = old && { data: oldData.get(id)!, added_at_ms: old.added_at_ms };
    const recorded = recordedStates(versions, { old: before, last: last.get(id), now_ms });
    return [...recorded].map(([at_ms, values]) => ({ id, at_ms, ...values }));
  });
  addLinkHosts(tx, plan.hosts);
  writeProducts(tx, rows, feed, now_ms);
  writeStates(tx, states);
  writeMerchants(tx, plan.tally, merchants.written);
  const numberOf = new Map(rows.map(({ id, product_no }) => [id, product_no]));
  logChanges(
    tx,
    plan.changed.map((id) => numberOf.get(id)!),
    merchants.renamed,
  );
}

/** Locks the products to update and returns their data. Unchanged products are not locked: that would write them. */
async function lockStored(tx: Transaction, { writes }: UpsertPlan): Promise<Map<string, string>> {
  const stored = writes.flatMap(({ old }) => old ?? []);
  if (stored.length === 0) return new Map();
  const rows = await tx.rows(
    LOCK,
    stored.map(({ id }) => id),
  );
  const locked = new Map(rows.map((row) => [text(row, 'id'), storedOf(row)]));
  const isStale = ({ id, product_no, merchant_id, digest }: StoredDigest) => {
    const now = locked.get(id);
    return now?.product_no !== product_no || now.merchant_id !== merchant_id || now.digest !== digest;
  };
  if (stored.some(isStale)) tx.repeat();
  return new Map(rows.map((row) => [text(row, 'id'), text(row, 'data')]));
}

/** Numbers of new products, the lowest last. */
async function newNumbers(tx: Transaction, count: number): Promise<number[]> {
  if (count === 0) return [];
  return (await tx.rows(NEW_NUMBERS, count)).map((row) => number(row, 'product_no')).reverse();
}

type WrittenRow = UpsertPlan['writes'][number] & { product_no: number };

function writeProducts(tx: Transaction, rows: readonly WrittenRow[], feed: string, now_ms: number): void {
  if (rows.length === 0) return;
  const sorted = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  tx.send(
    WRITE,
    sorted.map(({ product_no }) => product_no),
    sorted.map(({ id }) => id),
    sorted.map(({ merchant_id }) => merchant_id),
    feed,
    sorted.map(({ brand }) => brand),
    sorted.map(({ category }) => category),
    sorted.map(({ versions }) => versions.at(-1)).join('\n'),
    sorted.map(({ digest }) => digest),
    now_ms,
  );
}
