// Bounds the tokens of an answer, without a tokenizer: hosts refuse answers above about 25,000 tokens.

/** No answer of a tool has more tokens. */
export const MAX_ANSWER_TOKENS = 20_000;

/**
 * Tokens per character, from above. English has one per four letters; random letters, symbols and rare scripts have
 * several times as many, and shops decide what their texts are made of.
 */
const WEIGHTS: [pattern: RegExp, tokens: number][] = [
  [/[a-z ]/g, 0.5],
  [/[A-Z0-9]/g, 0.7],
  [/[!-/:-@[-`{-~\n]/g, 0.7],
  [/[^\n -~]/g, 2],
];

/** More than a text has in the tokenizers of common models. */
export function tokenBound(text: string): number {
  let tokens = 0;
  for (const [pattern, weight] of WEIGHTS) tokens += weight * (text.match(pattern)?.length ?? 0);
  return Math.ceil(tokens);
}
