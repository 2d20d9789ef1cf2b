// Keeps one spelling per merchant within an import. Otherwise each change of spelling rewrites all of its products.
import type { MerchantInfo } from '../product/product.ts';
import { copyString } from '../text/copy-string.ts';

const MAX_MERCHANTS = 100_000;

export class RunMerchants {
  readonly #known = new Map<number | string, MerchantInfo>();

  /** The merchant as its first row describes it. Later rows fill in missing fields. */
  canonical(merchant: MerchantInfo): MerchantInfo {
    const known = this.#known.get(merchant.id ?? merchant.key!);
    if (!known) {
      if (this.#known.size >= MAX_MERCHANTS) return merchant;
      const first = JSON.parse(copyString(JSON.stringify(merchant))) as MerchantInfo;
      this.#known.set(first.id ?? first.key!, first);
      return first;
    }
    known.name ||= merchant.name;
    known.domain ||= merchant.domain;
    known.logo_url ||= merchant.logo_url;
    known.description ||= merchant.description;
    return known;
  }
}
