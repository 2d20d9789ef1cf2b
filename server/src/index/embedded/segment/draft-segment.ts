// Changes of products in, a segment out.
import type { ProductChange } from '../../../store/port.ts';
import type { FieldLengths } from '../../ranking/field-lengths.ts';
import { Draft } from './draft.ts';
import type { WordReader } from './read-words.ts';

/** Of several changes of one product the last counts. Undefined where no product is left. */
export function draftSegment(
  changes: readonly ProductChange[],
  lengths: FieldLengths,
  reader: WordReader,
): SharedArrayBuffer | undefined {
  const last = [...new Map(changes.map((change) => [change.product_no, change])).values()];
  last.sort((a, b) => a.product_no - b.product_no);
  const draft = new Draft(lengths, reader);
  for (const change of last) if (change.data !== null) draft.add(change);
  return draft.count > 0 ? draft.seal() : undefined;
}
