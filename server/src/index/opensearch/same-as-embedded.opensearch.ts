// The index in OpenSearch answers like the embedded index, whatever was changed and whatever is searched.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openIndexInThisThread } from '../../../../test/support/index-in-this-thread.ts';
import { OpenSearchIndexes } from '../../../../test/support/opensearch-indexes.ts';
import { sharedNodes } from '../../../../test/support/opensearch-server.ts';
import fc from '../../../../test/support/properties.ts';
import type { Product } from '../../product/product.ts';
import { type ProductChange, packChanges } from '../../store/packed-changes.ts';
import type { SegmentIndex } from '../embedded/open-segment-index.ts';
import { UNLEARNED } from '../learning-contract.ts';
import type { IndexQuery, IndexReader } from '../port.ts';

const indexes = new OpenSearchIndexes(await sharedNodes(), Number(process.env.OPENSEARCH_TEST_SHARDS ?? 1));
after(() => indexes.close());

const LONG = ['schiff', 'fahrt', 'gesellschaft', 'kapitan', 'mutze', 'laden'].join('').repeat(2);
const WORDS = [
  ...['lamp', 'lamps', 'oil', 'desk', 'fire', 'stick', 'firestick', 'cookie', 'cookies', 'watch', 'watches', 'berry'],
  ...['Schuh', 'Schuhe', 'Laufschuhe', 'Damenlaufschuhe', 'luz', 'luces', 'animal', 'animaux', 'crème', 'Straße'],
  ...['sugar', 'sugarfree', 'sugar-free', 'nonstick', 'without', 'no', 'free', 'for', 'with', 'the', 'running', 'rain'],
  ...['500ml', '500 ml', '12.5v', '4k', 'AB-1234', 'AB1234', 'iPhone 12', 'raincoat', 'coat', 'trainers', LONG],
  ...[LONG.slice(0, 60), `${LONG.slice(0, 60)} ${LONG.slice(60)}`, "Levi's", 'ab', 'x'],
];
const word = fc.constantFrom(...WORDS);
const textOf = (maxLength: number) => fc.array(word, { minLength: 1, maxLength }).map((words) => words.join(' '));
const fields = fc.record(
  {
    name: textOf(4),
    description: textOf(12),
    brand: fc.constantFrom('Acme', 'Fire', 'Lamp Co'),
    category: fc.constantFrom('Home > Lamps', 'Home > Desks', 'Shoes'),
    color: fc.constantFrom('Red', 'Red/Blue'),
    sku: fc.constantFrom('AB-1234', 'QX77', '500'),
    barcode: fc.constantFrom('4006381333931', '96385074'),
    in_stock: fc.boolean(),
    tags: fc.array(word, { minLength: 1, maxLength: 3 }),
  },
  { requiredKeys: ['name'] },
);
/** A product's number and its new fields; null deletes it. */
const batches = fc.array(
  fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.option(fields, { freq: 3 })), { minLength: 1, maxLength: 30 }),
  { minLength: 3, maxLength: 5 },
);

const misspelt = fc
  .tuple(word, fc.nat(), fc.constantFrom('', 'e', 'x'))
  .map(([text, at, letter]) => text.slice(0, at % text.length) + letter + text.slice((at % text.length) + 1));
const prefix = fc.tuple(word, fc.nat()).map(([text, at]) => text.slice(0, 2 + (at % text.length)));
const parts = fc.oneof(
  { weight: 4, arbitrary: word },
  ...[misspelt, prefix, fc.tuple(word, word).map((pair) => pair.join(''))],
  ...['no ', 'without '].map((negation) => word.map((text) => negation + text)),
  word.map((text) => `${text} free`),
  fc.constantFrom('zebra', '4006381333931', 'ab 1234', '96385074', 'qx77', '12.5 v'),
);
const queries = fc.record({
  text: fc.array(parts, { minLength: 1, maxLength: 4 }).map((all) => all.join(' ')),
  criteria: fc.constantFrom(
    ...([[], [], [], [{ field: 'brand', operator: '=', value: 'acme' }]] as IndexQuery['criteria'][]),
    [{ field: 'any', operator: 'not_like', value: 'lamp oil||sti' }] as IndexQuery['criteria'],
  ),
  exclude: fc.constantFrom<string[]>([], [], [], ['desk || fire stick']),
  limit: fc.constantFrom(1, 5, 200),
  explain: fc.constant(true),
  report_matches: fc.constant(true),
});

let [found, corrected] = [0, 0];

async function compare(opensearch: IndexReader, embedded: SegmentIndex, query: IndexQuery): Promise<void> {
  const answer = await opensearch.search(query);
  assert.deepEqual(answer, await embedded.search(query), JSON.stringify(query));
  const facets = await opensearch.summarise(answer.product_nos);
  assert.deepEqual(facets, await embedded.summarise(answer.product_nos));
  if (answer.product_nos.length > 1) found++;
  if (answer.corrections.length > 0) corrected++;
}

test('the same products, corrections, explanations and facets after each batch of changes', {
  timeout: 300_000,
}, async (t) => {
  const property = fc.asyncProperty(
    batches,
    fc.array(queries, { minLength: 60, maxLength: 60, size: 'max' }),
    async (given, searched) => {
      const opensearch = await indexes.open();
      t.after(() => opensearch.close());
      const embedded = openIndexInThisThread({ lengths: UNLEARNED.lengths, mode: 'persisted', rebuilds: 0, epoch: '' });
      const synonyms = [{ inputs: ['trainers'], outputs: ['running shoes', 'firestick', 'Damenlaufschuhe'] }];
      for (const index of [opensearch, embedded]) await index.useSynonyms(synonyms);
      let change_no = 0;
      for (const batch of given) {
        const changes = batch.map(([product_no, data]): ProductChange => {
          const product: Product | null = data && { id: `p-${product_no}`, ...data };
          const merchant = { merchant_id: 1, merchant_name: 'Shop' };
          return { change_no: ++change_no, product_no, ...merchant, data: product && JSON.stringify(product) };
        });
        for (const index of [opensearch, embedded]) await index.apply(packChanges(changes));
        assert.equal(opensearch.figures().products, embedded.figures().products);
        await Promise.all(searched.map((query) => compare(opensearch, embedded, query)));
      }
    },
  );
  const run = await fc.check(property, { numRuns: 4, endOnFailure: true });
  if (run.failed) assert.fail(`seed ${run.seed}, path ${run.counterexamplePath}: ${run.errorInstance}`);
  assert.ok(found > 100 && corrected > 10, `the queries test little: ${found} and ${corrected}`);
});
