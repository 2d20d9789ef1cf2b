// A bounded sample of the products of a generation to train word vectors on, read from OpenSearch.
import { GrowableUint32 } from '../dictionary/growable-arrays.ts';
import type { TrainingSample } from '../ranking/learn-word-vectors.ts';
import { inverseDocumentFrequency } from '../ranking/lexicon.ts';
import { dequantiseWeight } from '../ranking/quantised-weight.ts';
import { chooseTrainingTerms, isTrainingTerm, MAX_TRAINING_PRODUCTS } from '../ranking/training-terms.ts';
import type { Generation } from './generation.ts';
import { countsOf } from './lexicon-part.ts';
import { decodeWeights } from './term-frequency.ts';

export async function sampleTrainingData(generation: Generation): Promise<TrainingSample> {
  const { products: size, parts } = (await generation.readState())!.state;
  const lexicon = await generation.loadParts(parts);
  const chosen = chooseTrainingTerms(countsOf(lexicon).filter((each) => isTrainingTerm(each, size)));
  const numbers = new Map(chosen.map(({ term }, i) => [term, i]));
  const postings = chosen.map(() => ({ products: new GrowableUint32(), weights: new GrowableUint32() }));
  const sample = await generation.sampleProducts(MAX_TRAINING_PRODUCTS, size);
  for (const [i, { counted }] of sample.entries()) {
    for (const [term, weight] of decodeWeights(counted.t)) {
      const list = postings[numbers.get(term) ?? -1];
      list?.products.push(i);
      list?.weights.push(weight);
    }
  }
  const starts = new Uint32Array(chosen.length + 1);
  for (const [i, list] of postings.entries()) starts[i + 1] = starts[i]! + list.products.length;
  const products = new Uint32Array(starts.at(-1)!);
  const weights = new Float32Array(products.length);
  for (const [i, list] of postings.entries()) {
    products.set(list.products.view(), starts[i]);
    weights.set(Float32Array.from(list.weights.view(), dequantiseWeight), starts[i]);
  }
  return {
    terms: chosen.map(({ term }) => term),
    idfs: Float32Array.from(chosen, ({ count }) => inverseDocumentFrequency(size, count)),
    ...{ starts, products, weights },
    product_count: sample.length,
    up_to: await generation.highestProductNo(),
  };
}
