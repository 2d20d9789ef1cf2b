// Re-ranking: the effect of each feature, and the feedback of the first hits.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from '../../../../test/support/properties.ts';
import { DIMENSIONS } from './learn-word-vectors.ts';
import type { ProductFeatures } from './product-features.ts';
import { type Candidate, rerank } from './rerank.ts';
import type { Contributions } from './weights.ts';
import { packWordVectors, WordVectors } from './word-vectors.ts';

type Hit = Partial<Omit<Candidate<number>, 'hit'> & ProductFeatures>;

const BASELINE = {
  lexical: 4,
  has_all_words: false,
  unwanted: 0,
  is_identified: false,
  main_part: 0,
  name_length: 6,
  is_exact_name: false,
  rows: [],
  nodes: [],
  is_brand_named: false,
  out_of_stock: false,
};

interface Options {
  required_words?: number;
  wordVectors?: WordVectors;
  without?: string[];
}

/** Re-ranks hits given in the order of their BM25F scores. */
function rerankHits(
  hits: Hit[],
  { required_words = 2, wordVectors, without = [] }: Options = {},
): { score: number; contributions: Contributions }[] {
  const whole = hits.map((hit) => ({ ...BASELINE, ...hit }));
  const candidates = whole.map((features, i): Candidate<number> => ({ ...features, hit: i }));
  const reranked = rerank(
    candidates,
    required_words,
    { features: (hit) => whole[hit]!, wordVectors },
    new Set(without),
  );
  assert.deepEqual(
    reranked.map(({ hit }) => hit),
    candidates.map(({ hit }) => hit),
  );
  return reranked;
}

/** Three words with orthogonal vectors. */
const [RAIN, DESK, COOK] = [0, 1, 2];
const wordVectors = new WordVectors(
  packWordVectors({
    terms: ['rain', 'desk', 'cook'],
    vectors: Int8Array.from({ length: 3 * DIMENSIONS }, (_, i) =>
      i % DIMENSIONS === Math.floor(i / DIMENSIONS) ? 127 : 0,
    ),
    idfs: new Float32Array(3).fill(1),
    up_to: 0,
  }),
);

const BETTER: [says: string, better: Hit, worse: Hit][] = [
  ['a higher score of its words', { lexical: 4 }, { lexical: 3.9 }],
  ['all words of the query', { has_all_words: true }, {}],
  ['more of the query in the main part of its name', { main_part: 0.6 }, { main_part: 0.5 }],
  ['its brand in the query', { is_brand_named: true }, {}],
  ['a shorter name', { name_length: 6 }, { name_length: 7 }],
  ['no unwanted words', {}, { unwanted: 2 }],
  ['fewer unwanted words', { unwanted: 1 }, { unwanted: 2 }],
  ['stock', {}, { out_of_stock: true }],
  ['an identifier in the query', { is_identified: true }, {}],
  ['the name of the query', { is_exact_name: true }, {}],
];

describe('a product ranks higher than its equal with', () => {
  for (const [says, better, worse] of BETTER) {
    test(says, () => {
      const [one, other] = rerankHits([better, worse]);
      assert.ok(one!.score > other!.score);
      const [first, second] = rerankHits([worse, better]);
      assert.ok(second!.score > first!.score);
    });
  }
});

test('an identifier match and an exact name rank first, whatever the other features', () => {
  const best = { has_all_words: true, main_part: 1, is_brand_named: true, nodes: ['A'], rows: [RAIN], name_length: 0 };
  const worst = { lexical: 1, name_length: 30, unwanted: 5, out_of_stock: true };
  const [other, identified, named] = rerankHits(
    [best, { ...worst, is_identified: true }, { ...worst, is_exact_name: true }],
    { wordVectors },
  );
  assert.ok(identified!.score > other!.score);
  assert.equal(named!.score, identified!.score);
});

test('the score is the sum of its contributions, with the BM25F score relative to the best', () => {
  const [best, half] = rerankHits([{ lexical: 4 }, { lexical: 2 }]);
  assert.deepEqual([best!.contributions.lexical, half!.contributions.lexical], [1, 0.5]);
  const hit = fc.record({
    lexical: fc.double({ min: 0, max: 5, noNaN: true }),
    has_all_words: fc.boolean(),
    unwanted: fc.nat(5),
    is_identified: fc.boolean(),
    main_part: fc.double({ min: 0, max: 1, noNaN: true }),
    name_length: fc.nat(30),
    is_exact_name: fc.boolean(),
    rows: fc.array(fc.constantFrom(RAIN, DESK, COOK), { maxLength: 4 }),
    nodes: fc.constantFrom([], ['A'], ['A', 'A>B'], ['C']),
    is_brand_named: fc.boolean(),
    out_of_stock: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(hit, { maxLength: 20 }), fc.nat(3), (hits, required_words) => {
      hits.sort((a, b) => b.lexical - a.lexical);
      for (const { score, contributions } of rerankHits(hits, { wordVectors, required_words })) {
        const sum = Object.values(contributions).reduce((total, contribution) => total + contribution, 0);
        assert.ok(Math.abs(score - sum) < 1e-9, `${score} is not ${sum}`);
      }
    }),
  );
});

test('products found only by an identifier are scored too', () => {
  const [only] = rerankHits([{ lexical: 0, is_identified: true, nodes: ['A'], rows: [RAIN] }], { wordVectors });
  assert.equal(only!.contributions.lexical, 0);
  assert.ok(only!.score > 0);
  assert.deepEqual(rerankHits([]), []);
});

