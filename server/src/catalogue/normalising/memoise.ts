// Memoises the parsing of columns with few distinct values.
import { copyString } from '../../text/copy-string.ts';

const MAX_TEXTS = 2000;
const MAX_CHARS = 200;

/** Bounded by number and length of texts. */
export function memoise(read: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    let value = known.get(text);
    if (value === undefined) {
      value = read(text);
      if (known.size >= MAX_TEXTS) known.clear();
      if (text.length <= MAX_CHARS) known.set(copyString(text), copyString(value));
    }
    return value;
  };
}
