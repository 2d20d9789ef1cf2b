// A made-up catalogue of any size, the same for the same seed: words, brands, merchants and categories by Zipf's law,
// and a model number, SKU and barcode of its own for every product, because most tokens of a real catalogue are rare.

const WORDS = 60_000;
const BRANDS = 2000;
const MERCHANTS = 300;
const CATEGORIES = 500;

/** Numbers from a seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Ranks whose frequency falls as 1/rank. */
const zipf = (random: () => number, count: number) => Math.floor(count ** random()) % count;

const SYLLABLES =
  'ba be bi bo bu da de di do du ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu ra re ri ro ru sa se si so su ta te ti to tu va ve vi vo vu'.split(
    ' ',
  );

/** The n-th word: letters only, short for frequent ones. */
function wordOf(n: number): string {
  let word = SYLLABLES[n % SYLLABLES.length]! + SYLLABLES[Math.floor(n / 7) % SYLLABLES.length]!;
  for (let rest = Math.floor(n / SYLLABLES.length); rest > 0; rest = Math.floor(rest / SYLLABLES.length)) {
    word += SYLLABLES[rest % SYLLABLES.length]!;
  }
  return word;
}

function gtin13(n: number): string {
  const digits = `952${String(n).padStart(9, '0')}`;
  const sum = [...digits].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0);
  return digits + ((10 - (sum % 10)) % 10);
}

export function* generateCatalogue(count: number, seed = 1): Generator<string> {
  const random = seeded(seed);
  const between = (low: number, high: number) => low + Math.floor(random() * (high - low + 1));
  const text = (words: number) => Array.from({ length: words }, () => wordOf(zipf(random, WORDS))).join(' ');
  for (let n = 0; n < count; n++) {
    const brand = `Brand ${wordOf(zipf(random, BRANDS) + 100)}`;
    const category = zipf(random, CATEGORIES);
    const merchant = zipf(random, MERCHANTS) + 1;
    const regular = between(100, 50_000) / 100;
    const isOnSale = random() < 0.3;
    yield JSON.stringify({
      id: `p${n}`,
      name: `${brand} ${text(between(4, 14))} MX-${n}`,
      description: text(between(20, 60)),
      brand,
      category: `Department ${category % 20} > Aisle ${category % 100} > Shelf ${category}`,
      merchant: { id: String(merchant), name: `Merchant ${merchant}`, domain: `m${merchant}.example` },
      model: `MX-${n}`,
      sku: `SKU${n}`,
      barcode: gtin13(n),
      regular_price: regular,
      final_price: isOnSale ? Math.round(regular * 80) / 100 : regular,
      currency: 'USD',
      in_stock: random() < 0.9,
      product_url: `https://m${merchant}.example/p/${n}`,
      merchant_url: `https://track.example/c?p=${n}`,
      image_url: `https://m${merchant}.example/p/${n}.jpg`,
    });
  }
}

/** Searches of every kind: a common word, a few, many, and with filters. */
export function generateSearches(count: number, seed = 2): object[] {
  const random = seeded(seed);
  const words = (n: number) => Array.from({ length: n }, () => wordOf(zipf(random, 5000))).join(' ');
  const filters = [
    () => ({ field: 'brand', operator: '=', value: `Brand ${wordOf(zipf(random, BRANDS) + 100)}` }),
    () => ({ field: 'merchant.id', operator: '=', value: String(zipf(random, MERCHANTS) + 1) }),
    () => ({ field: 'category', operator: '=', value: `Department ${zipf(random, 20)}` }),
    () => ({ field: 'final_price', operator: '<=', value: 50 + Math.floor(random() * 300) }),
    () => ({ field: 'on_sale', operator: '=', value: true }),
    () => ({ field: 'in_stock', operator: '=', value: true }),
  ];
  return Array.from({ length: count }, (_, i) => {
    const lengths = [1, 2 + (i % 2), 4 + (i % 3)];
    const query = words(lengths[i % 3]!);
    return i % 2 === 0 ? { query } : { query, criteria: [filters[i % filters.length]!()] };
  });
}
