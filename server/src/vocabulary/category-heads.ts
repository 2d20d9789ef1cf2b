// Extracts the nouns of a category name.
import { wordsOf } from '../text/analyse.ts';

const isPlural = (word: string) => /[^s]s$/.test(word);

/**
 * The nouns of a category name: "shoes" in "Road Running Shoes", both nouns in "Chairs & Stools", and only "lamps" in
 * "Desk & Table Lamps".
 */
export function headsOf(level: string): string[] {
  const parts = level.split(/[&,+/]|\band\b|\bund\b|\bet\b/i).map(wordsOf);
  const heads = parts.map((words) => words.at(-1)).filter((word) => word !== undefined && /^\p{L}{3,}$/u.test(word));
  const plurals = heads.filter((word) => isPlural(word!));
  return (plurals.length > 0 ? plurals : heads) as string[];
}
