// One product that several merchants sell stands among the first once; its copies follow behind.

/** So many ranks hold no product twice. */
const WITHOUT_COPIES = 100;

/** What tells which of several copies is best to buy. */
export interface Purchase {
  currency: string | undefined;
  amount: number | undefined;
  out_of_stock: boolean;
}

interface Questions<T> {
  /** Equal for copies. */
  keyOf(item: T): string | number;
  /** Asked of copies only. */
  purchaseOf(item: T): Purchase;
}

/** The ranks with copies moved behind the first hundred. Of several copies the one that is best to buy stands for all. */
export function moveCopies<T>(ranked: readonly T[], ask: Questions<T>): { items: T[]; copies: Set<T> } {
  const groups = new Map<string | number, T[]>();
  let seen = 0;
  for (; seen < ranked.length && groups.size < WITHOUT_COPIES; seen++) {
    const item = ranked[seen]!;
    const key = ask.keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  const sorted = [...groups.values()].map((group) => (group.length === 1 ? group : bestFirst(group, ask)));
  const first = sorted.map(([best]) => best!);
  const copies = sorted.flatMap(([, ...others]) => others);
  return { items: [...first, ...copies, ...ranked.slice(seen)], copies: new Set(copies) };
}

function bestFirst<T>(group: readonly T[], ask: Questions<T>): T[] {
  const described = group.map((item) => ({ item, purchase: ask.purchaseOf(item) }));
  const { currency } = described[0]!.purchase;
  return described.sort((a, b) => compare(a.purchase, b.purchase, currency)).map(({ item }) => item);
}

/** In stock first, then the cheapest in the currency of the one that was found first; sorting keeps the rest in order. */
function compare(a: Purchase, b: Purchase, currency: string | undefined): number {
  const amountOf = (copy: Purchase) =>
    copy.currency === currency ? (copy.amount ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
  if (a.out_of_stock !== b.out_of_stock) return a.out_of_stock ? 1 : -1;
  const [one, other] = [amountOf(a), amountOf(b)];
  return one === other ? 0 : one - other;
}
