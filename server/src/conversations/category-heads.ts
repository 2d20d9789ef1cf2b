// Extracts the nouns of a category name.
import { wordsOf } from '../text/analyse.ts';

const isPlural = (word: string) => /[^s]s$/.test(word);

/**
 * The words of a category's name that say what its things are: "shoes" of "Road Running Shoes", both of "Chairs &
 * Stools", and of "Desk & Table Lamps" the lamps alone.
 */
export function headsOf(level: string): string[] {
  const parts = level.split(/[&,+/]|\band\b|\bund\b|\bet\b/i).map(wordsOf);
  const heads = parts.map((words) => words.at(-1)).filter((word) => word !== undefined && /^\p{L}{3,}$/u.test(word));
  const plurals = heads.filter((word) => isPlural(word!));
  return (plurals.length > 0 ? plurals : heads) as string[];
}
