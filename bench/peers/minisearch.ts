// MiniSearch: an index of JavaScript objects, for catalogues that are small. On disk it is one text of JSON.
import { readFileSync, writeFileSync } from 'node:fs';
import { type EngineModule, isWanted, type PeerProduct } from './engine.ts';
import { loadPackage } from './load-package.ts';

const OPTIONS = {
  idField: 'product_no',
  // One field: every further one is searched once more for each word.
  fields: ['text'],
  // The tokens are ready.
  tokenize: (text: string) => text.split(' '),
  processTerm: (term: string) => term,
  // Neither beginnings of words nor similar ones: no peer searches them, and both cost it most.
  searchOptions: { combineWith: 'OR', prefix: false, fuzzy: false },
};

interface MiniSearch {
  addAll(documents: readonly PeerProduct[]): void;
  search(query: string, options: { filter?: (found: { id: number }) => boolean }): { id: number }[];
}

const { default: Index } = await loadPackage<{
  default: { new (options: typeof OPTIONS): MiniSearch; loadJSON(json: string, options: typeof OPTIONS): MiniSearch };
}>('minisearch');

/** A search blocks its thread, and each thread has an index of its own. */
export const parallel: EngineModule['parallel'] = 'threads';

export const build: EngineModule['build'] = (folder, catalogue) => {
  const index = new Index(OPTIONS);
  // Its stored fields would be copied into every result: looking the product up for the filter costs less.
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
      const filter = ({ id }: { id: number }) => isWanted(products[id]!, filters);
      // It has no top-k: it scores and sorts everything that matches.
      const found = index.search(tokens.join(' '), filters.length === 0 ? {} : { filter });
      return found.slice(0, limit).map(({ id }) => id);
    },
    close: () => {},
  };
};
