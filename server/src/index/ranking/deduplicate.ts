// Near-duplicate offers: a product sold by several merchants appears once among the first ranks.

/** These first ranks contain no duplicates. */
const DEDUPLICATED_RANKS = 100;

/** Criteria for the best of several duplicates. */
export interface Purchase {
  currency: string | undefined;
  amount: number | undefined;
  out_of_stock: boolean;
}

interface Accessors<T> {
  /** Equal for duplicates. */
  keyOf(item: T): string | number;
  /** Called for duplicates only. */
  purchaseOf(item: T): Purchase;
}

/** Moves duplicates behind the first ranks. The best one to buy takes the first rank of its group. */
export function deduplicate<T>(ranked: readonly T[], accessors: Accessors<T>): { items: T[]; duplicates: Set<T> } {
  const groups = new Map<string | number, T[]>();
  let seen = 0;
  for (; seen < ranked.length && groups.size < DEDUPLICATED_RANKS; seen++) {
    const item = ranked[seen]!;
    const key = accessors.keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  const sorted = [...groups.values()].map((group) =>
    group.length === 1 ? group : bestPurchaseFirst(group, accessors),
  );
  const first = sorted.map(([best]) => best!);
  const duplicates = sorted.flatMap(([, ...others]) => others);
  return { items: [...first, ...duplicates, ...ranked.slice(seen)], duplicates: new Set(duplicates) };
}

function bestPurchaseFirst<T>(group: readonly T[], accessors: Accessors<T>): T[] {
  const described = group.map((item) => ({ item, purchase: accessors.purchaseOf(item) }));
  const { currency } = described[0]!.purchase;
  return described.sort((a, b) => compare(a.purchase, b.purchase, currency)).map(({ item }) => item);
}

/** In stock first, then the lowest price in the currency of the highest-ranked duplicate. The sort is stable. */
function compare(a: Purchase, b: Purchase, currency: string | undefined): number {
  const amountOf = (duplicate: Purchase) =>
    duplicate.currency === currency ? (duplicate.amount ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
  if (a.out_of_stock !== b.out_of_stock) return a.out_of_stock ? 1 : -1;
  const [one, other] = [amountOf(a), amountOf(b)];
  return one === other ? 0 : one - other;
}
