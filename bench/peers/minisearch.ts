// MiniSearch: an index of JavaScript objects, for small catalogues. On disk it is a JSON file.
import { readFileSync, writeFileSync } from 'node:fs';
import { type EngineModule, matchesFilters, type PeerProduct } from './engine.ts';
import { loadPackage } from './load-package.ts';

const OPTIONS = {
  idField: 'product_no',
  // A single field, because MiniSearch searches every field separately for each word.
  fields: ['text'],
  // The tokens are already analysed.
  tokenize: (text: string) => text.split(' '),
  processTerm: (term: string) => term,
  // Without prefix and fuzzy search, its most expensive features, which the other peers do not use either.
  searchOptions: { combineWith: 'OR', prefix: false, fuzzy: false },
};

interface MiniSearch {
  addAll(documents: readonly PeerProduct[]): void;
  search(query: string, options: { filter?: (found: { id: number }) => boolean }): { id: number }[];
}

const { default: Index } = await loadPackage<{
  default: { new (options: typeof OPTIONS): MiniSearch; loadJSON(json: string, options: typeof OPTIONS): MiniSearch };
}>('minisearch');

/** A search blocks its thread, and every thread has its own copy of the index. */
export const parallel: EngineModule['parallel'] = 'threads';

export const build: EngineModule['build'] = (folder, catalogue) => {
  const index = new Index(OPTIONS);
  // A lookup table for the filters is cheaper than stored fields, which are copied into every result.
  const products: PeerProduct[] = [];
  for (const batch of catalogue.products()) {
    index.addAll(batch);
    for (const product of batch) products[product.product_no] = { ...product, text: '' };
  }
  writeFileSync(`${folder}/index.json`, JSON.stringify(index));
  writeFileSync(`${folder}/products.json`, JSON.stringify(products));
};

export const open: EngineModule['open'] = (folder) => {
  const index = Index.loadJSON(readFileSync(`${folder}/index.json`, 'utf8'), OPTIONS);
  const products: PeerProduct[] = JSON.parse(readFileSync(`${folder}/products.json`, 'utf8'));
  return {
    search: ({ tokens, filters }, limit) => {
      const filter = ({ id }: { id: number }) => matchesFilters(products[id]!, filters);
      // MiniSearch has no top-k: it scores and sorts all matches.
      const found = index.search(tokens.join(' '), filters.length === 0 ? {} : { filter });
      return found.slice(0, limit).map(({ id }) => id);
    },
    close: () => {},
  };
};
