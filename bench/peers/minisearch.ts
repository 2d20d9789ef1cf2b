// MiniSearch: an index of JavaScript objects, for catalogues that are small.
import { type Engine, isWanted, type PeerProduct } from './engine.ts';
import { loadPackage } from './load-package.ts';

interface Options {
  idField: string;
  fields: string[];
  tokenize: (text: string) => string[];
  processTerm: (term: string) => string;
  searchOptions: { combineWith: 'OR'; prefix: boolean; fuzzy: boolean };
}

interface MiniSearch {
  addAll(documents: readonly PeerProduct[]): void;
  search(query: string, options: { filter?: (found: { id: number }) => boolean }): { id: number }[];
}

export async function open(): Promise<Engine> {
  const { default: Index } = await loadPackage<{ default: new (options: Options) => MiniSearch }>('minisearch');
  const index = new Index({
    idField: 'product_no',
    // One field: every further one is searched once more for each word.
    fields: ['text'],
    // The tokens are ready.
    tokenize: (text) => text.split(' '),
    processTerm: (term) => term,
    // Neither beginnings of words nor similar ones: no peer searches them, and both cost it most.
    searchOptions: { combineWith: 'OR', prefix: false, fuzzy: false },
  });
  // Its stored fields would be copied into every result: looking the product up for the filter costs less.
  const products: PeerProduct[] = [];
  return {
    build: (batches) => {
      for (const batch of batches) {
        const added = batch.map(({ peer }) => peer);
        index.addAll(added);
        for (const product of added) products[product.product_no] = { ...product, text: '' };
      }
    },
    search: ({ tokens, filters }, limit) => {
      const filter = ({ id }: { id: number }) => isWanted(products[id]!, filters);
      // It has no top-k: it scores and sorts everything that matches.
      const found = index.search(tokens.join(' '), filters.length === 0 ? {} : { filter });
      return found.slice(0, limit).map(({ id }) => id);
    },
    close: () => {},
  };
}
