// Examples of the endpoints in ranking-endpoints.ts.
import { product } from './example-product.ts';

const sofas = {
  synonyms: 'sofa bed, sleeper',
  inputs: ['sofa bed', 'sleeper'],
  outputs: ['sofa bed', 'sleeper'],
  source: 'own',
  state: 'on',
};
const index = {
  type: 'index_state',
  ready: true,
  products: 5160,
  work: null,
  lag: { changes: 0, seconds: 0 },
  rebuilds: { requested: 1, completed: 1 },
  unlearned_products: 0,
  searches: { running: 0, waiting: 0, capacity: 2 },
};

export const rankingExamples = {
  explainSearch: {
    body: { query: 'goosneck kettle', criteria: [{ field: 'final_price', operator: '<=', value: 50 }], limit: 1 },
    reply: {
      type: 'explained_search',
      query: 'gooseneck kettle',
      corrections: [{ typed: 'goosneck', meant: 'gooseneck' }],
      found: 1,
      items: [
        {
          product: { type: 'product', ...product },
          score: 1.62,
          words: [
            { word: 'goosneck', by: 'gooseneck', why: 'corrected', points: 4.31 },
            { word: 'kettle', by: 'kettle', why: 'typed', points: 2.08 },
          ],
          signals: {
            ...{ lexical: 1, word_vectors: 0.21, category: 0.12, main_part: 0.15, brand: 0, all_words: 0.2 },
            ...{ long_name: -0.06, unwanted: 0, out_of_stock: 0, identifier: 0, exact_name: 0 },
          },
          is_duplicate: false,
        },
      ],
    },
  },
  listSynonyms: { query: { source: 'own', per_page: '1' }, reply: { items: [sofas], next_cursor: null } },
  addSynonyms: { body: { synonyms: 'sofa bed, sleeper' }, reply: sofas },
  removeSynonyms: { query: { synonyms: 'sofa bed, sleeper' } },
  getIndex: { reply: index },
  rebuildIndex: { reply: { ...index, rebuilds: { requested: 2, completed: 1 } } },
};
