// Sizes in the notation of a merchant's country.
import { type Gender, type Kind, list } from './departments.ts';
import type { Merchant } from './merchants.ts';

/** EU shoe sizes, and the offsets of US and UK sizes. */
const SHOES = {
  women: { eu: list('36, 37, 38, 39, 40, 41, 42'), us: 30.5, uk: 33 },
  men: { eu: list('40, 41, 42, 43, 44, 45, 46, 47'), us: 33, uk: 34 },
  unisex: { eu: list('37, 38, 39, 40, 41, 42, 43, 44, 45'), us: 33, uk: 34 },
  kids: { eu: list('24, 25, 26, 27, 28, 29, 30, 31'), us: 17.5, uk: 18 },
};
const CLOTHES = list('XS, S, M, L, XL, XXL');
const KIDS_CLOTHES = list('98, 104, 110, 116, 122, 128, 140, 152');
const KIDS_CLOTHES_BY_AGE = list('3-4 Years, 5-6 Years, 7-8 Years, 9-10 Years');

export function sizesAt(merchant: Merchant, kind: Kind, gender: Gender | undefined): readonly string[] {
  if (kind.sizes === 'shoes') return shoeSizes(merchant.currency, gender ?? 'unisex');
  if (kind.sizes !== 'clothes') return kind.sizes ?? [];
  if (gender !== 'kids') return CLOTHES;
  return merchant.currency === 'EUR' ? KIDS_CLOTHES : KIDS_CLOTHES_BY_AGE;
}

function shoeSizes(currency: Merchant['currency'], gender: Gender): string[] {
  const { eu, us, uk } = SHOES[gender];
  if (currency === 'EUR') return eu;
  const [system, below] = currency === 'USD' ? ['US', us] : ['UK', uk];
  // Children's US 10 and adults' US 10 are different sizes.
  const prefix = gender === 'kids' ? `${system} Kids` : system;
  return eu.map((size) => `${prefix} ${Number(size) - below}`);
}
