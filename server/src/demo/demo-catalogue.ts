// The demo catalogue: about 5,000 invented products of 40 invented shops, the same on every machine.
import type { DemoProduct } from './demo-product.ts';
import { loadDepartments } from './departments.ts';
import { makeListing, type Offered } from './make-listing.ts';
import { fillShelves, makeModel, type Shelf } from './make-model.ts';
import { type Merchant, merchants } from './merchants.ts';
import { Random } from './random.ts';
import { sizesAt } from './sizes.ts';

const SHARE_WITH_VARIANTS = 0.12;
const SHARE_SOLD_TWICE = 0.01;

export function* demoProducts(baseUrl: string): Generator<DemoProduct> {
  const shelves = loadDepartments().flatMap(fillShelves);
  const listings = shelves.flatMap((shelf) => [...listingsOf(shelf, baseUrl)].slice(0, shelf.kind.count));
  // Shuffled, so that a broad search shows products of all departments.
  let product_no = 0;
  for (const listing of new Random('order').shuffle(listings)) {
    product_no += 1;
    listing.id = `demo-${String(product_no).padStart(5, '0')}`;
    listing.image_url = `${baseUrl}/demo/products/${encodeURIComponent(listing.id)}.svg`;
    yield listing;
  }
}

/** Each kind has its own random seed, so that editing one kind does not change the products of others. */
function* listingsOf(shelf: Shelf, baseUrl: string): Generator<DemoProduct> {
  const { department, kind } = shelf;
  const random = new Random(`${department.name} > ${kind.category}`);
  const sellers = sellersOf(`${department.name} > ${kind.category}`);
  for (let listed = 0; listed < kind.count; ) {
    const model = makeModel(shelf, random);
    const merchant = random.pick(sellers);
    const sizes = sizesAt(merchant, kind, model.gender);
    const offered: Offered = { department, kind, model, merchant, color: pickFrom(kind.colors), size: pickFrom(sizes) };
    const first = makeListing(offered, baseUrl, random);
    const offers = [...variantsOf(offered, sizes, random)];
    const other = random.pick(sellers);
    if (first.barcode && other !== merchant && random.chance(SHARE_SOLD_TWICE)) {
      offers.push({ ...sameItemAt(other, offered, sizes), barcode: first.barcode });
    }
    yield first;
    for (const offer of offers) yield makeListing(offer, baseUrl, random);
    listed += 1 + offers.length;
  }

  function pickFrom(choices: readonly string[] = []): string | undefined {
    return choices.length > 0 ? random.pick(choices) : undefined;
  }
}

/** Colour and size variants of a model; only a few models have them, so that they do not dominate results. */
function* variantsOf(offered: Offered, sizes: readonly string[], random: Random): Generator<Offered> {
  if (!random.chance(SHARE_WITH_VARIANTS)) return;
  const seen = new Set([`${offered.color} ${offered.size}`]);
  for (let wanted = random.between(1, 3); wanted > 0; wanted--) {
    const colors = offered.kind.colors;
    const color = colors && random.chance(0.6) ? random.pick(colors) : offered.color;
    const size = sizes.length > 0 && random.chance(0.6) ? random.pick(sizes) : offered.size;
    if (seen.has(`${color} ${size}`)) continue;
    seen.add(`${color} ${size}`);
    yield { ...offered, color, size };
  }
}

/** The same item at another merchant; sizes are converted to that merchant's country. */
function sameItemAt(merchant: Merchant, offered: Offered, sizes: readonly string[]): Offered {
  const theirs = sizesAt(merchant, offered.kind, offered.model.gender);
  const size = theirs.length === sizes.length ? theirs[sizes.indexOf(offered.size ?? '')] : offered.size;
  return { ...offered, merchant, size };
}

/** Specialised shops are listed twice, so that they sell more of a category than marketplaces do. */
function sellersOf(category: string): Merchant[] {
  const sellers = merchants.filter(({ sells }) =>
    sells.some((path) => path === '*' || `${category} > `.startsWith(`${path} > `)),
  );
  return [...sellers, ...sellers.filter((merchant) => merchant.kind !== 'market')];
}
