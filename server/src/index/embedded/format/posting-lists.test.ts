// Posting lists: every document is found, wherever in the segment the documents of a term are.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../../../test/support/properties.ts';
import { isShortList } from '../../dictionary/posting-list-ref.ts';
import { forEachPosting, type Postings, PostingsReader, samplePostings, weightOf } from './posting-lists.ts';
import { PostingsWriter } from './postings-writer.ts';

/** Documents at a regular distance: adjacent, or spread over all windows. */
const cluster = fc.record({
  first: fc.nat({ max: 150_000 }),
  apart: fc.constantFrom(1, 2, 7, 300, 5000),
  count: fc.oneof(fc.integer({ min: 1, max: 3000 }), fc.constantFrom(64, 65, 70_000)),
});
const lists = fc.array(fc.array(cluster, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 });
const weightFor = (doc: number) => 1 + (doc % 255);

const withWeights = (docs: readonly number[]) => docs.map((doc) => [doc, weightFor(doc)]);

function entriesOf(postings: Postings): number[][] {
  const entries: number[][] = [];
  forEachPosting(postings, (doc, weight) => entries.push([doc, weight]));
  return entries;
}

function docsOf(clusters: { first: number; apart: number; count: number }[], products: number): number[] {
  const docs = new Set<number>();
  for (const { first, apart, count } of clusters) {
    for (let i = 0; i < count && first + i * apart < products; i++) docs.add(first + i * apart);
  }
  return [...docs].sort((a, b) => a - b);
}

test('a posting list returns the weight of each of its documents and of no other', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.constantFrom(65_536, 131_072), fc.integer({ min: 1, max: 150_000 })),
      lists,
      (products, requested) => {
        const all = requested.map((clusters) => docsOf(clusters, products)).filter(({ length }) => length > 0);
        const writer = new PostingsWriter(products);
        for (const docs of all) writer.append(Uint32Array.from(docs), Uint8Array.from(docs, weightFor), 0, docs.length);
        const reader = new PostingsReader(writer.sections(), products);
        let [short, long] = [0, 0];
        for (const docs of all) {
          const postings = reader.read({ first: isShortList(docs.length) ? short : long, count: docs.length });
          if (isShortList(docs.length)) short += docs.length;
          else long += docs.length;
          const has = new Set(docs);
          // The documents of the list, their neighbours, and the last document.
          for (const doc of new Set([
            ...docs,
            ...docs.map((each) => each + 1),
            ...docs.map((each) => each - 1),
            products - 1,
          ])) {
            if (doc < 0 || doc >= products) continue;
            assert.equal(weightOf(postings, doc), has.has(doc) ? weightFor(doc) : 0, `document ${doc}`);
          }
          assert.deepEqual(entriesOf(postings), withWeights(docs));
          assert.deepEqual(entriesOf(samplePostings(postings)), withWeights(docs.filter((doc) => doc % 16_384 < 256)));
        }
      },
    ),
    { numRuns: 30 },
  );
});