test('an empty name gets no length penalty', () => {
  assert.ok(rerankHits([{ name_length: 0 }])[0]!.contributions.long_name === 0);
});

test('switching one feature off leaves the others unchanged', () => {
  const hit = {
    has_all_words: true,
    unwanted: 2,
    is_identified: true,
    main_part: 1,
    is_exact_name: true,
    rows: [RAIN],
    nodes: ['A'],
    is_brand_named: true,
    out_of_stock: true,
  };
  const { contributions } = rerankHits([hit], { wordVectors })[0]!;
  for (const name of Object.keys(contributions).filter((contribution) => contribution !== 'lexical')) {
    assert.notEqual(contributions[name as keyof Contributions], 0, name);
    const [off] = rerankHits([hit], { wordVectors, without: [name] });
    // A negative feature is switched off to -0.
    assert.deepEqual(
      { ...off!.contributions, [name]: off!.contributions[name as keyof Contributions] + 0 },
      { ...contributions, [name]: 0 },
    );
  }
});

describe('category feedback from the first hits', () => {
  const categories = (hits: Hit[], options?: Options) =>
    rerankHits(hits, options).map(({ contributions }) => contributions.category);
  const [GARDEN, CHAIRS, TABLES] = ['Garden', 'Garden>Chairs', 'Garden>Tables'];

  test('their category beats its sibling, which beats any other', () => {
    const [, same, sibling, other, none] = categories([
      { nodes: [GARDEN, CHAIRS] },
      { lexical: 1, nodes: [GARDEN, CHAIRS] },
      { lexical: 1, nodes: [GARDEN, TABLES] },
      { lexical: 1, nodes: ['Office', 'Office>Chairs'] },
      { lexical: 1 },
    ]);
    assert.ok(same! > sibling! && sibling! > other! && other! > none!);
    assert.equal(none, 0);
  });

  test('a category that no first hit has scores 0', () => {
    const first = Array.from({ length: 15 }, () => ({ nodes: [GARDEN] }));
    const [last] = categories([...first, { nodes: ['Office'] }]).slice(-1);
    assert.equal(last, 0);
    const [fifteenth] = categories([...first.slice(1), { nodes: ['Office'] }]).slice(-1);
    assert.ok(fifteenth! > 0);
  });

  test('a category that all first hits share scores the same at any depth and number of hits', () => {
    const alike = (count: number, ...nodes: string[]) =>
      categories(Array.from({ length: count }, () => ({ nodes })))[0]!;
    assert.equal(alike(12, GARDEN), alike(3, GARDEN));
    assert.equal(alike(40, GARDEN), alike(3, GARDEN));
    assert.equal(alike(3, GARDEN, CHAIRS), alike(3, GARDEN));
  });

  test('a hit weighs much less than one with twice its score', () => {
    for (const lexical of [8, 0.2]) {
      const halves = Array.from({ length: 5 }, () => ({ lexical: lexical / 2, nodes: ['Office'] }));
      const [best, half] = categories([{ lexical, nodes: [GARDEN] }, ...halves]);
      assert.ok(best! > half!);
    }
  });

  test('it weighs less for a query of one word', () => {
    const of = (required_words: number) => categories([{ nodes: [GARDEN] }], { required_words })[0]!;
    assert.ok(of(1) < of(2));
    assert.equal(of(0), of(1));
    assert.equal(of(3), of(2));
  });
});

describe('word-vector feedback from the first hits', () => {
  const similarities = (hits: Hit[], options?: Options) =>
    rerankHits(hits, { wordVectors, ...options }).map(({ contributions }) => contributions.word_vectors);

  test('products with similar words score higher', () => {
    const [, like, half, unlike, none] = similarities([
      { rows: [RAIN] },
      { lexical: 1, rows: [RAIN] },
      { lexical: 1, rows: [RAIN, DESK] },
      { lexical: 1, rows: [DESK] },
      { lexical: 1 },
    ]);
    assert.ok(like! > half! && half! > unlike! && unlike! > none!);
    assert.equal(none, 0);
  });

  test('only the first ten hits count', () => {
    const first = Array.from({ length: 10 }, () => ({ rows: [RAIN] }));
    const [last] = similarities([...first, { rows: [DESK] }]).slice(-1);
    assert.equal(last, 0);
    const [tenth] = similarities([...first.slice(1), { rows: [DESK] }]).slice(-1);
    assert.ok(tenth! > 0);
  });

  test('a hit weighs much less than one with twice its score', () => {
    for (const lexical of [8, 0.2]) {
      const halves = Array.from({ length: 5 }, () => ({ lexical: lexical / 2, rows: [DESK] }));
      const [best, half] = similarities([{ lexical, rows: [RAIN] }, ...halves]);
      assert.ok(best! > half!);
    }
  });

  test('a hit with the query in its main part weighs more than five without', () => {
    const others = Array.from({ length: 5 }, () => ({ main_part: 0, rows: [DESK] }));
    const [other, main] = similarities([...others, { main_part: 1, rows: [RAIN] }]).slice(-2);
    assert.ok(main! > other!);
  });

  test('it weighs less for a query of one word', () => {
    const of = (required_words: number) => similarities([{ rows: [RAIN] }], { required_words })[0]!;
    assert.ok(of(1) < of(2));
  });

  test('it is 0 until word vectors are learned', () => {
    const [only] = rerankHits([{ rows: [RAIN] }]);
    assert.equal(only!.contributions.word_vectors, 0);
  });
});
