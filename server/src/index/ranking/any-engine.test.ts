// The ranking is the same for every engine. The engine of this test keeps one plain record per product, computes its
// scores from weights, and answers asynchronously.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import fc from '../../../../test/support/properties.ts';
import { queriesFor } from '../../../../test/support/queries-for.ts';
import { wordsOf } from '../../text/analyse.ts';
import { catalogues, type Listing } from '../brute-force.ts';
import { textOf } from '../dictionary/term-dictionary.ts';
import { forEachPosting } from '../embedded/format/posting-lists.ts';
import { Segment } from '../embedded/format/segment.ts';
import { LiveSegment } from '../embedded/live-segment.ts';
import { IndexView } from '../embedded/query/index-view.ts';
import { Searcher } from '../embedded/query/searcher.ts';
import { viewLexicon } from '../embedded/query/view-lexicon.ts';
import { sampleTrainingData } from '../embedded/training-sample.ts';
import { BatchIndexer } from '../embedded/writer/batch-indexer.ts';
import type { IndexResult } from '../port.ts';
import { WorkBudget } from '../work-budget.ts';
import { termOf } from './analyse-words.ts';
import type { Purchase } from './deduplicate.ts';
import { measureLengths } from './field-lengths.ts';
import { identitiesOf } from './identities.ts';
import { learnWordVectors } from './learn-word-vectors.ts';
import { type PlannedAlternative, planQuery, type QueryPlan } from './plan-query.ts';
import { categoryNodes, duplicateKeyOf, featuresOf, QueryTerms } from './product-features.ts';
import { rankHits } from './rank-hits.ts';
import { type Hit, lexicalScore, type Retrieval } from './retrieval.ts';
import { packWordVectors, WordVectors } from './word-vectors.ts';

interface ProductRecord {
  product_no: number;
  /** Quantised weights by term. */
  weights: Map<string, number>;
  name: string[];
  main_terms: number;
  category: string;
  brand: string;
  identities: ReadonlySet<string>;
  duplicate_key: string;
  purchase: Purchase;
}

interface Found extends Hit {
  record: ProductRecord;
}

const segmentOf = (catalogue: readonly Listing[]): Segment =>
  new Segment(
    new BatchIndexer(measureLengths([])).buildSegment(
      catalogue.map(({ product, merchant }, i) => ({
        change_no: i + 1,
        product_no: i + 1,
        merchant_id: merchant.id,
        merchant_name: merchant.name,
        data: JSON.stringify(product),
      })),
    )!,
  );

function recordsOf(segment: Segment): ProductRecord[] {
  const records = Array.from(segment.productNos, (product_no, doc): ProductRecord => {
    const barcode = segment.identifierText('barcode', doc).replace(/^0+/, '');
    const [brand, color] = [segment.textOf('brand', doc), segment.textOf('color', doc)];
    const out_of_stock = (segment.flags[doc]! & 4) !== 0;
    const amount = segment.number('final_price', doc);
    return {
      product_no,
      weights: new Map(),
      name: segment.nameTerms(doc).map((term) => textOf(segment.terms.termBytesAt(term))),
      main_terms: segment.mainTerms[doc]!,
      category: segment.textOf('category', doc),
      brand,
      identities: identitiesOf(segment.identifiers(doc)),
      duplicate_key: barcode || duplicateKeyOf(segment.fullText('name', doc), brand, color),
      purchase: { currency: segment.textOf('currency', doc), amount: amount < 0 ? undefined : amount, out_of_stock },
    };
  });
  const cursor = segment.terms.cursor();
  while (cursor.next()) {
    const postings = segment.postings({ first: cursor.first, count: cursor.count });
    const term = cursor.text;
    forEachPosting(postings, (doc, weight) => records[doc]!.weights.set(term, weight));
  }
  return records;
}

/** The lowest weight of the terms. The parts of a split word must be adjacent in the name. */
function weightOf({ weights, name }: ProductRecord, { terms, why }: PlannedAlternative): number {
  const isAdjacent = name.some((term, i) => term === terms[0] && name[i + 1] === terms[1]);
  return why === 'split' && !isAdjacent ? 0 : Math.min(...terms.map((term) => weights.get(term) ?? 0));
}

