// Puts an English noun into singular or plural.
import { stem } from './analyse.ts';

export function nounInNumber(noun: string, count: number): string {
  const single = stem(noun) === noun ? noun : noun.replace(/(?<=ch|sh|x|ss)es$|s$/, '');
  const plural = /[^s]s$/.test(noun)
    ? noun
    : noun
        .replace(/(?<=[^aeiou])y$/, 'ie')
        .replace(/(?<=ch|sh|x|ss)$/, 'e')
        .concat('s');
  return count === 1 ? single : plural;
}
