// What was found out once need not be found out again. Forgotten all at once when there is too much of it: what is asked
// often is soon there again.

export function remember<K, T>(known: Map<K, T>, key: K, most: number, find: () => T): T {
  const before = known.get(key);
  if (before !== undefined) return before;
  const found = find();
  if (known.size >= most) known.clear();
  known.set(key, found);
  return found;
}
