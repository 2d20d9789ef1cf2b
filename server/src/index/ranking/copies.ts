// One product that several merchants sell stands among the first once; its copies follow behind.

/** So many ranks hold no product twice. */
const WITHOUT_COPIES = 100;

export interface Copyable {
  /** Equal for copies. */
  key: string;
  currency: string | undefined;
  amount: number | undefined;
  out_of_stock: boolean;
}

/** The ranks with copies moved behind the first hundred. Of several copies the one that is best to buy stands for all. */
export function moveCopies<T>(ranked: readonly T[], describe: (item: T) => Copyable): { items: T[]; copies: Set<T> } {
  const groups = new Map<string, { item: T; about: Copyable }[]>();
  let seen = 0;
  for (; seen < ranked.length && groups.size < WITHOUT_COPIES; seen++) {
    const item = ranked[seen]!;
    const about = describe(item);
    const group = groups.get(about.key);
    if (group) group.push({ item, about });
    else groups.set(about.key, [{ item, about }]);
  }
  const sorted = [...groups.values()].map((group) =>
    group.length === 1 ? group : group.toSorted((a, b) => compare(a.about, b.about, group[0]!.about.currency)),
  );
  const first = sorted.map(([best]) => best!.item);
  const copies = sorted.flatMap(([, ...others]) => others.map(({ item }) => item));
  return { items: [...first, ...copies, ...ranked.slice(seen)], copies: new Set(copies) };
}

/** In stock first, then the cheapest in the currency of the one that was found first; sorting keeps the rest in order. */
function compare(a: Copyable, b: Copyable, currency: string | undefined): number {
  const amountOf = (copy: Copyable) =>
    copy.currency === currency ? (copy.amount ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
  if (a.out_of_stock !== b.out_of_stock) return a.out_of_stock ? 1 : -1;
  const [one, other] = [amountOf(a), amountOf(b)];
  return one === other ? 0 : one - other;
}
