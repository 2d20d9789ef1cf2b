// Finds text that is rejected everywhere (U+0000 and lone surrogates, which make different ids equal in a database) and
// values that are nested too deeply.

export const MAX_NESTING = 32;
/** Bounds of the answer: a body of 8 MB can have a million bad strings below long property names. */
const MAX_LOCATIONS = 1000;
const MAX_PATH_CHARS = 100_000;

export interface BadLocation {
  path: (string | number)[];
  /** The property name is bad, not the value. */
  isKey: boolean;
}

export interface BadText {
  locations: BadLocation[];
  isTooDeep: boolean;
}

interface Found extends BadText {
  path_chars: number;
}

const isBad = (text: string) => !text.isWellFormed() || text.includes('\0');

/** The locations of bad text in a parsed value, in the order sent; undefined if there are none. */
export function findBadText(value: unknown): BadText | undefined {
  const found: Found = { locations: [], isTooDeep: false, path_chars: 0 };
  walk(value, [], found);
  return found.isTooDeep || found.locations.length > 0 ? found : undefined;
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

function add(found: Found, path: BadLocation['path'], isKey: boolean): void {
  if (found.locations.length >= MAX_LOCATIONS || found.path_chars >= MAX_PATH_CHARS) return;
  found.locations.push({ path, isKey });
  for (const key of path) found.path_chars += String(key).length;
}

function step(value: unknown, key: string | number, path: (string | number)[], found: Found): void {
  path.push(key);
  walk(value, path, found);
  path.pop();
}

/** A copy without bad property names. Bad strings become U+FFFD, which matches no pattern of the contract. */
export function withoutBadText(value: unknown): unknown {
  if (typeof value === 'string') return isBad(value) ? '\ufffd' : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutBadText);
  const entries = Object.entries(value).filter(([key]) => !isBad(key));
  return Object.fromEntries(entries.map(([key, nested]) => [key, withoutBadText(nested)]));
}
