// Phrases that prepositions and "or" join: "lamp with shade for a desk".
import { JOINTS } from './chat-state.ts';

/** "lamp with shade for a desk" has three phrases. */
export const phrasesOf = (words: string): string[] => words.split(/ (?=(?:for|with|without) )/);

/** The words without prepositions and "or" that no longer join anything. */
export function joinWords(words: readonly string[]): string {
  const kept: string[] = [];
  const endsInJoint = () => kept.length === 0 || JOINTS.has(kept.at(-1)!) || kept.at(-1) === 'or';
  for (const word of words) {
    if (word === 'or' && endsInJoint()) continue;
    if (JOINTS.has(word) && endsInJoint()) kept.pop();
    kept.push(word);
  }
  while (kept.length > 0 && endsInJoint()) kept.pop();
  return kept.join(' ');
}
