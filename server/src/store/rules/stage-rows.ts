// Rows of a full feed that are staged until the whole file is read: their content, their counts and their steps.
import type { MerchantInfo } from '../../product/product.ts';
import type { ComparedProduct, ProductKey, StageOutcome } from '../catalogue-store.ts';
import { Interner, type PackedProduct, type PackedProducts } from './packed-products.ts';

/** A step's rows are all in memory: steps of long rows have fewer of them. */
const MAX_STEP_BYTES = 8 * 1024 ** 2;

/** What a staged row needs besides the product. Unlike a packed row, it carries its own merchant and hosts. */
type StagedAbout = Omit<PackedProduct, 'merchant' | 'hosts' | 'rest'> & ProductKey & { hosts: string[] };

/** Both are null for a product that the catalogue has already: it is staged only so that it is not deleted. */
export interface StagedContent {
  about: string | null;
  data: string | null;
}

export function stagedContent(products: PackedProducts, i: number, status: ComparedProduct['status']): StagedContent {
  if (status === 'same') return { about: null, data: null };
  const { rest, ...others } = products.rows[i]!;
  const merchant = products.merchants[others.merchant]!;
  const about: StagedAbout = { ...others, merchant, hosts: products.hosts[others.hosts]! };
  return { about: JSON.stringify(about), data: rest };
}

/** The last row of a product wins: `replaced` is the content of the earlier row of the run, if any. */
export function countStaged(
  outcome: StageOutcome,
  status: ComparedProduct['status'],
  replaced: { is_same: boolean } | undefined,
): void {
  if (replaced) outcome.repeated++;
  else outcome[status === 'new' ? 'added' : 'known']++;
  outcome.unchanged += Number(status === 'same') - Number(replaced?.is_same ?? false);
}

/** A staged row that is to be applied. */
interface PendingRow {
  no: number;
  bytes: number;
}

/** The next step of a run ends with the row `last`. `pending` are at most `limit` rows after the row `after`, in order. */
export function stepEnd(
  pending: readonly PendingRow[],
  { after, limit }: { after: number; limit: number },
): { last: number; isEnd: boolean } {
  const length = stepLength(pending);
  return { last: pending[length - 1]?.no ?? after, isEnd: length === pending.length && length < limit };
}

/** At least one row, if there are any. */
function stepLength(pending: readonly PendingRow[]): number {
  let sum = 0;
  const overflow = pending.findIndex(({ bytes }, i) => {
    sum += bytes;
    return sum > MAX_STEP_BYTES && i > 0;
  });
  return overflow < 0 ? pending.length : overflow;
}

export interface StagedRow {
  about: StagedAbout;
  data: string;
}

export function repackStaged(staged: readonly StagedRow[]): PackedProducts {
  const merchants = new Interner<MerchantInfo>();
  const hosts = new Interner<string[]>();
  const rows = staged.map(({ about, data }) => ({
    ...about,
    merchant: merchants.numberOf(JSON.stringify(about.merchant), () => about.merchant),
    hosts: hosts.numberOf(about.hosts.join(' '), () => about.hosts),
    rest: data,
  }));
  return { merchants: merchants.values, hosts: hosts.values, rows };
}
