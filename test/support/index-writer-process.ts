// A process that writes to a persisted index until it is killed, and reports its progress on stdout.

import { openSegmentIndex } from '../../server/src/index/embedded/open-segment-index.ts';
import { measureLengths } from '../../server/src/index/ranking/field-lengths.ts';
import { type PackedChanges, type ProductChange, packChanges } from '../../server/src/store/packed-changes.ts';

export const BATCH = 60;
const PRODUCTS = 3000;
const KINDS = ['kettle', 'toaster', 'umbrella', 'raincoat', 'lamp'];

/** The n-th change of a deterministic log in which products are added, changed and deleted. */
export function changeAt(change_no: number): ProductChange {
  const product_no = 1 + ((change_no * 7919) % PRODUCTS);
  const round = Math.floor((change_no * 7919) / PRODUCTS);
  const name = `${KINDS[(product_no + round) % KINDS.length]} number ${product_no} round ${round % 50}`;
  const data = (product_no + round) % 9 === 0 ? null : JSON.stringify({ id: `p-${product_no}`, name });
  return { change_no, product_no, merchant_id: 7, merchant_name: 'Shop', data };
}

export const changesBetween = (after: number, to: number): PackedChanges =>
  packChanges(Array.from({ length: to - after }, (_, i) => changeAt(after + 1 + i)));

/** Commits often, so that a kill often interrupts a write. */
export const openPersisted = (folder: string, onFault: (error: unknown) => void) =>
  openSegmentIndex({ folder, lengths: measureLengths([]), threads: 1, idle_ms: 20, onFault });

if (process.argv[1] === import.meta.filename) {
  const onFault = (error: unknown) => {
    console.error(error);
    process.exit(1);
  };
  const index = await openPersisted(process.argv[2]!, onFault);
  console.log(`opened at ${index.appliedUpTo()}`);
  for (let at = index.appliedUpTo(); ; at += BATCH) {
    await index.apply(changesBetween(at, at + BATCH));
    console.log(`applied ${index.appliedUpTo()}`);
  }
}
