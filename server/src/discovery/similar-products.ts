// Similar products: candidates by name and category, re-ranked by category, brand and price.
import type { Criterion } from '@finderfee/contract/criterion.ts';
import type { Input } from '@finderfee/contract/endpoints.ts';
import { discountOf, type Product } from '../product/product.ts';
import type { CatalogueStore, StoredProduct } from '../store/catalogue-store.ts';
import { stem, wordsOf } from '../text/analyse.ts';
import { foldText } from '../text/fold-text.ts';
import { productOfSlug, type SlugDeps } from './get-product.ts';
import { type IndexDeps, type NewSessionDeps, newSession, searchIndex } from './ranking.ts';
import { saveAndShow } from './search-products.ts';
import type { PageDeps } from './session-page.ts';

type SimilarDeps = SlugDeps & IndexDeps & NewSessionDeps & PageDeps;

/** Number of candidates that are re-ranked. */
const CANDIDATES = 250;
const MAX_SIMILAR = 100;
/** Weights relative to the candidate's rank, which contributes at most 1. */
const WEIGHTS = { leaf: 1, parent: 0.4, brand: 0.25, price: 0.6, same_item: -0.5 };
/** Fields whose values are removed from the name, because similar products may differ in them. */
const VARIANT_FIELDS = ['brand', 'color', 'size', 'model'] as const;

export async function similarProducts(
  deps: SimilarDeps,
  { params, query }: Input<'similarProducts'>,
  signal?: AbortSignal,
) {
  const stored = await productOfSlug(deps, params.slug);
  return similarToProduct(deps, stored, { per_page: query.per_page, convo_id: null }, signal);
}

export async function similarToProduct(
  deps: SimilarDeps,
  stored: StoredProduct,
  { per_page, convo_id }: { per_page: number; convo_id: string | null },
  signal?: AbortSignal,
) {
  const product_nos = await rankSimilar(deps, stored, [], signal);
  const session = newSession(deps, { query: stored.product.name, criteria: [], convo_id, per_page, product_nos });
  return saveAndShow(deps, session);
}

/** Numbers of similar products, most similar first, without the product itself. */
export async function rankSimilar(
  deps: IndexDeps & { store: CatalogueStore },
  { product_no, product }: StoredProduct,
  criteria: Criterion[],
  signal?: AbortSignal,
): Promise<Uint32Array> {
  const others: Criterion = { field: 'id', operator: '!=', value: product.id.slice(0, 1000) };
  const request = { text: kindText(product), criteria: [...criteria, others], exclude: [] };
  const { product_nos } = await searchIndex(deps, request, { signal });
  const candidates = [...product_nos].filter((no) => no !== product_no).slice(0, CANDIDATES);
  const all = candidates.length > 0 ? await deps.store.getProducts({ product_nos: candidates }) : [];
  const found = all.filter((other) => isSameKind(product, other.product));
  const scored = found.map((other, i) => ({
    no: other.product_no,
    score: 1 - i / CANDIDATES + similarity(product, other.product),
  }));
  scored.sort((a, b) => b.score - a.score);
  return Uint32Array.from(scored.slice(0, MAX_SIMILAR).map(({ no }) => no));
}

const levelsOf = ({ category = '' }: Product) =>
  category
    .split('>')
    .map((level) => foldText(level))
    .filter(Boolean);

/** Shops use different category trees: it is enough to share one level, or to have a word of the last level in the name. */
function isSameKind(product: Product, other: Product): boolean {
  const levels = levelsOf(product);
  const kind = wordsOf(levels.at(-1) ?? '').map(stem);
  if (kind.length === 0) return true;
  const otherLevels = levelsOf(other);
  const words = wordsOf(other.name).map(stem);
  return levels.some((level) => otherLevels.includes(level)) || kind.some((word) => words.includes(word));
}

/** Query text for products of the same kind: the name without brand, colour and so on, and the last category level. */
function kindText(product: Product): string {
  const own = new Set(VARIANT_FIELDS.flatMap((field) => wordsOf(product[field] ?? '')).map(stem));
  const name = wordsOf(product.name).filter((word) => !own.has(stem(word)));
  const leaf = product.category?.split('>').at(-1)?.trim();
  return [...(name.length > 0 ? name : wordsOf(product.name)), leaf].join(' ').slice(0, 1000);
}

function similarity(product: Product, other: Product): number {
  const [path, otherPath] = [product, other].map(({ category = '' }) =>
    category.split('>').map((level) => level.trim()),
  );
  const isLeaf = product.category !== undefined && product.category === other.category;
  const isParent = path![0] !== '' && path!.slice(0, -1).join('>') === otherPath!.slice(0, -1).join('>');
  return (
    (isLeaf ? WEIGHTS.leaf : isParent ? WEIGHTS.parent : 0) +
    (product.brand && product.brand === other.brand ? WEIGHTS.brand : 0) +
    WEIGHTS.price * priceSimilarity(product, other) +
    (isSameItem(product, other) ? WEIGHTS.same_item : 0)
  );
}

/** 1 for the same price, 0 at half or double the price or for another currency. A higher discount breaks ties. */
function priceSimilarity(product: Product, other: Product): number {
  if (!product.final_amount || !other.final_amount || product.currency !== other.currency) return 0;
  const ratio = Math.abs(Math.log2(other.final_amount / product.final_amount));
  return Math.max(0, 1 - ratio) + (discountOf(other) > discountOf(product) ? 0.01 : 0);
}

/** The same item from another shop or in another size. */
const isSameItem = (product: Product, other: Product) =>
  product.name === other.name ||
  (product.barcode !== undefined && product.barcode === other.barcode) ||
  (product.mpn !== undefined && product.mpn === other.mpn && product.brand === other.brand);
