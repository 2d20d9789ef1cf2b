// The contract of every index adapter: learned artefacts are values, so indexes that use the same ones rank alike.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { seeded } from '../../../test/support/seeded.ts';
import type { Product } from '../product/product.ts';
import type { Stamps } from '../store/config-store.ts';
import { type ProductChange, packChanges } from '../store/packed-changes.ts';
import type { Artefacts } from './artefacts.ts';
import type { ChangeLog } from './change-log.ts';
import type { SearchIndex } from './port.ts';
import { measureLengths } from './ranking/field-lengths.ts';

export interface EngineUnderTest {
  /** Default: an empty log, and nothing learned. */
  open(given?: { log?: ChangeLog; artefacts?: Artefacts }): Promise<SearchIndex>;
  /** Waits until searches and figures reflect all applied changes, if the engine shows them later than `apply`. */
  settle(index: SearchIndex): Promise<void>;
}

export const UNLEARNED: Artefacts = { generation: 0, lengths: measureLengths([]), word_vectors: null };

/** A change log with these changes, in ascending order. */
export const logOf = (changes: readonly ProductChange[]): ChangeLog => ({
  readChanges: async ({ after, limit }) =>
    packChanges(changes.filter(({ change_no }) => change_no > after).slice(0, limit)),
  lastChange: async () => changes.at(-1)?.change_no ?? 0,
  purgeWatermark: async () => 0,
  readStamps: async () => STAMPS,
});

const STAMPS: Stamps = { epoch: '', changes: 0, rebuilds: 0, keys: 0, synonyms: 0, vocabulary: 0 };

const PRODUCTS = 600;
const TOPICS = ['rain', 'desk', 'oven', 'bike', 'lamp', 'pool'].map((topic) =>
  Array.from({ length: 12 }, (_, i) => `${topic}${'bcdfghklmnpr'[i]}o`),
);

/** Products whose words go together by topic. Names and descriptions become longer, so that field lengths change. */
function productsOf(count: number): Product[] {
  const random = seeded(29);
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() ** 2 * from.length)]!;
  return Array.from({ length: count }, (_, i) => {
    const topic = pick(TOPICS);
    const words = (most: number) =>
      Array.from({ length: 1 + Math.floor(random() * most) }, () => pick(topic)).join(' ');
    return {
      id: `p-${i}`,
      name: `${words(3 + Math.floor((6 * i) / count))} ${i % 7}`,
      description: words(8 + Math.floor((16 * i) / count)),
    };
  });
}

const changesOf = (products: readonly Product[], order: readonly number[]): ProductChange[] =>
  order.map((i, at) => ({
    change_no: at + 1,
    product_no: i + 1,
    merchant_id: 7,
    merchant_name: 'Shop',
    data: JSON.stringify(products[i]),
  }));

/** Two words of one topic each. */
const QUERIES = TOPICS.flatMap((topic) => topic.map((word, i) => `${word} ${topic[(i + 5) % topic.length]}`));

/** First pages with all scores. */
const pagesOf = (index: SearchIndex) =>
  Promise.all(
    QUERIES.map(async (text) => {
      const { product_nos, explanations } = await index.search({
        text,
        criteria: [],
        exclude: [],
        limit: 10,
        explain: true,
      });
      return { text, product_nos: [...product_nos], explanations };
    }),
  );

export function learningContract(engine: EngineUnderTest): void {
  const products = productsOf(PRODUCTS);
  const inOrder = products.map((_, i) => i);

  async function openWith(t: TestContext, changes: readonly ProductChange[], artefacts: Artefacts) {
    const index = await engine.open({ log: logOf(changes), artefacts });
    t.after(() => index.close());
    return index;
  }

  async function apply(index: SearchIndex, changes: readonly ProductChange[]): Promise<void> {
    await index.apply(packChanges(changes));
    await engine.settle(index);
  }

  /** An index that has learned for itself from the first products, and then got the others. */
  async function openLearned(t: TestContext, count: number): Promise<{ index: SearchIndex; artefacts: Artefacts }> {
    const changes = changesOf(products, inOrder);
    const lengths = measureLengths(products.slice(0, count));
    const index = await openWith(t, changes, { ...UNLEARNED, lengths });
    await apply(index, changes.slice(0, count));
    const artefacts: Artefacts = { generation: 1, lengths, word_vectors: await index.learnWordVectors() };
    await index.useArtefacts(artefacts);
    await apply(index, changes.slice(count));
    return { index, artefacts };
  }

  test('indexes that learned from half and from all of the products rank alike once they use the same artefacts', async (t) => {
    const [early, late] = [await openLearned(t, PRODUCTS / 2), await openLearned(t, PRODUCTS)];
    const expected = await pagesOf(late.index);
    const isSame = (page: (typeof expected)[0], i: number) =>
      String(page.product_nos) === String(expected[i]!.product_nos);
    const same = (await pagesOf(early.index)).filter(isSame).length;
    t.diagnostic(`${same} of ${QUERIES.length} first pages are the same before, all after`);
    assert.ok(same < QUERIES.length);
    await early.index.useArtefacts({ ...late.artefacts, generation: 2 });
    assert.equal(early.index.needsRebuild(STAMPS), true);
    await early.index.rebuild();
    await engine.settle(early.index);
    assert.equal(early.index.needsRebuild(STAMPS), false);
    assert.deepEqual(await pagesOf(early.index), expected);
  });

  test('an index that was filled in another order and in other batches ranks alike with the same artefacts', async (t) => {
    const { index, artefacts } = await openLearned(t, PRODUCTS);
    const changes = changesOf(products, inOrder.toReversed());
    const other = await openWith(t, changes, artefacts);
    for (let at = 0; at < changes.length; at += 37) await apply(other, changes.slice(at, at + 37));
    assert.deepEqual(await pagesOf(other), await pagesOf(index));
  });

  test('artefacts with the same field lengths are used without a rebuild', async (t) => {
    const { index, artefacts } = await openLearned(t, PRODUCTS);
    const learned = await pagesOf(index);
    assert.equal(index.figures().unlearned_products, 0);
    await index.useArtefacts({ ...artefacts, word_vectors: null });
    assert.deepEqual([index.needsRebuild(STAMPS), index.figures().unlearned_products], [false, PRODUCTS]);
    assert.notDeepEqual(await pagesOf(index), learned);
    await index.useArtefacts(artefacts);
    assert.deepEqual(await pagesOf(index), learned);
  });

  test('a rebuilt index has exactly what the change log has, and follows it from there', async (t) => {
    const changes = changesOf(products, inOrder);
    const index = await openWith(t, changes, UNLEARNED);
    // More than the log has.
    await apply(index, [{ ...changes[0]!, product_no: PRODUCTS + 1 }]);
    await apply(index, changes);
    assert.equal(index.figures().products, PRODUCTS + 1);
    await index.rebuild();
    await engine.settle(index);
    assert.deepEqual([index.figures().products, index.appliedUpTo()], [PRODUCTS, PRODUCTS]);
    await apply(index, [{ ...changes[0]!, data: null }]);
    assert.equal(index.figures().products, PRODUCTS, 'a change that it has already is not applied again');
    await apply(index, [{ ...changes[0]!, change_no: PRODUCTS + 1, data: null }]);
    assert.deepEqual([index.figures().products, index.appliedUpTo()], [PRODUCTS - 1, PRODUCTS + 1]);
  });
}
