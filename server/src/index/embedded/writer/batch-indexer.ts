// Turns batches of product changes into segments. The analysis of words is cached across batches.
import type { ProductChange } from '../../../store/packed-changes.ts';
import type { FieldLengths } from '../../ranking/field-lengths.ts';
import { AnalysisCache } from './analysis-cache.ts';
import { SegmentBuilder } from './segment-builder.ts';

/** The cache is dropped beyond this many words and terms: frequent ones are soon cached again. */
const MAX_CACHED = 400_000;

export class BatchIndexer {
  readonly #lengths: FieldLengths;
  #analysis = new AnalysisCache();

  constructor(lengths: FieldLengths) {
    this.#lengths = lengths;
  }

  /** The last change of each product wins. Undefined if no product remains. */
  buildSegment(changes: readonly ProductChange[]): SharedArrayBuffer | undefined {
    if (this.#analysis.size > MAX_CACHED) this.#analysis = new AnalysisCache();
    const last = [...new Map(changes.map((change) => [change.product_no, change])).values()];
    last.sort((a, b) => a.product_no - b.product_no);
    const builder = new SegmentBuilder(this.#lengths, this.#analysis);
    for (const change of last) if (change.data !== null) builder.add(change);
    return builder.count > 0 ? builder.build() : undefined;
  }
}