class RecordRetrieval implements Retrieval<Found> {
  readonly hits: readonly Found[];
  readonly #plan: QueryPlan;
  readonly #wordVectors: WordVectors;
  readonly #numbers = new Map<string, number>();

  constructor(plan: QueryPlan, records: readonly ProductRecord[], wordVectors: WordVectors) {
    this.#plan = plan;
    this.#wordVectors = wordVectors;
    const found = records.map((record): Found => ({ record, product_no: record.product_no, score: 0 }));
    for (const hit of found) hit.score = lexicalScore(plan, this, hit);
    this.hits = found
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || a.product_no - b.product_no)
      .slice(0, plan.k);
  }

  isPinned(hit: Found): boolean {
    const { name } = this.#plan;
    return this.isIdentified(hit) || (name.length > 0 && hit.record.name.join(' ') === name.join(' '));
  }

  isIdentified({ record }: Found): boolean {
    const matches = (slot: number) => this.#plan.slots[slot]!.alternatives.some((each) => weightOf(record, each) > 0);
    return this.#plan.identifiers.some(
      ({ identities, otherSlots }) =>
        identities.some((identity) => record.identities.has(identity)) && otherSlots.every(matches),
    );
  }

  weight({ record }: Found, slot: number, alternative: number): number {
    return weightOf(record, this.#plan.slots[slot]!.alternatives[alternative]!);
  }

  unwantedWeight({ record: { weights } }: Found, unwanted: number): number {
    const { term, negation } = this.#plan.unwanted[unwanted]!;
    return weights.has(negation) ? 0 : (weights.get(term) ?? 0);
  }

  isNegated({ record: { weights } }: Found, slot: number): boolean {
    return weights.has(this.#plan.negations[slot] ?? '');
  }

  features({ record: { name, main_terms, category, brand, purchase } }: Found) {
    const rowsOf = (terms: string[]) => this.#wordVectors.rowsOf(terms);
    const stored = {
      name: name.map(this.#numberOf),
      main_terms,
      brand: wordsOf(brand).map(termOf),
      rows: [...rowsOf(wordsOf(category).map(termOf)), ...rowsOf(name)],
      nodes: categoryNodes(category),
      out_of_stock: purchase.out_of_stock,
    };
    return featuresOf(stored, new QueryTerms(this.#plan, this.#numberOf));
  }

  duplicateKey({ record }: Found): string {
    return record.duplicate_key;
  }

  purchase({ record }: Found): Purchase {
    return record.purchase;
  }

  readonly #numberOf = (term: string): number => {
    const number = this.#numbers.get(term) ?? this.#numbers.size;
    this.#numbers.set(term, number);
    return number;
  };
}

test('an engine with other data structures ranks and explains like the embedded one', async () => {
  let [found, unwanted, identified] = [0, 0, 0];
  for (const catalogue of fc.sample(catalogues, 4)) {
    const segment = segmentOf(catalogue);
    const view = new IndexView([new LiveSegment(segment)]);
    const embedded = new Searcher(view);
    embedded.wordVectors = new WordVectors(packWordVectors(learnWordVectors(sampleTrainingData(view))));
    const lexicon = viewLexicon(view, new WorkBudget());
    const records = recordsOf(segment);
    for (const text of fc.sample(queriesFor(catalogue.map(({ product }) => product)), 60)) {
      const query = { text, criteria: [], exclude: [], limit: 150, explain: true, report_matches: true };
      const plan = planQuery(query, lexicon, () => []);
      await setImmediate();
      const retrieval = new RecordRetrieval(plan, records, embedded.wordVectors);
      const ranked: IndexResult = rankHits(query, plan, retrieval, embedded.wordVectors);
      assert.deepEqual(ranked, embedded.search(query), text);
      if (ranked.product_nos.length > 1) found++;
      unwanted += plan.unwanted.length;
      if (retrieval.hits.some((hit) => retrieval.isIdentified(hit))) identified++;
    }
  }
  assert.ok(
    found > 100 && unwanted > 10 && identified > 5,
    `the queries test little: ${found}, ${unwanted}, ${identified}`,
  );
});
