import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sharedNodes } from '../../../../test/support/opensearch-server.ts';
import fc from '../../../../test/support/properties.ts';
import type { Product } from '../../product/product.ts';
import type { ProductChange } from '../../store/packed-changes.ts';
import { ProductAnalyser } from '../ranking/analyse-product.ts';
import { measureLengths } from '../ranking/field-lengths.ts';
import { OpenSearchClient, type OpenSearchRequest } from './client.ts';
import { countedTermsOf } from './counted-terms.ts';
import { Generation } from './generation.ts';
import { Indexer } from './indexer.ts';
import { countsOf, type LexiconPart, LexiconPartBuilder } from './lexicon-part.ts';
import { FORMAT } from './mapping.ts';

const nodes = await sharedNodes();
const client = new OpenSearchClient({ nodes });
const created: Generation[] = [];
after(async () => {
  for (const generation of created) await generation.delete();
  await client.close();
});
const lengths = measureLengths([]);

async function newGeneration(): Promise<Generation> {
  const generation = new Generation(client, `indexer-${randomBytes(6).toString('hex')}`);
  const empty = { applied: 0, visible: 0, products: 0, highest: 0, parts: [], ahead: {} };
  created.push(generation);
  await generation.create(
    { shards: 1, replicas: 0 },
    { format: FORMAT, token: 1, epoch: '', rebuilds: 0, lengths, ...empty },
  );
  return generation;
}

/** A client whose process is killed at a request: before it is sent, or before its answer arrives. */
class DyingClient extends OpenSearchClient {
  #left: number;
  readonly #isAnswerLost: boolean;

  constructor(left: number, isAnswerLost: boolean) {
    super({ nodes });
    this.#left = left;
    this.#isAnswerLost = isAnswerLost;
  }

  override async request<T>(request: OpenSearchRequest): Promise<T> {
    this.#left--;
    if (this.#left < 0 || (this.#left === 0 && !this.#isAnswerLost)) throw new Error('killed');
    const answer = await super.request<T>(request);
    if (this.#left === 0) throw new Error('killed');
    return answer;
  }
}

const WORDS = ['red', 'blue', 'rain', 'coat', 'boot', 'lamp', 'desk'];
const names = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
/** A product's number and its new name; null deletes it. */
const sizes = fc.integer({ min: 1, max: 7 });
/** Names of new products. */
const fills = fc.array(names, { maxLength: 12 });
const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.option(names, { freq: 4 })), {
  minLength: 1,
  maxLength: 30,
});
const kills = fc.array(
  fc.record({ requests: fc.integer({ min: 1, max: 25 }), isAnswerLost: fc.boolean(), isSameProcess: fc.boolean() }),
  {
    maxLength: 4,
  },
);

const changeOf = ([product_no, name]: [number, string | null], i: number): ProductChange => ({
  change_no: i + 1,
  product_no,
  merchant_id: 1,
  merchant_name: 'Shop',
  data: name === null ? null : JSON.stringify({ id: `p-${product_no}`, name } satisfies Product),
});

/** The change log after these changes: the last one of each product. */
const logOf = (changes: readonly ProductChange[]) =>
  [...new Map(changes.map((change) => [change.product_no, change])).values()].sort((a, b) => a.change_no - b.change_no);

const lexicon = (parts: readonly LexiconPart[]) =>
  Object.fromEntries(countsOf(parts).map(({ term, count }) => [term, count]));

/** The lexicon of an index that is built at once. */
function expectedLexicon(products: readonly Product[]) {
  const builder = new LexiconPartBuilder();
  const analyser = new ProductAnalyser(lengths);
  for (const product of products) {
    const analysed = analyser.analyse(product);
    builder.add(countedTermsOf(analysed), analysed.spellings);
  }
  return lexicon([builder.build()]);
}

/** Applies the log from where the generation is, in batches. */
async function follow(indexer: Indexer, changes: readonly ProductChange[], size: number): Promise<void> {
  for (;;) {
    const left = logOf(changes).filter(({ change_no }) => change_no > indexer.received);
    if (left.length === 0) return;
    await indexer.apply(left.slice(0, size), Math.max(0, left.length - size));
  }
}

