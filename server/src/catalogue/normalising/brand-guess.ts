// Fills in a missing brand if the product's name starts with a brand that the same feed has used before.
import type { Product } from '../../product/product.ts';
import { copyString } from '../../text/copy-string.ts';
import { foldText } from '../../text/fold-text.ts';
import { memoise } from './memoise.ts';

const MAX_BRANDS = 5000;
const MIN_LETTERS = 3;
const MAX_WORDS = 4;

const folded = memoise(foldText);

export class BrandGuess {
  readonly #known = new Map<string, string>();

  fill(product: Product): void {
    if (product.brand) {
      const brand = folded(product.brand);
      const isNew = brand.length >= MIN_LETTERS && this.#known.size < MAX_BRANDS && !this.#known.has(brand);
      if (isNew) this.#known.set(copyString(brand), copyString(product.brand));
      return;
    }
    if (this.#known.size === 0) return;
    const words = foldText(product.name).split(' ', MAX_WORDS);
    for (let count = words.length; count > 0; count--) {
      const brand = this.#known.get(words.slice(0, count).join(' '));
      if (brand) {
        product.brand = brand;
        return;
      }
    }
  }
}
