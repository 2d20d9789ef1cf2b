// Finds what must not enter: U+0000 and lone surrogates (two different ids would become one in a database) and deep nesting.

export const MAX_NESTING = 32;
/** Further places are not listed: a body of eight megabytes has room for a million, each below a long name. */
const MAX_PLACES = 1000;
const MAX_PATH_CHARS = 100_000;

export interface BadPlace {
  path: (string | number)[];
  /** The property's name is bad, not its value. */
  isKey: boolean;
}

export interface BadText {
  places: BadPlace[];
  isTooDeep: boolean;
}

interface Found extends BadText {
  path_chars: number;
}

const isBad = (text: string) => !text.isWellFormed() || text.includes('\0');

/** Every bad place of a parsed value, in the order sent; undefined when there is none. */
export function findBadText(value: unknown): BadText | undefined {
  const found: Found = { places: [], isTooDeep: false, path_chars: 0 };
  walk(value, [], found);
  return found.isTooDeep || found.places.length > 0 ? found : undefined;
}

function walk(value: unknown, path: (string | number)[], found: Found): void {
  if (typeof value === 'string') {
    if (isBad(value)) add(found, [...path], false);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (path.length === MAX_NESTING) {
    found.isTooDeep = true;
    return;
  }
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) step(value[i], i, path, found);
    return;
  }
  for (const key in value) {
    if (isBad(key)) add(found, [...path, key], true);
    else step((value as Record<string, unknown>)[key], key, path, found);
  }
}

function add(found: Found, path: BadPlace['path'], isKey: boolean): void {
  if (found.places.length >= MAX_PLACES || found.path_chars >= MAX_PATH_CHARS) return;
  found.places.push({ path, isKey });
  for (const key of path) found.path_chars += String(key).length;
}

function step(value: unknown, key: string | number, path: (string | number)[], found: Found): void {
  path.push(key);
  walk(value, path, found);
  path.pop();
}

/** A copy without bad property names. Bad texts become U+FFFD, which matches no pattern. */
export function withoutBadText(value: unknown): unknown {
  if (typeof value === 'string') return isBad(value) ? '\ufffd' : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutBadText);
  const entries = Object.entries(value).filter(([key]) => !isBad(key));
  return Object.fromEntries(entries.map(([key, held]) => [key, withoutBadText(held)]));
}