test('an indexer that is killed at any request leaves an index that the next one completes', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fills, steps, kills, sizes, sizes, async (filled, given, deaths, size, batch_changes) => {
      const generation = await newGeneration();
      const changes = [...filled.map((name, i): [number, string] => [i + 1, name]), ...given].map(changeOf);
      let token = 1;
      let known = 0;
      for (const { requests, isAnswerLost, isSameProcess } of deaths) {
        // Products change between two indexers, so the next one reads another log than the one before.
        known = Math.min(changes.length, known + Math.ceil(changes.length / (deaths.length + 1)));
        if (!isSameProcess) token++;
        const dying = new DyingClient(requests, isAnswerLost);
        try {
          const indexer = await Indexer.open(new Generation(dying, generation.index), token, { batch_changes });
          await follow(indexer, changes.slice(0, known), size);
        } catch (error) {
          assert.equal((error as Error).message, 'killed');
        }
        await dying.close();
      }
      const indexer = await Indexer.open(generation, ++token, { batch_changes });
      await follow(indexer, changes, size);
      const products = logOf(changes).flatMap(({ data }) => (data === null ? [] : [JSON.parse(data) as Product]));
      assert.equal(indexer.state.products, products.length);
      assert.deepEqual(lexicon(indexer.parts), expectedLexicon(products));
      const stored = await generation.readProducts(Array.from({ length: 12 }, (_, i) => i + 1));
      const expected = logOf(changes).filter(({ data }) => data !== null);
      assert.deepEqual(
        stored.map(({ product_no, change_no }) => [product_no, change_no]).sort(),
        expected.map(({ product_no, change_no }) => [product_no, change_no]).sort(),
      );
      const loaded = await generation.loadParts(indexer.state.parts);
      assert.deepEqual(lexicon(loaded), lexicon(indexer.parts), 'the saved lexicon');
      await generation.delete();
    }),
    { numRuns: 15, endOnFailure: true },
  );
});

/** A client whose process is paused before its first request of a kind. */
class PausedClient extends OpenSearchClient {
  readonly paused = Promise.withResolvers<void>();
  readonly resumed = Promise.withResolvers<void>();
  readonly #isHeld: (request: OpenSearchRequest) => boolean;

  constructor(isHeld: (request: OpenSearchRequest) => boolean) {
    super({ nodes });
    this.#isHeld = isHeld;
  }

  override async request<T>(request: OpenSearchRequest): Promise<T> {
    if (this.#isHeld(request)) {
      this.paused.resolve();
      await this.resumed.promise;
    }
    return super.request<T>(request);
  }
}

const savesPart = ({ method, path }: OpenSearchRequest) => method === 'PUT' && path.includes('part');

test('an indexer that was paused while another one took over does not change the lexicon of its successor', async () => {
  const generation = await newGeneration();
  const changes = ['red coat', 'blue boot'].map((name, i) => changeOf([i + 1, name], i));
  const paused = new PausedClient(savesPart);
  const first = await Indexer.open(new Generation(paused, generation.index), 1);
  const late = first.apply(changes.slice(0, 1), 0);
  await paused.paused.promise;
  const second = await Indexer.open(generation, 2);
  await follow(second, changes, 10);
  paused.resumed.resolve();
  await assert.rejects(late, { code: 'not_ready' });
  await paused.close();
  const expected = expectedLexicon(changes.map(({ data }) => JSON.parse(data!)));
  assert.deepEqual(lexicon(await generation.loadParts(second.state.parts)), expected);
});

test('a deletion by an indexer that was paused while another one took over is counted once', async () => {
  const generation = await newGeneration();
  const changes = ['red coat', null, 'blue boot'].map((name, i) => changeOf([1, name], i));
  await (await Indexer.open(generation, 1)).apply(changes.slice(0, 1), 0);
  const paused = new PausedClient(({ path }) => path.includes('_bulk'));
  const first = await Indexer.open(new Generation(paused, generation.index), 2);
  const late = first.apply(changes.slice(1, 2), 0);
  await paused.paused.promise;
  const second = await Indexer.open(generation, 3);
  paused.resumed.resolve();
  await assert.rejects(late, { code: 'not_ready' });
  await paused.close();
  await second.apply(changes.slice(1, 2), 0);
  assert.deepEqual([second.state.products, lexicon(second.parts)], [0, {}]);
  await second.apply(changes.slice(2), 0);
  const expected = expectedLexicon([JSON.parse(changes[2]!.data!)]);
  assert.deepEqual([second.state.products, lexicon(second.parts)], [1, expected]);
});

