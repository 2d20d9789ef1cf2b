// A bounded cache. It is cleared as a whole when full: frequent keys are soon cached again.

/** `compute` must not return undefined. */
export function memoise<K, T>(cache: Map<K, T>, key: K, maxSize: number, compute: () => T): T {
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const value = compute();
  if (cache.size >= maxSize) cache.clear();
  cache.set(key, value);
  return value;
}
