// Finds what must not enter: U+0000 and lone surrogates (two different ids would become one in a database) and deep nesting.

export const MAX_NESTING = 32;

export type BadText = { kind: 'depth' } | { kind: 'text'; path: (string | number)[] };

const isBad = (text: string) => !text.isWellFormed() || text.includes('\0');

/** The first bad place of a parsed value. A bad property name stands for the object that holds it. */
export function findBadText(value: unknown, depth = 0): BadText | undefined {
  if (typeof value === 'string') return isBad(value) ? { kind: 'text', path: [] } : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth === MAX_NESTING) return { kind: 'depth' };
  const isList = Array.isArray(value);
  for (const [key, held] of Object.entries(value)) {
    if (!isList && isBad(key)) return { kind: 'text', path: [] };
    const bad = findBadText(held, depth + 1);
    if (bad?.kind === 'text') bad.path.unshift(isList ? Number(key) : key);
    if (bad) return bad;
  }
  return undefined;
}
