// Changes of products in, a segment out, again and again: what was read before need not be read again.
import type { ProductChange } from '../../../store/packed-changes.ts';
import type { FieldLengths } from '../../ranking/field-lengths.ts';
import { Lexicon } from './analysis-cache.ts';
import { Draft } from './segment-builder.ts';

/** With more words and terms than this the next segment begins with nothing: those that repeat are soon known again. */
const MAX_KNOWN = 400_000;

export class SegmentMaker {
  readonly #lengths: FieldLengths;
  #lexicon = new Lexicon();

  constructor(lengths: FieldLengths) {
    this.#lengths = lengths;
  }

  /** Of several changes of one product the last counts. Undefined where no product is left. */
  make(changes: readonly ProductChange[]): SharedArrayBuffer | undefined {
    if (this.#lexicon.size > MAX_KNOWN) this.#lexicon = new Lexicon();
    const last = [...new Map(changes.map((change) => [change.product_no, change])).values()];
    last.sort((a, b) => a.product_no - b.product_no);
    const draft = new Draft(this.#lengths, this.#lexicon);
    for (const change of last) if (change.data !== null) draft.add(change);
    return draft.count > 0 ? draft.seal() : undefined;
  }
}
