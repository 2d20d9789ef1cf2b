// Names that are written with a mark, or hold words that are one elsewhere: "Dr. Martens", "2-Power", "Carry On Co.".
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import type { Sentence, Token } from './sentence.ts';

/** So many words before it and behind it belong to one name. */
const NAME_WORDS = 4;

/** Before anything else is read: a dot would end the sentence, a dash a range, and a compound be a word of its own. */
export function joinNames(sentence: Sentence, vocabulary: Vocabulary): void {
  for (let i = sentence.tokens.length - 1; i >= 0; i--) {
    const token = sentence.tokens[i]!;
    const parts = /^[./-]$/.test(token.text) ? [] : token.text.includes('-') ? token.text.split('-') : undefined;
    if (!parts || !isInName(sentence, i, parts, vocabulary)) continue;
    sentence.rephrase(
      i,
      i + 1,
      parts.map((text): Token => ({ ...token, text, raw: text })),
    );
  }
}

/** Whether a name reaches across it; a compound may be all of a name that is said to be one. */
function isInName({ tokens }: Sentence, at: number, parts: string[], vocabulary: Vocabulary): boolean {
  const wordsOf = (some: Token[]) => some.map(({ text }) => text).filter((text) => !/^[./-]$/.test(text));
  const behind = wordsOf(tokens.slice(at + 1, at + 1 + NAME_WORDS));
  const isSaidSo = parts.length > 0 && /^(?:from|at|by)$/.test(tokens[at - 1]?.text ?? '');
  // A mark is in a name only where the name began before it.
  for (let start = parts.length > 0 ? at : at - 1; start >= Math.max(0, at - NAME_WORDS); start--) {
    const before = [...wordsOf(tokens.slice(start, at)), ...parts];
    const found = vocabulary.longestAt([...before, ...behind], 0);
    const isName = found?.meanings.some(({ field }) => field === 'brand' || field === 'merchant.name');
    if (isName && (found!.length > before.length || (isSaidSo && start === at && found!.length === before.length)))
      return true;
  }
  return false;
}
