// Memoises the parsing of columns with few distinct values.
import { copyString } from '../../text/copy-string.ts';

const MAX_TEXTS = 2000;
const MAX_CHARS = 200;

/** Bounded by number and length of texts. */
export function memoise(read: (text: string) => string): (text: string) => string {
  const cache = new Map<string, string>();
  return (text) => {
    let value = cache.get(text);
    if (value === undefined) {
      value = read(text);
      if (cache.size >= MAX_TEXTS) cache.clear();
      if (text.length <= MAX_CHARS) cache.set(copyString(text), copyString(value));
    }
    return value;
  };
}
