// Finds what must not enter: U+0000 and lone surrogates (two different ids would become one in a database) and deep nesting.

export const MAX_NESTING = 32;

export type BadText = { kind: 'depth' } | { kind: 'text'; path: (string | number)[] };

const isBad = (text: string) => !text.isWellFormed() || text.includes('\0');

/** The first bad place of a parsed value. A bad property name stands for the object that holds it. */
export function findBadText(value: unknown, depth = 0): BadText | undefined {
  if (typeof value === 'string') return isBad(value) ? { kind: 'text', path: [] } : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth === MAX_NESTING) return { kind: 'depth' };
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const bad = findBadText(value[i], depth + 1);
      if (bad) return within(i, bad);
    }
    return undefined;
  }
  for (const key in value) {
    if (isBad(key)) return { kind: 'text', path: [] };
    const bad = findBadText((value as Record<string, unknown>)[key], depth + 1);
    if (bad) return within(key, bad);
  }
  return undefined;
}

const within = (key: string | number, bad: BadText): BadText =>
  bad.kind === 'text' ? { kind: 'text', path: [key, ...bad.path] } : bad;
