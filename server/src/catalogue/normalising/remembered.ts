// What the rows of a feed say again and again is read once.
import { ownCopy } from '../../text/own-copy.ts';

const MAX_TEXTS = 2000;
const MAX_CHARS = 200;

/** The same reading, with what it gave before at hand: for columns with few different values. */
export function remembered(read: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    let value = known.get(text);
    if (value === undefined) {
      value = read(text);
      if (known.size >= MAX_TEXTS) known.clear();
      if (text.length <= MAX_CHARS) known.set(ownCopy(text), ownCopy(value));
    }
    return value;
  };
}