/** An indexer that is counting its first change and has received a second. `finish` lets it complete both. */
async function whileCounting(generation: Generation, changes: readonly ProductChange[]) {
  const paused = new PausedClient(savesPart);
  const indexer = await Indexer.open(new Generation(paused, generation.index), 1, { batch_changes: 1 });
  await indexer.apply(changes.slice(0, 1), 1);
  await paused.paused.promise;
  const last = indexer.apply(changes.slice(1), 0);
  const finish = async () => {
    paused.resumed.resolve();
    await last;
    await paused.close();
  };
  return { indexer, finish };
}

test('new products are written while the batch before is counted', async () => {
  const generation = await newGeneration();
  const changes = ['red coat', 'blue boot'].map((name, i) => changeOf([i + 1, name], i));
  const { indexer, finish } = await whileCounting(generation, changes);
  while ((await generation.readProducts([2])).length === 0) await sleep(10);
  await finish();
  assert.deepEqual(lexicon(indexer.parts), expectedLexicon(changes.map(({ data }) => JSON.parse(data!))));
});

test('a product that changes again is written after its last change was counted', async () => {
  const generation = await newGeneration();
  const changes = ['red coat', 'blue boot'].map((name, i) => changeOf([1, name], i));
  const { indexer, finish } = await whileCounting(generation, changes);
  // Time to write it too early.
  await sleep(200);
  assert.equal((await generation.readProducts([1]))[0]!.change_no, 1);
  await finish();
  assert.deepEqual(lexicon(indexer.parts), expectedLexicon([JSON.parse(changes[1]!.data!)]));
});

test('an indexer does not open a generation that the holder of a later lease writes', async () => {
  const generation = await newGeneration();
  await Indexer.open(generation, 3);
  await assert.rejects(Indexer.open(generation, 2), { code: 'not_ready' });
});

test('a product that cannot be read is not taken for one that the index does not have', async () => {
  const generation = new Generation(client, `indexer-${randomBytes(6).toString('hex')}`);
  created.push(generation);
  const settings = { number_of_shards: 1, number_of_replicas: 0, 'routing.allocation.require._name': 'no-such-node' };
  const body = JSON.stringify({ settings });
  await client.request({ method: 'PUT', path: `/${generation.index}?wait_for_active_shards=0`, body });
  await assert.rejects(generation.readProducts([1]), { code: 'search_unavailable' });
  await assert.rejects(generation.hasParts([{ id: 'a', chunks: 1, bytes: 1 }]), { code: 'search_unavailable' });
});

test('products of a megabyte are written, changed and deleted', { timeout: 300_000 }, async () => {
  const generation = await newGeneration();
  const indexer = await Indexer.open(generation, 1);
  const word = (n: number) => n.toString(36).padStart(39, 'x');
  const tag = (n: number) => Array.from({ length: 50 }, (_, i) => word(n * 50 + i)).join(' ');
  const tags = Array.from({ length: 500 }, (_, i) => tag(i));
  const PRODUCTS = 8;
  const changesOf = (round: number, dataOf: (product_no: number) => string | null) =>
    Array.from({ length: PRODUCTS }, (_, i) => ({
      ...changeOf([i + 1, null], round * PRODUCTS + i),
      data: dataOf(i + 1),
    }));
  const large = (product_no: number) =>
    JSON.stringify({ id: `p-${product_no}`, name: 'Large', tags } satisfies Product);
  await indexer.apply(changesOf(0, large), 0);
  await indexer.apply(changesOf(1, large), 0);
  assert.equal(lexicon(indexer.parts)[word(0)], PRODUCTS);
  await indexer.apply(
    changesOf(2, () => null),
    0,
  );
  assert.deepEqual([indexer.state.visible, indexer.state.products, lexicon(indexer.parts)], [3 * PRODUCTS, 0, {}]);
});

test('an error about a refused document contains no personal data that the document has', async () => {
  const generation = await newGeneration();
  const document = JSON.stringify({ c: 'ann@example.com' });
  await assert.rejects(generation.bulk([{ product_no: 1, change_no: 1, document }]), (error: Error) => {
    assert.match(error.message, /refuses product 1: mapper_parsing_exception/);
    assert.doesNotMatch(error.message, /ann@/);
    return true;
  });
});
