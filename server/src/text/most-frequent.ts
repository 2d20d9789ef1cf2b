// Orders distinct values by how often they occur.

/** The most frequent first; equally frequent values keep the order in which they first occur. */
export function mostFrequent(values: Iterable<string>): string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([value]) => value);
}
