// A product as shown by a dry run: enough to check that the feed is parsed correctly.
import { fromAmount } from '../product/amount.ts';
import type { ProductWrite } from '../store/catalogue-store.ts';

export interface Sample {
  name: string;
  image_url: string | null;
  price: number | null;
  currency: string | null;
  availability: string | null;
  /** The tracked link, otherwise the plain link. */
  link: string | null;
  merchant: string;
}

const NAME_CHARS = 70;
const LINK_CHARS = 160;

export function toSample({ product, merchant }: ProductWrite): Sample {
  const {
    name,
    image_url = null,
    final_amount,
    currency = null,
    availability = null,
    merchant_url,
    product_url,
  } = product;
  return {
    name,
    image_url,
    price: final_amount === undefined ? null : fromAmount(final_amount),
    currency,
    availability,
    link: merchant_url ?? product_url ?? null,
    merchant: merchant.name || String(merchant.id ?? merchant.key),
  };
}

export function describeSamples(samples: Sample[]): string[] {
  if (samples.length === 0) return [];
  const lines = samples.flatMap(({ name, price, currency, availability, link, merchant }) => [
    `  ${cut(name, NAME_CHARS)}`,
    `    ${[price === null ? 'no price' : `${price.toFixed(2)} ${currency ?? '(no currency)'}`, availability ?? 'no availability', merchant].join(', ')}`,
    `    ${link === null ? 'no link' : cut(link, LINK_CHARS)}`,
  ]);
  return ['the first products:', ...lines];
}

const cut = (text: string, chars: number) =>
  text.length > chars ? `${text.slice(0, chars - 1).toWellFormed()}…` : text;
