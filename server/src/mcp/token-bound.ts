// Bounds the tokens of an answer, without a tokenizer: hosts refuse answers above about 25,000 tokens.

/** No answer of a tool has more tokens. */
export const MAX_ANSWER_TOKENS = 20_000;

/**
 * Tokens per UTF-16 unit of random text, measured. English has one token per four letters, so it is overestimated
 * by a factor of two; shops decide what their texts are made of. Beyond ASCII, a tokenizer may need one token per byte.
 */
const WEIGHTS: [pattern: RegExp, tokens: number][] = [
  [/[a-ik-pr-uy]/g, 0.52],
  [/[jqvwxz]/g, 0.75],
  [/ /g, 0.64],
  [/[^a-z ]/g, 0.85],
  [/[\u0080-\u07ff]/g, 2 - 0.85],
  [/[\u0800-\ud7ff\ue000-\uffff]/g, 3 - 0.85],
  [/[\ud800-\udfff]/g, 2 - 0.85],
];

/** Tokens of a text in the tokenizers of common models, overestimated. Of random text it may be short by a fiftieth. */
export function tokenBound(text: string): number {
  let tokens = 0;
  for (const [pattern, weight] of WEIGHTS) tokens += weight * (text.match(pattern)?.length ?? 0);
  return Math.ceil(tokens);
}
