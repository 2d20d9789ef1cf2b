// Products like another one: by its name and category, then by how near category, brand and price are.
import type { Criterion } from '@finderfee/contract/criterion.ts';
import type { Input } from '@finderfee/contract/endpoints.ts';
import type { Deps } from '../deps.ts';
import { discountOf, type Product } from '../product/product.ts';
import type { StoredProduct } from '../store/port.ts';
import { stem, wordsOf } from '../text/analyse.ts';
import { foldText } from '../text/fold-text.ts';
import { productOfSlug } from './get-product.ts';
import { newSession, searchIndex } from './ranking.ts';
import { keepAndShow } from './search-products.ts';

/** So many candidates are looked at more closely. */
const CANDIDATES = 250;
const MAX_SIMILAR = 100;
/** What each nearness weighs beside the place among the candidates, which is worth one at most. */
const WEIGHTS = { leaf: 1, parent: 0.4, brand: 0.25, price: 0.6, same_thing: -0.5 };
/** Values that a name holds and that another product of the kind need not share. */
const OWN_FIELDS = ['brand', 'color', 'size', 'model'] as const;

export async function similarProducts(deps: Deps, { params, query }: Input<'similarProducts'>, signal?: AbortSignal) {
  const stored = await productOfSlug(deps, params.slug);
  const product_nos = await rankSimilar(deps, stored, [], signal);
  const session = newSession(deps, {
    query: stored.product.name,
    criteria: [],
    convo_id: null,
    per_page: query.per_page,
    product_nos,
  });
  return keepAndShow(deps, session);
}

/** The numbers of similar products, the most similar first; never the product itself. */
export async function rankSimilar(
  deps: Deps,
  { product_no, product }: StoredProduct,
  criteria: Criterion[],
  signal?: AbortSignal,
): Promise<Uint32Array> {
  const others: Criterion = { field: 'id', operator: '!=', value: product.id.slice(0, 1000) };
  const wish = { text: textOf(product), criteria: [...criteria, others], exclude: [] };
  const { product_nos } = await searchIndex(deps, wish, { signal });
  const candidates = [...product_nos].filter((no) => no !== product_no).slice(0, CANDIDATES);
  const all = candidates.length > 0 ? await deps.store.getProducts({ product_nos: candidates }) : [];
  const found = all.filter((other) => isAkin(product, other.product));
  const scored = found.map((other, i) => ({
    no: other.product_no,
    score: 1 - i / CANDIDATES + nearness(product, other.product),
  }));
  scored.sort((a, b) => b.score - a.score);
  return Uint32Array.from(scored.slice(0, MAX_SIMILAR).map(({ no }) => no));
}

const levelsOf = ({ category = '' }: Product) =>
  category
    .split('>')
    .map((level) => foldText(level))
    .filter(Boolean);

/** Shops sort things in other ways: akin is what shares a level of the category, or is called by a word of the last one. */
function isAkin(product: Product, other: Product): boolean {
  const levels = levelsOf(product);
  const kind = wordsOf(levels.at(-1) ?? '').map(stem);
  if (kind.length === 0) return true;
  const otherLevels = levelsOf(other);
  const words = wordsOf(other.name).map(stem);
  return levels.some((level) => otherLevels.includes(level)) || kind.some((word) => words.includes(word));
}

/** What kind of thing it is: the words of its name without its own brand, colour and the like, and its category. */
function textOf(product: Product): string {
  const own = new Set(OWN_FIELDS.flatMap((field) => wordsOf(product[field] ?? '')).map(stem));
  const name = wordsOf(product.name).filter((word) => !own.has(stem(word)));
  const leaf = product.category?.split('>').at(-1)?.trim();
  return [...(name.length > 0 ? name : wordsOf(product.name)), leaf].join(' ').slice(0, 1000);
}

function nearness(product: Product, other: Product): number {
  const [path, otherPath] = [product, other].map(({ category = '' }) =>
    category.split('>').map((level) => level.trim()),
  );
  const isLeaf = product.category !== undefined && product.category === other.category;
  const isParent = path![0] !== '' && path!.slice(0, -1).join('>') === otherPath!.slice(0, -1).join('>');
  return (
    (isLeaf ? WEIGHTS.leaf : isParent ? WEIGHTS.parent : 0) +
    (product.brand && product.brand === other.brand ? WEIGHTS.brand : 0) +
    WEIGHTS.price * priceNearness(product, other) +
    (isSameThing(product, other) ? WEIGHTS.same_thing : 0)
  );
}

/** One for the same price, nothing for half or double. Prices of another currency tell nothing. */
function priceNearness(product: Product, other: Product): number {
  if (!product.final_amount || !other.final_amount || product.currency !== other.currency) return 0;
  const ratio = Math.abs(Math.log2(other.final_amount / product.final_amount));
  return Math.max(0, 1 - ratio) + (discountOf(other) > discountOf(product) ? 0.01 : 0);
}

/** The same thing elsewhere, or in another size: known already. */
const isSameThing = (product: Product, other: Product) =>
  product.name === other.name ||
  (product.barcode !== undefined && product.barcode === other.barcode) ||
  (product.mpn !== undefined && product.mpn === other.mpn && product.brand === other.brand);
