// Changes of products in, a segment out, again and again: what was read before need not be read again.
import type { ProductChange } from '../../../store/packed-changes.ts';
import type { FieldLengths } from '../../ranking/field-lengths.ts';
import { AnalysisCache } from './analysis-cache.ts';
import { SegmentBuilder } from './segment-builder.ts';

/** With more words and terms than this the next segment begins with nothing: those that repeat are soon known again. */
const MAX_KNOWN = 400_000;

export class BatchIndexer {
  readonly #lengths: FieldLengths;
  #analysis = new AnalysisCache();

  constructor(lengths: FieldLengths) {
    this.#lengths = lengths;
  }

  /** Of several changes of one product the last counts. Undefined where no product is left. */
  buildSegment(changes: readonly ProductChange[]): SharedArrayBuffer | undefined {
    if (this.#analysis.size > MAX_KNOWN) this.#analysis = new AnalysisCache();
    const last = [...new Map(changes.map((change) => [change.product_no, change])).values()];
    last.sort((a, b) => a.product_no - b.product_no);
    const draft = new SegmentBuilder(this.#lengths, this.#analysis);
    for (const change of last) if (change.data !== null) draft.add(change);
    return draft.count > 0 ? draft.seal() : undefined;
  }
}
